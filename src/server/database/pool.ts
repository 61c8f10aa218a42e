import pg from 'pg'
import { raw, type Sql } from 'sql-template-tag'
import { errorCode } from '../error-code.ts'
import { withTimeout } from '../with-timeout.ts'
import { clientConfig, type DatabaseConnection } from './connection.ts'

/** The methods that a pool, a session and a transaction have in common. */
export interface Queries {
  /**
   * The rows of one statement, written with `sql-template-tag`. A list that is meant as JSON is given
   * as text: `${JSON.stringify(list)}::jsonb`. A statement with a name is parsed once a connection.
   */
  query<Row = unknown>(statement: Sql, name?: string): Promise<Row[]>
  /** Any number of statements without values, as a file has them. */
  run(text: string): Promise<void>
}

export interface PoolOptions {
  /** Seen in pg_stat_activity. */
  readonly name: string
  readonly max: number
  /** Settings of each session, beside the time zone UTC. */
  readonly settings?: Readonly<Record<string, string>>
  /** How long to wait for a connection, a new one or one in use, in milliseconds. */
  readonly waitMs?: number
}

interface TransactionOptions {
  /** As PostgreSQL writes it: `read only`, `isolation level …`. */
  readonly mode?: string
  /** Settings until its end, `role` among them. They are sent with the beginning, which saves a round trip. */
  readonly settings?: Readonly<Record<string, string>>
}

const answerTimeoutMs = 2_000

/**
 * Connections to the database, opened when needed. A query on a connection that is lost rejects, and
 * the next query opens another: nothing is sent a second time, and nothing is tried without a query.
 */
export class Pool implements Queries {
  readonly #pool: pg.Pool
  readonly #open = new Set<pg.PoolClient>()
  #ended: Promise<void> | undefined
  #isCut = false

  constructor(connection: DatabaseConnection, { name, max, settings, waitMs }: PoolOptions) {
    this.#pool = new pg.Pool({
      ...clientConfig(connection, settings),
      application_name: name,
      max,
      connectionTimeoutMillis: waitMs ?? 5_000,
      idleTimeoutMillis: 0,
    })
    // Without these listeners, the loss of a connection would end the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined)
      this.#open.add(client)
      if (this.#isCut) void client.end()
    })
    this.#pool.on('remove', (client) => this.#open.delete(client))
  }

  async query<Row = unknown>(statement: Sql, name?: string): Promise<Row[]> {
    return this.#once(async (client) => rowsOf<Row>(client, statement, name))
  }

  async run(text: string): Promise<void> {
    await this.#once(async (client) => send(client, { text }))
  }

  /**
   * Runs `work` in a transaction on one connection. It is rolled back if `work` rejects, and what
   * `work` sends after its end is refused. `work` does not begin if a setting is refused.
   */
  async transaction<Result>(
    work: (transaction: Queries) => Promise<Result>,
    options: TransactionOptions = {},
  ): Promise<Result> {
    return this.#once(async (client) => {
      const own = new ClientQueries(client)
      try {
        await own.run(beginning(options))
        const result = await work(own)
        await commit(client)
        return result
      } finally {
        own.end()
      }
    }, 'rollback')
  }

  /** Works on one connection, which is closed afterwards: what it set for its session ends with it. */
  async session<Result>(work: (session: Queries) => Promise<Result>): Promise<Result> {
    const client = await this.#take()
    try {
      return await work(new ClientQueries(client))
    } finally {
      client.release(true)
    }
  }

  /** Whether a query is answered within 2 s. */
  async answers(): Promise<boolean> {
    const taken = this.#take()
    try {
      await withTimeout(
        answerTimeoutMs,
        taken.then(async (client) => send(client, { text: 'select 1' })),
      )
      ;(await taken).release()
      return true
    } catch {
      taken.then(
        (client) => client.release(true),
        () => undefined,
      )
      return false
    }
  }

  /** Ends the connections; running queries have `withinMs` milliseconds. */
  async end(withinMs = 500): Promise<void> {
    this.#ended ??= withTimeout(withinMs, this.#pool.end()).catch(() => {
      this.#isCut = true
      for (const client of this.#open) void client.end()
    })
    await this.#ended
  }

  /** Works on one connection; after an error it is used again only if it still answers to `probe`. */
  async #once<Result>(
    work: (client: pg.PoolClient) => Promise<Result>,
    probe = 'select 1',
  ): Promise<Result> {
    const client = await this.#take()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      await client.query(probe).then(
        () => client.release(),
        () => client.release(true),
      )
      throw error
    }
  }

  async #take(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw withCode(error)
    }
  }
}

/** A small pool; `connection` is the owner's. */
export function ownerPool(connection: DatabaseConnection): Pool {
  return new Pool(connection, { name: 'unser-tagebuch', max: 4 })
}

/** Names of tables or columns as part of a statement, with commas between them. */
export function quoteNames(names: readonly string[]): Sql {
  const quoted = names.map((name) => name.split('.').map(pg.escapeIdentifier).join('.'))
  return raw(quoted.join(', '))
}

/** The queries of one connection, until its work is over: another's may then be running on it. */
class ClientQueries implements Queries {
  readonly #client: pg.PoolClient
  #isOver = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async query<Row = unknown>(statement: Sql, name?: string): Promise<Row[]> {
    this.#requireOpen()
    return rowsOf<Row>(this.#client, statement, name)
  }

  async run(text: string): Promise<void> {
    this.#requireOpen()
    await send(this.#client, { text })
  }

  end(): void {
    this.#isOver = true
  }

  #requireOpen(): void {
    if (this.#isOver) throw new Error('The transaction is over')
  }
}

function beginning({ mode = '', settings = {} }: TransactionOptions): string {
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  )
  return set.length === 0 ? `begin ${mode}` : `begin ${mode}; select ${set.join()}`
}

async function rowsOf<Row>(
  client: pg.PoolClient,
  { text, values }: Sql,
  name?: string,
): Promise<Row[]> {
  if (values.includes(undefined)) throw new TypeError('A value of a statement is undefined')
  const { rows } = await send(client, { text, values, ...(name === undefined ? {} : { name }) })
  return rows
}

/** PostgreSQL answers `commit` with a rollback, and no error, if a statement failed before. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await send(client, { text: 'commit' })
  if (command !== 'COMMIT')
    throw Object.assign(new Error('The transaction was rolled back'), { code: '25P02' })
}

async function send(
  client: pg.PoolClient,
  statement: pg.QueryConfig<unknown[]>,
): Promise<pg.QueryResult> {
  try {
    return await client.query(statement)
  } catch (error) {
    throw withCode(error)
  }
}

/** pg gives the loss of a connection no code: it gets SQLSTATE's connection_failure. */
function withCode(error: unknown): unknown {
  const isCoded = !(error instanceof Error) || errorCode(error) !== undefined
  if (isCoded || error.name !== 'Error') return error
  const code = /timeout/.test(error.message) ? 'ETIMEDOUT' : '08006'
  return Object.assign(error, { code })
}
