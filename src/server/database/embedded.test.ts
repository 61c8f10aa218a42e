import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrationsDir, silentLog } from '../../../tests/support/database.ts'
import { StartupError } from '../startup-error.ts'
import { startDatabase, type Database } from './database.ts'
import { findBinaries } from './embedded/binaries.ts'
import { choosePlacement } from './embedded/placement.ts'
import { readPostmasterFile } from './embedded/postmaster.ts'
import { spawnServer } from './embedded/server-process.ts'
import { prepareDatabase } from './prepare-database.ts'
import { processIdentity } from './process-identity.ts'

let dir: string
let dataDir: string
const running: Database[] = []

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tagebuch-embedded-'))
  dataDir = path.join(dir, 'data')
})
afterEach(async () => {
  for (const database of running.splice(0)) await database.stop()
  await rm(dir, { recursive: true, force: true })
})

async function start(
  options: Partial<Parameters<typeof startDatabase>[0]> = {},
): Promise<Database> {
  const database = await startDatabase({ dataDir, log: silentLog, ...options })
  running.push(database)
  return database
}

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)
const pidIn = async (clusterDir: string) => (await readPostmasterFile(clusterDir))?.pid ?? 0
const cluster = () => path.join(dataDir, 'cluster')

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (await condition()) return
    await delay(20)
  }
  throw new Error('This did not come about within 10 s.')
}

describe('the embedded database', () => {
  it('is made for this machine’s user alone and keeps what is written', async () => {
    const first = await start()
    await first.sql`create table kept as select 'Žuta ćuprija' as text`
    await first.stop()
    const second = await start()
    expect([...(await second.sql`select text from kept`)]).toEqual([{ text: 'Žuta ćuprija' }])
    expect(await modeOf(dataDir)).toBe('700')
    expect(await modeOf(cluster())).toBe('700')
    for (const file of ['database-password', 'postgres.log', 'server.lock']) {
      expect([file, await modeOf(path.join(dataDir, file))]).toEqual([file, '600'])
    }
  })

  it('is durable, logical, in UTC, on loopback only, and sorts alike everywhere', async () => {
    const { sql } = await start()
    const show = async (name: string) => {
      const [row] = await sql<{ value: string }[]>`select current_setting(${name}) as value`
      return row?.value
    }
    expect(await show('fsync')).toBe('on')
    expect(await show('synchronous_commit')).toBe('on')
    expect(await show('full_page_writes')).toBe('on')
    expect(await show('wal_level')).toBe('logical')
    expect(await show('TimeZone')).toBe('UTC')
    expect(await show('listen_addresses')).toBe('127.0.0.1')
    expect(await show('server_encoding')).toBe('UTF8')
    const [sorted] =
      await sql`select array_agg(x order by x) as list from unnest(array['ä','Z','a','ž']) x`
    expect(sorted?.['list']).toEqual(['Z', 'a', 'ä', 'ž'])
  })

  it('asks every connection for its password', async () => {
    const { url } = await start()
    const wrong = new URL(url)
    wrong.password = 'falsch'
    const client = postgres(wrong.href, { max: 1 })
    await expect(client`select 1`).rejects.toMatchObject({ code: '28P01' })
    await client.end()
  })

  it('writes no row values into its log, whatever fails', async () => {
    const { sql } = await start()
    await sql`create table t (d timestamptz, n int check (n < 0), unique (d))`
    for (const statement of [
      `insert into t (d) values ('geheimer Text')`,
      `select * from "geheimer Text"`,
      `insert into t (n) values (length('geheimer Text'))`,
      `do $$ begin raise exception 'geheimer Text'; end $$`,
      `do $$ begin raise warning 'geheimer Text'; end $$`,
    ]) {
      await sql.unsafe(statement).catch(() => undefined)
    }
    await sql`insert into t (d) values (${'geheimer Text'})`.catch(() => undefined)
    expect(await readFile(path.join(dataDir, 'postgres.log'), 'utf8')).not.toContain('geheim')
  })

  it('migrates once, and quickly finds that nothing is to be done', async () => {
    const database = await start()
    await prepareDatabase(database, migrationsDir)
    const read = () =>
      database.sql`select version, name from supabase_migrations.schema_migrations order by 1`
    const before = [...(await read())]
    expect(before.length).toBe((await readdir(migrationsDir)).length)
    await prepareDatabase(database, migrationsDir)
    expect([...(await read())]).toEqual(before)
  })

  it('undoes a migration that fails, names it, and quotes nothing of it', async () => {
    const database = await start()
    const folder = path.join(dir, 'migrations')
    await mkdir(folder)
    await writeFile(path.join(folder, '20200101000000_good.sql'), 'create table good ()')
    await writeFile(
      path.join(folder, '20200101000001_bad.sql'),
      `create table half (); select 'geheim'::int`,
    )
    await expect(prepareDatabase(database, folder)).rejects.toThrow(
      new StartupError('The migration 20200101000001_bad.sql failed (22P02).'),
    )
    const found =
      await database.sql`select to_regclass('good') as good, to_regclass('half') as half`
    expect([...found]).toEqual([{ good: 'good', half: null }])
  })

  it('begins anew after a first start that was interrupted', async () => {
    await mkdir(path.join(dataDir, 'cluster.new', 'base'), { recursive: true })
    expect(await (await start()).isAlive()).toBe(true)
    expect(await readdir(dataDir)).not.toContain('cluster.new')
  })

  it('ends within 3 s and takes its connections along', async () => {
    const database = await start()
    const guest = postgres(database.url, { max: 1, onclose: () => undefined })
    await guest`select 1`
    const pid = await pidIn(cluster())
    const begun = performance.now()
    await Promise.all([database.stop(), database.stop()])
    expect(performance.now() - begun).toBeLessThan(3_500)
    expect(await processIdentity(pid)).toBeUndefined()
    expect(await database.isAlive()).toBe(false)
    expect(await readdir(dataDir)).not.toContain('server.lock')
    await guest.end({ timeout: 0 })
  })
})

