import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GoTrueClient, Session } from '@supabase/auth-js'
import type { PostgrestClient } from '@supabase/postgrest-js'
import * as v from 'valibot'
import {
  databaseConnection,
  type DatabaseConnection,
} from '../../src/server/database/connection.ts'
import { Pool } from '../../src/server/database/pool.ts'
import { buildServer } from './build-server.ts'
import { createClients, people, type PersonName, type SignedIn } from './clients.ts'
import { newDataDir } from './first-start.ts'
import { createHostedProject, isHosted } from './hosted/cluster.ts'
import { poolSql, type PoolSql } from './sql.ts'

export { people, type PersonName, type SignedIn } from './clients.ts'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The settings of every test server, unless a test gives others. */
export const sampleConfig = {
  title: 'Unser Tagebuch',
  timeZone: 'Europe/Berlin',
  partners: Object.entries(people).map(([name, { identifier }]) => ({ name, identifier })),
  specialDays: [
    { kind: 'anniversary', date: '2025-08-17' },
    { kind: 'birthday', date: '1997-08-14' },
  ],
  daysCounterFrom: '2025-08-17',
}

export interface TestServerOptions {
  /** Settings that differ from the sample's, or the whole text of the settings file. */
  readonly config?: Partial<typeof sampleConfig> | string
  readonly env?: Readonly<Record<string, string>>
  /** An existing folder to use; it is kept. Otherwise a fresh one, removed at the end. */
  readonly dataDir?: string
  readonly uid?: number
  /** Serves a database that is prepared the way a hosted project's is. */
  readonly hosted?: boolean
  /** Another version's folder, built; this project's unless given. */
  readonly project?: string
}

/** A server that a test uses. */
export interface UsedServer {
  readonly url: string
  readonly anonKey: string
  readonly dataDir: string
  /** To the database, as its owner. */
  readonly connection: DatabaseConnection
  /** The unmodified Supabase clients, signed in as this person. */
  client(name: PersonName): Promise<SignedIn>
  /** The unmodified REST client with the public key only, or with a given bearer token. */
  restClient(token?: string): PostgrestClient
  authClient(): GoTrueClient
  /** A session of the sign-in service, for tests that put it into a browser themselves. */
  session(name: PersonName, password?: string): Promise<Session>
  /** Takes every entry, reaction, quote and removal away and sets the last looks back. */
  emptyJournal(): Promise<void>
  /** A small pool as the database's owner, closed by `stop`. */
  pool(): Pool
  /** Queries on that pool. */
  sql(): PoolSql
  /** Ends what was opened here to reach it, and the server where it was started for this test. */
  stop(): Promise<unknown>
}

/** A server that was started for one test file. */
export interface TestServer extends UsedServer {
  readonly process: ChildProcess
  /** SIGTERM, then waits; returns the exit code. Removes a data directory it made itself. */
  stop(): Promise<number | null>
  /** SIGKILL to the Node process alone: PostgreSQL lives on, the data directory stays. */
  kill(): Promise<void>
  /** All that was written to standard output and standard error so far. */
  logs(): string
}

/** The output and state of a start that failed. */
export interface FailedStart {
  readonly exitCode: number | null
  readonly logs: string
}

/**
 * Starts the real server process (build/server/main.js, built first if stale) on a free port with
 * its own data directory, and waits for the ready line. Rejects with the output if it does not come.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { dataDir, env, hosted = isHosted() && dataDir === undefined } = options
  if (!hosted) return start(options)
  const project = await createHostedProject()
  const server = await start({ ...options, env: { ...env, DATABASE_URL: project.databaseUrl } })
  const stop = async () => {
    const code = await server.stop()
    await project.drop()
    return code
  }
  const session: TestServer['session'] = async (name, password) => {
    const { revocation_token: _, ...rest }: Session & { revocation_token?: string } =
      await server.session(name, password)
    return rest
  }
  return { ...server, session, stop }
}

async function start(options: TestServerOptions): Promise<TestServer> {
  const launched = launch(options)
  const outcome = await launched.ready
  if (typeof outcome !== 'string') {
    if (options.dataDir === undefined) rmSync(launched.dataDir, { recursive: true, force: true })
    throw new Error(`The server did not start (${outcome.exitCode}):\n${outcome.logs}`)
  }
  return running(outcome, launched, options)
}

/** For starts that must fail: waits for the exit and returns its code and output. */
export async function startAndFail(options: TestServerOptions = {}): Promise<FailedStart> {
  const launched = launch(options)
  const outcome = await launched.ready
  if (typeof outcome === 'string') {
    launched.process.kill('SIGKILL')
    throw new Error('The server started, which it should not have')
  }
  if (options.dataDir === undefined) rmSync(launched.dataDir, { recursive: true, force: true })
  return outcome
}

