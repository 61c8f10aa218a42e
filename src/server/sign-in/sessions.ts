import sql from 'sql-template-tag'
import * as v from 'valibot'
import { daysOf, sessionLasts } from '../../domain/limits.ts'
import type { DatabaseConnection } from '../database/connection.ts'
import { Pool, type Queries } from '../database/pool.ts'
import { userOf, type User } from './user.ts'
import { parseOrThrow } from '../../domain/parse.ts'

/** A session that was opened or renewed, with the token that renews it next. */
export interface OpenSession {
  readonly id: string
  readonly refreshToken: string
  readonly user: User
}

/** The sessions of a person that a sign-out ends. */
export type SignOutScope = 'local' | 'others' | 'global'

/** The hash with which sign-in compares a password. */
const accountRow = v.object({ id: v.string(), hash: v.string(), isConfirmed: v.boolean() })
const openedRow = v.object({ id: v.string(), token: v.string() })
const heldRow = v.object({ person: v.string() })
const givenRow = v.object({ isRevoked: v.boolean(), successor: v.nullable(v.string()) })

/**
 * Sessions and refresh tokens in schema `auth`, as GoTrue keeps them. The same statements work on a hosted
 * project's tables and on those of older data directories: none of them names the id of a token, whose type
 * differs, and times are written because not every table has them as a default.
 */
export class Sessions {
  /** Its own connections, so that a backup or a long read does not delay a sign-in. */
  readonly #pool: Pool

  constructor(database: DatabaseConnection) {
    this.#pool = new Pool(database, {
      name: 'unser-tagebuch-sign-in',
      max: 2,
      settings: { statement_timeout: '10000' },
    })
  }

  async end(): Promise<void> {
    await this.#pool.end()
  }

  async account(email: string): Promise<v.InferOutput<typeof accountRow> | undefined> {
    const [row] = await this.#pool.query(sql`
      select id::text, encrypted_password as hash, email_confirmed_at is not null as "isConfirmed"
      from auth.users where email = ${email} and encrypted_password <> ''`)
    return row === undefined ? undefined : parseOrThrow(accountRow, row)
  }

  async user(person: string): Promise<User | undefined> {
    return userOf(this.#pool, person)
  }

  async open(person: string): Promise<OpenSession | undefined> {
    const [row] = await this.#pool.query(sql`
      with person as (
        update auth.users set last_sign_in_at = now() where id = ${person} returning id
      ), session as (
        insert into auth.sessions (id, user_id, created_at, updated_at)
        select gen_random_uuid(), id, now(), now() from person returning id, user_id
      )
      insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
      select gen_random_uuid()::text, user_id, id, false, now(), now() from session
      returning session_id::text as id, token`)
    if (row === undefined) return undefined
    const { id, token } = parseOrThrow(openedRow, row)
    const user = await this.user(person)
    return user && { id, refreshToken: token, user }
  }

  /** The session that a refresh token belongs to, used or not. */
  async sessionOf(refreshToken: string): Promise<string | undefined> {
    const [row] = await this.#pool.query<{ id: string }>(sql`
      select session_id::text as id from auth.refresh_tokens
      where token = ${refreshToken} and session_id is not null`)
    return row?.id
  }

  /**
   * Exchanges the active token of a session for a new one. Its parent yields the active one, however late, because
   * a device may have lost the answer; an older one means that somebody has a copy, and ends the session.
   */
  async renew(id: string, refreshToken: string): Promise<OpenSession | 'ended' | 'reused'> {
    return this.#pool.transaction(async (transaction) => {
      await endUnused(transaction)
      const [held] = await transaction.query(sql`
        select user_id::text as person from auth.sessions where id = ${id} for update`)
      if (held === undefined) return 'ended'
      const next = await exchange(transaction, id, refreshToken)
      if (next === undefined) {
        await endSession(transaction, id)
        return 'reused'
      }
      const { person } = parseOrThrow(heldRow, held)
      await transaction.query(sql`
        update auth.sessions set refreshed_at = now() at time zone 'UTC', updated_at = now()
        where id = ${id}`)
      await transaction.query(sql`
        update auth.users set last_sign_in_at = now() where id = ${person}`)
      const user = await userOf(transaction, person)
      return user === undefined ? 'ended' : { id, refreshToken: next, user }
    })
  }

  async endOne(id: string): Promise<void> {
    await endSession(this.#pool, id)
  }

  async endOf(person: string, session: string, scope: SignOutScope): Promise<void> {
    if (scope === 'local') return this.endOne(session)
    const isKept = scope === 'others' ? session : null
    await this.#pool.query(sql`
      delete from auth.sessions where user_id = ${person} and id is distinct from ${isKept}`)
  }
}

/** The token that is active now; undefined for one that is neither the active token nor its parent. */
async function exchange(
  transaction: Queries,
  session: string,
  refreshToken: string,
): Promise<string | undefined> {
  const [row] = await transaction.query(sql`
    select given.revoked is true as "isRevoked", (
      select active.token from auth.refresh_tokens active
      where active.session_id = ${session} and active.parent = given.token
        and active.revoked is not true
      limit 1
    ) as successor
    from auth.refresh_tokens given where given.token = ${refreshToken} and given.session_id = ${session}`)
  if (row === undefined) return undefined
  const { isRevoked, successor } = parseOrThrow(givenRow, row)
  if (isRevoked) return successor ?? undefined
  const [made] = await transaction.query<{ token: string }>(sql`
    with used as (
      update auth.refresh_tokens set revoked = true, updated_at = now()
      where token = ${refreshToken} and session_id = ${session} returning token, user_id, session_id
    )
    insert into auth.refresh_tokens
      (token, user_id, session_id, parent, revoked, created_at, updated_at)
    select gen_random_uuid()::text, user_id, session_id, token, false, now(), now() from used
    returning token`)
  return made?.token
}

/** Its tokens are deleted by cascade. */
async function endSession(queries: Queries, id: string): Promise<void> {
  await queries.query(sql`delete from auth.sessions where id = ${id}`)
}

/** A device that was not used for so long signs in again: its tokens may be anywhere by then. */
async function endUnused(queries: Queries): Promise<void> {
  await queries.query(sql`
    delete from auth.sessions
    where greatest(created_at, updated_at, refreshed_at at time zone 'UTC') < now() - make_interval(days => ${daysOf(sessionLasts)})`)
}
