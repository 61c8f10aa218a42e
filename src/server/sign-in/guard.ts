import bcrypt from 'bcryptjs'
import * as v from 'valibot'
import { passwordCost, passwordForms } from '../accounts/password.ts'
import { jsonText, parseIfValid } from '../../domain/parse.ts'

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
  return parseIfValid(jsonText(renewal), body)
}

/** Identifier (lower case) and password of a sign-in request, if it has both. */
export function readCredentials(body: string): Credentials | undefined {
  const given = parseIfValid(jsonText(credentials), body)
  return given && { ...given, email: given.email.toLowerCase() }
}

/**
 * Compares a password with an account's hash. Without one, which means an unknown name, it compares as
 * often with a hash that no account has, so that the time does not say which names there are.
 */
export function createPasswordCheck(): (password: string, hash?: string) => Promise<boolean> {
  const dummy = bcrypt.hash('no account has this password', passwordCost)
  return async (password, hash) => {
    if (password === '') return false
    for (const form of passwordForms(password))
      if (await bcrypt.compare(form, hash ?? (await dummy))) return hash !== undefined
    return false
  }
}
