import type postgres from 'postgres'
import { connect, type DatabaseConnection } from '../database/connection.ts'
import { heartbeatPublication } from './heartbeat.ts'

/** One committed change of one row, in commit order. */
export interface Change {
  readonly schema: string
  readonly table: string
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE'
  /** The primary key's value as text. */
  readonly key: string
  /** Whose row it is, if ids are unique for each person only. */
  readonly owner?: string
  /** When the change arrived here (postgres.js does not expose the commit time): ISO 8601, UTC. */
  readonly at: string
}

/** One instance of postgres.js' `subscribe`: used once, then thrown away. */
export interface Replication {
  readonly ready: Promise<void>
  /** Rejects when the connection ends; never resolves. */
  readonly lost: Promise<never>
  /** Ends connection and slot; asks the server to end the sender in case this side is stuck. */
  end(owner: postgres.Sql): Promise<void>
}

/** What postgres.js keeps outside its published types. */
interface Subscribable {
  readonly sql: { readonly options: { onclose: () => void } }
}
interface SubscriptionState {
  readonly state: { readonly pid?: number }
}

const endTimeout = 1_000
const types = { insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' } as const

/**
 * Opens a temporary slot on both publications and reports every change, keys only: what a subscriber
 * sees is selected for them later, never the replicated tuple.
 */
export function openReplication(
  database: DatabaseConnection,
  now: () => number,
  onChange: (change: Change) => void,
): Replication {
  const sql = connect(database, {
    max: 1,
    publications: `supabase_realtime,${heartbeatPublication}`,
    fetch_types: false,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { application_name: 'journal realtime stream' },
  })
  const lost = watchConnection(sql)
  const subscribing = sql.subscribe('*', (row, info) => {
    const change = toChange(row, info, now)
    if (change !== null) onChange(change)
  })
  return {
    ready: subscribing.then(() => undefined),
    lost,
    async end(owner) {
      const pid = await Promise.race([subscribing.then(pidOf, () => undefined), later(0)])
      const ended = sql.end({ timeout: 1 }).catch(() => undefined)
      await Promise.race([ended, later(endTimeout)])
      if (pid !== undefined) await terminate(owner, pid)
    },
  }
}

/**
 * postgres.js reopens the lost slot itself, as a floating promise whose rejection would end the
 * process, and only on some kinds of loss. This replaces its close hook: an instance is used once.
 */
function watchConnection(sql: postgres.Sql): Promise<never> {
  const { options } = (sql.subscribe as unknown as Subscribable).sql
  const lost = new Promise<never>((_, reject) => {
    // A field of postgres.js' options, not a DOM event.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    options.onclose = () => reject(new Error('the replication connection ended'))
  })
  lost.catch(() => undefined)
  return lost
}

function toChange(
  row: postgres.Row | null,
  info: postgres.ReplicationEvent,
  now: () => number,
): Change | null {
  const { relation, command } = info
  const { keys } = relation
  const owner = keys.length > 1 ? keys.find(({ name }) => name === 'user_id') : undefined
  const [key, ...more] = keys.filter((column) => column !== owner)
  if (row === null || key === undefined || more.length > 0) return null
  return {
    schema: relation.schema,
    table: relation.table,
    type: types[command],
    key: String(row[key.name]),
    ...(owner === undefined ? {} : { owner: String(row[owner.name]) }),
    at: new Date(now()).toISOString(),
  }
}

const pidOf = (handle: postgres.SubscriptionHandle): number | undefined =>
  (handle as unknown as SubscriptionState).state.pid

async function terminate(owner: postgres.Sql, pid: number): Promise<void> {
  const query = owner`select pg_terminate_backend(pid) from pg_stat_replication where pid = ${pid}`
  await Promise.race([query.catch(() => undefined), later(endTimeout)])
}

function later(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), milliseconds).unref()
  })
}
