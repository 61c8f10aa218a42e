import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { LogicalReplicationService, PgoutputPlugin, type Pgoutput } from 'pg-logical-replication'
import sql from 'sql-template-tag'
import { clientConfig, type DatabaseConnection } from '../database/connection.ts'
import type { Pool } from '../database/pool.ts'
import { withTimeout } from '../with-timeout.ts'

/** One committed change of one row. */
export interface Change {
  readonly schema: string
  readonly table: string
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE'
  /** The primary key's value as text. */
  readonly key: string
  /** The owner of the row, if ids are unique for each person only. */
  readonly owner?: string
  /** When it was committed: ISO 8601, UTC, in milliseconds rounded down. */
  readonly at: string
}

/** A transaction's changes in their order; transactions come in the order of their commits. */
export interface Commit {
  readonly transaction: number
  readonly changes: readonly Change[]
}

type RowMessage = Pgoutput.MessageInsert | Pgoutput.MessageUpdate | Pgoutput.MessageDelete

const endTimeout = 1_000
const types = { insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' } as const

/** A slot that ends with its connection, so that none is left behind for which the log is kept. */
class TemporarySlot extends PgoutputPlugin {
  override async start(client: Client, slot: string, lsn: string): Promise<unknown> {
    await client.query(
      `CREATE_REPLICATION_SLOT "${slot}" TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
    )
    return super.start(client, slot, lsn)
  }
}

/**
 * Reads what is committed to the tables of the publication from the write-ahead log, keys only: what a
 * subscriber sees is selected for them later, never the replicated row. Used once, then thrown away.
 */
export class Replication {
  /** Resolves once every later commit will arrive. */
  readonly started: Promise<void>
  /** Rejects when the connection ends, or could not be opened; never resolves. */
  readonly lost: Promise<never>
  readonly #slot = `journal_${randomUUID().replaceAll('-', '')}`
  readonly #service: LogicalReplicationService

  constructor(database: DatabaseConnection, onCommit: (commit: Commit) => void) {
    const service = new LogicalReplicationService(
      {
        ...clientConfig(database),
        application_name: 'journal realtime stream',
        connectionTimeoutMillis: 5_000,
      },
      { acknowledge: { auto: false, timeoutSeconds: 0 } },
    )
    this.#service = service
    this.started = new Promise((resolve) => service.on('start', resolve))
    service.on('data', collectCommits(onCommit))
    service.on('heartbeat', (lsn, _, wantsAnswer) => {
      if (wantsAnswer) void service.acknowledge(lsn)
    })
    // `lost` has the same error.
    service.on('error', () => undefined)
    const plugin = new TemporarySlot({ protoVersion: 1, publicationNames: ['supabase_realtime'] })
    this.lost = service.subscribe(plugin, this.#slot).then(() => {
      throw new Error('the replication connection ended')
    })
    this.lost.catch(() => undefined)
  }

  /** Resolves once the sender answers; says besides what has arrived, so that the log need not be kept. */
  async answer(): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      this.#service.once('heartbeat', () => resolve())
    })
    await this.#service.acknowledge(this.#service.lastLsn(), true)
    await answered
  }

  /** Ends connection and slot; asks the server to end the sender in case this side is stuck. */
  async end(owner: Pool): Promise<void> {
    await withTimeout(endTimeout, this.#service.stop()).catch(() => undefined)
    const terminated = owner.query(sql`
      select pg_terminate_backend(active_pid, ${endTimeout}) from pg_replication_slots
       where slot_name = ${this.#slot} and active_pid is not null`)
    await withTimeout(endTimeout, terminated).catch(() => undefined)
  }
}

function collectCommits(onCommit: (commit: Commit) => void) {
  let transaction = 0
  let at = ''
  let changes: Change[] = []
  return (_lsn: string, message: Pgoutput.Message): void => {
    const { tag } = message
    if (tag === 'begin') {
      transaction = message.xid >>> 0
      at = new Date(Math.floor(Number(message.commitTime) / 1000)).toISOString()
      changes = []
    } else if (tag === 'commit') {
      onCommit({ transaction, changes })
    } else if (tag === 'insert' || tag === 'update' || tag === 'delete') {
      const change = toChange(message, at)
      if (change !== null) changes.push(change)
    }
  }
}

function toChange(message: RowMessage, at: string): Change | null {
  const { schema, name, keyColumns } = message.relation
  const row = message.tag === 'delete' ? message.key : message.new
  const owner = keyColumns.length > 1 && keyColumns.includes('user_id') ? 'user_id' : undefined
  const [key, ...more] = keyColumns.filter((column) => column !== owner)
  if (row === null || key === undefined || more.length > 0) return null
  return {
    schema,
    table: name,
    type: types[message.tag],
    key: String(row[key]),
    ...(owner === undefined ? {} : { owner: String(row[owner]) }),
    at,
  }
}
