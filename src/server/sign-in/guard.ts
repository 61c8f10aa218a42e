import bcrypt from 'bcryptjs'
import type postgres from 'postgres'
import * as v from 'valibot'
import { passwordCost } from '../accounts/password.ts'

/** PostgreSQL takes no NUL in a text. */
const withoutNul = v.check((text: string) => !text.includes('\0'))

const credentials = v.object({
  email: v.pipe(v.string(), v.minLength(1), v.maxLength(254), withoutNul),
  password: v.pipe(v.string(), v.maxLength(1024)),
})

const renewal = v.object({
  refresh_token: v.pipe(v.string(), v.minLength(1), v.maxLength(255), withoutNul),
})

export type Credentials = v.InferOutput<typeof credentials>

/** The token of a renewal, if the body holds one. */
export function readRefreshToken(body: string): v.InferOutput<typeof renewal> | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), renewal), body)
  return parsed.success ? parsed.output : undefined
}

const renewed = v.object({ user: v.object({ email: v.string() }) })

/** Whose session a renewal's answer is. */
export async function renewedAccount(response: Response): Promise<string | undefined> {
  const parsed = v.safeParse(renewed, await response.clone().json())
  return parsed.success ? parsed.output.user.email : undefined
}

/** Identifier (lower case) and password of a sign-in request, if it has both. */
export function readCredentials(body: string): Credentials | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), credentials), body)
  if (!parsed.success) return undefined
  return { email: parsed.output.email.toLowerCase(), password: parsed.output.password }
}

/**
 * Makes an unknown name cost what a known one does: Supabase Lite compares a password only when
 * the account exists (67 ms against 5), so for the others the same comparison is done here.
 */
export function createEqualEffort(
  sql: postgres.Sql,
): (email: string, password: string) => Promise<void> {
  const dummy = bcrypt.hash('no account has this password', passwordCost)
  return async (email, password) => {
    const rows = await sql`
      select 1 from auth.users where email = ${email} and encrypted_password is not null`
    if (rows.length === 0 && password !== '') await bcrypt.compare(password, await dummy)
  }
}