describe('a data directory already in use', () => {
  it('is refused to a second server, which touches nothing', async () => {
    const database = await start()
    const pid = await pidIn(cluster())
    const before = await readdir(dataDir)
    await expect(start()).rejects.toThrow(/already running on the data directory/)
    await expect(start({ databaseUrl: database.url })).rejects.toThrow(StartupError)
    expect(await readdir(dataDir)).toEqual(before)
    expect(await pidIn(cluster())).toBe(pid)
    expect(await database.isAlive()).toBe(true)
  })
})

describe('a PostgreSQL that outlived its Node process', () => {
  it('is ended before another one starts, and nothing is lost', async () => {
    const first = await start()
    await first.sql`create table kept (n int)`
    await first.stop()
    const placement = await choosePlacement(dataDir, await findBinaries())
    const orphan = await spawnServer(placement, await freePort(), path.join(dataDir, 'orphan.log'))
    const writer = postgres(await orphanUrl(first.url), { max: 1, onclose: () => undefined })
    await writer`insert into kept values (1)`
    const second = await start()
    await orphan?.ended
    expect(await processIdentity(orphan?.pid ?? 0)).toBeUndefined()
    expect([...(await second.sql`select n from kept`)]).toEqual([{ n: 1 }])
    await writer.end({ timeout: 0 })
  })

  it('is told from a stranger that bears its number', async () => {
    await (await start()).stop()
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
    const lines = [
      stranger.pid,
      cluster(),
      '1700000000',
      '5432',
      '',
      '127.0.0.1',
      '12345 1',
      'ready',
    ]
    await writeFile(path.join(cluster(), 'postmaster.pid'), `${lines.join('\n')}\n`)
    expect(await (await start()).isAlive()).toBe(true)
    expect(await processIdentity(stranger.pid ?? 0)).toBeDefined()
    stranger.kill('SIGKILL')
  })

  async function orphanUrl(earlier: string): Promise<string> {
    const url = new URL(earlier)
    url.port = String((await readPostmasterFile(cluster()))?.port)
    return url.href
  }
})

describe('a PostgreSQL that ends underneath', () => {
  it.each(['SIGKILL', 'SIGINT'] as const)(
    'by %s is started again on the same port',
    async (signal) => {
      const lines: string[] = []
      const database = await start({ log: { ...silentLog, error: (line) => lines.push(line) } })
      await database.sql`create table kept as select 1 as n`
      const pid = await pidIn(cluster())
      process.kill(pid, signal)
      await until(async () => !(await database.isAlive()))
      await until(() => database.isAlive())
      expect(await pidIn(cluster())).not.toBe(pid)
      expect([...(await database.sql`select n from kept`)]).toEqual([{ n: 1 }])
      expect(lines).toEqual(['The database ended unexpectedly; starting it again.'])
    },
  )

  it('is not alive while it does not answer', async () => {
    const database = await start()
    const pid = await pidIn(cluster())
    await database.sql.end({ timeout: 0 })
    expect(await database.isAlive()).toBe(false)
    expect(await processIdentity(pid)).toBeDefined()
  })
})

describe('what the operator can mend', () => {
  it('is named when the data directory is a file', async () => {
    await writeFile(dataDir, '')
    await expect(start()).rejects.toThrow(
      `The data directory ${dataDir} cannot be written (EEXIST).`,
    )
  })

  it('is named when the password of a cluster is gone', async () => {
    await mkdir(cluster(), { recursive: true })
    await expect(start()).rejects.toThrow(/database-password is missing; restore it/)
    expect(await readdir(dataDir)).toEqual(['cluster'])
  })

  it('is named when the cluster cannot start', async () => {
    await (await start()).stop()
    await rm(path.join(cluster(), 'global', 'pg_control'))
    await expect(start()).rejects.toThrow(/The database does not start; .*postgres\.log says why\./)
    expect(await readdir(dataDir)).not.toContain('server.lock')
  })
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}