/** A server process that starts; `ready` is its address, or why there is none. */
interface Launched {
  readonly process: ChildProcess
  readonly dataDir: string
  readonly logs: () => string
  readonly ready: Promise<string | FailedStart>
}

export function launch(options: TestServerOptions): Launched {
  const { config = {}, env = {}, dataDir, uid, project = root } = options
  if (project === root) buildServer()
  const folder = dataDir ?? newDataDir({ config, env })
  const settings = path.join(mkdtempSync(path.join(tmpdir(), 'tagebuch-config-')), 'journal.json')
  const text = typeof config === 'string' ? config : JSON.stringify({ ...sampleConfig, ...config })
  writeFileSync(settings, text)
  if (uid !== undefined) spawnSync('chown', ['-R', String(uid), path.dirname(settings)])
  const child = spawn(process.execPath, [path.join(project, 'build/server/main.js')], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: folder,
      JOURNAL_CONFIG: settings,
      // A backup at each first start would cost the suite minutes.
      BACKUP_AT: 'off',
      JOURNAL_PASSWORD_1: people.Jonas.password,
      JOURNAL_PASSWORD_2: people.Željka.password,
      ...env,
    },
  })
  let output = ''
  const ready = new Promise<string | FailedStart>((resolve) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /^Unser Tagebuch läuft auf (https?:\/\/\S+)$/m.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('close', (exitCode) => {
      rmSync(path.dirname(settings), { recursive: true, force: true })
      resolve({ exitCode, logs: output })
    })
  })
  return { process: child, dataDir: folder, logs: () => output, ready }
}

function running(url: string, launched: Launched, options: TestServerOptions): TestServer {
  const { process: child, dataDir } = launched
  const used = reachServer(url, dataDir)
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    await used.stop()
    if (child.exitCode === null && child.signalCode === null) {
      const closed = once(child, 'close')
      child.kill(signal)
      await closed
    }
    return child.exitCode
  }
  return {
    ...used,
    process: child,
    logs: launched.logs,
    async stop() {
      const code = await end('SIGTERM')
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
      return code
    },
    async kill() {
      await end('SIGKILL')
    },
  }
}

/** A running server, by its address and data directory; `stop` leaves it running. */
export function reachServer(url: string, dataDir: string): UsedServer {
  const anonKey = fieldOf(path.join(dataDir, 'keys.json'), 'anonKey')
  const connection = connectionOf(dataDir)
  const clients = createClients(url, anonKey)
  let opened: Pool | undefined
  const pool = () => (opened ??= new Pool(connection, { name: 'test', max: 2 }))
  const sql = () => poolSql(pool())
  return {
    url,
    anonKey,
    dataDir,
    connection,
    restClient: clients.rest,
    authClient: clients.auth,
    client: async (name) => clients.signedIn(name),
    session: clients.session,
    pool,
    sql,
    async emptyJournal() {
      await sql().transaction(async (transaction) => {
        // Without triggers: nothing here is a removal, and a last look never goes back otherwise.
        await transaction`set local session_replication_role = replica`
        await transaction`
          truncate public.photo_files, public.photos, public.story_links, public.memory_marks, public.reviews, public.reactions, public.replies, public.entries, public.quote_likes, public.custom_quotes,
            public.removals, private.push_subscriptions, private.nudge_choices cascade`
        await transaction`update public.last_looks set seen_until = '1970-01-01 00:00:00+00'`
      })
    },
    async stop() {
      await clients.end()
      await opened?.end(1_000)
    },
  }
}

function connectionOf(dataDir: string): DatabaseConnection {
  const note: unknown = JSON.parse(readFileSync(path.join(dataDir, 'running.json'), 'utf8'))
  return v.parse(v.object({ database: databaseConnection }), note).database
}

function fieldOf(file: string, field: string): string {
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const value: unknown = Object.entries(json ?? {}).find(([name]) => name === field)?.[1]
  if (typeof value !== 'string') throw new Error(`${file} has no ${field}`)
  return value
}
