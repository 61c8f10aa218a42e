import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { SignJWT } from 'jose'
import { expect } from 'vitest'
import { people } from './server.ts'
import type { TestServer, UsedServer } from './server.ts'

/** The secret that signs access tokens: what an attacker would have to steal. */
export function jwtSecret(server: UsedServer): string {
  const keys: unknown = JSON.parse(readFileSync(path.join(server.dataDir, 'keys.json'), 'utf8'))
  return (keys as { jwtSecret: string }).jwtSecret
}

/** Signs claims with the server's own secret, or with another. */
export async function sign(
  server: UsedServer,
  claims: Readonly<Record<string, unknown>>,
  { key = jwtSecret(server), alg = 'HS256' }: { key?: string; alg?: string } = {},
): Promise<string> {
  return new SignJWT({ ...claims }).setProtectedHeader({ alg, typ: 'JWT' }).sign(Buffer.from(key))
}

export interface Intruder {
  readonly id: string
  readonly session: string
  readonly token: string
}

/** An account with a session and a genuine token; a partner only where it has a profile. */
export async function intrude(server: UsedServer, profile?: string): Promise<Intruder> {
  const [id, session] = [randomUUID(), randomUUID()]
  const sql = server.sql()
  await sql`insert into auth.users (id, email) values (${id}, ${`${id}@tagebuch.internal`})`
  await sql`insert into auth.sessions (id, user_id) values (${session}, ${id})`
  if (profile !== undefined)
    await sql`insert into public.profiles (id, name) values (${id}, ${profile})`
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: id, session_id: session, role: 'authenticated', aud: 'authenticated' }
  return { id, session, token: await sign(server, { ...claims, iat: now, exp: now + 3600 }) }
}

/**
 * The server's own output and PostgreSQL's log carry none of these words, no password of the two,
 * no key and nothing that looks like a token (D27).
 */
export function expectCleanLogs(server: TestServer, words: readonly string[]): void {
  const file = path.join(server.dataDir, 'postgres.log')
  const logs = server.logs() + (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const secrets = [jwtSecret(server), server.anonKey, 'eyJ', 'Bearer']
  const passwords = Object.values(people).map(({ password }) => password)
  for (const word of [...words, ...secrets, ...passwords])
    expect(logs.includes(word), `the log mentions ${word.slice(0, 3)}…`).toBe(false)
}
