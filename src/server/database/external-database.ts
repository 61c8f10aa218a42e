import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { StartupError } from '../settings/startup-error.ts'
import type { DatabaseConnection } from './connection.ts'
import { errorLabel } from '../error-code.ts'
import { ownerPool, type Pool } from './pool.ts'

/**
 * Connects to the server named in DATABASE_URL and checks what realtime needs of it. Throws one
 * `StartupError` that names everything missing; neither it nor any log repeats the connection string.
 */
export async function connectExternal(databaseUrl: string) {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl) || !URL.canParse(databaseUrl)) {
    throw new StartupError(
      'DATABASE_URL is not a connection string of the form postgres://user:password@host/database.',
    )
  }
  const connection = { url: databaseUrl }
  const pool = ownerPool(connection)
  try {
    const missing = await whatIsMissing(pool, connection)
    if (missing.length > 0) {
      throw new StartupError(`The server in DATABASE_URL cannot be used: ${missing.join('; ')}.`)
    }
  } catch (error) {
    await pool.end()
    if (error instanceof StartupError) throw error
    if (error instanceof Error && error.message.includes('not support SSL'))
      throw new StartupError(
        'The server in DATABASE_URL has no TLS; end the connection string with sslmode=disable.',
      )
    throw new StartupError(`The server in DATABASE_URL does not answer (${errorLabel(error)}).`)
  }
  return { connection, pool, isAlive: async () => pool.answers(), stop: async () => pool.end() }
}

interface ServerFacts {
  readonly version: number
  readonly wal_level: string
  readonly may_replicate: boolean
  readonly free_slots: number
  readonly free_senders: number
}

async function whatIsMissing(
  pool: Pool,
  connection: DatabaseConnection,
): Promise<readonly string[]> {
  if (await isTransactionPooler(pool, connection)) {
    return [
      'it is a transaction pooler, and sessions are needed: name the server itself or its session pooler',
    ]
  }
  const [facts] = await pool.query<ServerFacts>(sql`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('wal_level') as wal_level,
      (select rolreplication or rolsuper from pg_roles where rolname = current_user) as may_replicate,
      current_setting('max_replication_slots')::int
        - (select count(*)::int from pg_replication_slots) as free_slots,
      current_setting('max_wal_senders')::int
        - (select count(*)::int from pg_stat_replication) as free_senders`)
  if (facts === undefined) return ['it does not describe itself']
  return [
    facts.version < 15 && `PostgreSQL 15 or newer is needed, this is ${facts.version}`,
    facts.wal_level !== 'logical' && `wal_level must be logical, it is ${facts.wal_level}`,
    !facts.may_replicate && 'the role needs the attribute REPLICATION',
    facts.free_slots < 1 && 'no replication slot is free (max_replication_slots)',
    facts.free_senders < 1 && 'no replication connection is free (max_wal_senders)',
  ].filter((line) => typeof line === 'string')
}

/**
 * A transaction pooler lends a server connection for one transaction. So a setting of the session is
 * gone once another client has taken that connection in between.
 */
async function isTransactionPooler(pool: Pool, connection: DatabaseConnection): Promise<boolean> {
  const mark = randomUUID()
  const other = ownerPool(connection)
  try {
    return await pool.session(async (session) => {
      await session.query(sql`select set_config('tagebuch.session', ${mark}, false)`)
      return other.transaction(async (transaction) => {
        await transaction.run('select 1')
        const [row] = await session.query<{ mark: string | null }>(sql`
          select current_setting('tagebuch.session', true) as mark`)
        return row?.mark !== mark
      })
    })
  } finally {
    await other.end()
  }
}
