import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { embedded, silentLog } from '../../../tests/support/cluster.ts'
import {
  cluster,
  dataDir,
  dir,
  modeOf,
  pidIn,
  start,
  withDataDir,
} from '../../../tests/support/embedded-database.ts'
import { copyFirstStart } from '../../../tests/support/first-start.ts'
import { StartupError } from '../settings/startup-error.ts'
import { startDatabase, type Database } from './database.ts'
import { processIdentity } from './process-identity.ts'
import { Pool } from './pool.ts'
import { long } from '../../../tests/support/quick.ts'

withDataDir()

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(20)
}

describe('the embedded database of a new data directory', () => {
  it('is made for this machine’s user alone, also after an interrupted first start, and keeps what is written', async () => {
    await mkdir(path.join(dataDir, 'cluster.new', 'base'), { recursive: true, mode: 0o700 })
    const first = await start()
    await first.pool.run("create table kept as select 'Žuta ćuprija' as text")
    await first.stop()
    const second = await start()
    expect(await second.pool.query(sql`select text from kept`)).toEqual([{ text: 'Žuta ćuprija' }])
    expect(await readdir(dataDir)).not.toContain('cluster.new')
    expect(await modeOf(dataDir)).toBe('700')
    expect(await modeOf(cluster())).toBe('700')
    for (const file of ['database-password', 'postgres.log', 'server.lock']) {
      expect([file, await modeOf(path.join(dataDir, file))]).toEqual([file, '600'])
    }
  })
})

describe('a running database', () => {
  let home: string
  let database: Database
  let pid: number
  beforeAll(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'tagebuch-embedded-'))
    copyFirstStart(home)
    database = await startDatabase({ dataDir: home, log: silentLog })
    pid = await pidIn(path.join(home, 'cluster'))
  })
  afterAll(async () => {
    await database.stop()
    await rm(home, { recursive: true, force: true })
  })

  it('is durable, logical, in UTC, on no network, and sorts alike everywhere', async () => {
    const names = 'fsync synchronous_commit full_page_writes wal_level TimeZone listen_addresses'
    const shown = await database.pool.query<{ is: string }>(sql`
      select current_setting(name) as is from unnest(${`${names} server_encoding`.split(' ')}::text[]) name`)
    expect(shown.map(({ is }) => is)).toEqual(['on', 'on', 'on', 'logical', 'UTC', '', 'UTF8'])
    const letters = sql`select x from unnest(array['ä','Z','a','ž']) x order by x`
    expect(await database.pool.query(letters)).toEqual(['Z', 'a', 'ä', 'ž'].map((x) => ({ x })))
  })

  it('asks every connection for its password', async () => {
    const wrong = { ...embedded(database.connection), password: 'falsch' }
    const client = new Pool(wrong, { name: 'test', max: 1 })
    await expect(client.run('select 1')).rejects.toMatchObject({ code: '28P01' })
    await client.end()
  })

  it('writes no row values into its log for any failure', async () => {
    const { pool } = database
    await pool.run('create table t (d timestamptz, n int check (n < 0), unique (d))')
    for (const statement of [
      `insert into t (d) values ('geheimer Text')`,
      `select * from "geheimer Text"`,
      `insert into t (n) values (length('geheimer Text'))`,
      `do $$ begin raise exception 'geheimer Text'; end $$`,
      `do $$ begin raise warning 'geheimer Text'; end $$`,
    ]) {
      await pool.run(statement).catch(() => undefined)
    }
    await pool.query(sql`insert into t (d) values (${'geheimer Text'})`).catch(() => undefined)
    expect(await readFile(path.join(home, 'postgres.log'), 'utf8')).not.toContain('geheim')
  })

  it('is refused to a second server, which touches nothing', async () => {
    const before = await readdir(home)
    await expect(start({ dataDir: home })).rejects.toThrow(/already running on the data directory/)
    const databaseUrl = 'postgres://127.0.0.1:9/journal'
    await expect(start({ dataDir: home, databaseUrl })).rejects.toThrow(StartupError)
    expect(await readdir(home)).toEqual(before)
    expect(await pidIn(path.join(home, 'cluster'))).toBe(pid)
    expect(await database.isAlive()).toBe(true)
  })

  it('is not alive while it does not answer, and ends with its connections', async () => {
    const guest = new Pool(database.connection, { name: 'test', max: 1 })
    await guest.run('select 1')
    await database.pool.end(0)
    expect(await database.isAlive()).toBe(false)
    expect(await processIdentity(pid)).toBeDefined()
    await Promise.all([database.stop(), database.stop()])
    expect(await processIdentity(pid)).toBeUndefined()
    expect(await database.isAlive()).toBe(false)
    expect(await readdir(home)).not.toContain('server.lock')
    await guest.end(0)
  })
})

describe('a PostgreSQL that ends while the server runs', () => {
  beforeEach(() => copyFirstStart(dataDir))

  it('is started again on the same socket, each time, with one line of its end and one of its return', async () => {
    const lines: string[] = []
    const note = (line: string) => void lines.push(line)
    const database = await start({ log: { info: note, error: note } })
    await database.pool.run('create table kept as select 1 as n')
    for (const signal of ['SIGKILL', 'SIGINT', 'SIGKILL'] as const) {
      const pid = await pidIn(cluster())
      process.kill(pid, signal)
      await until(async () => (await pidIn(cluster())) !== pid && (await database.isAlive()))
      expect(await database.pool.query(sql`select n from kept`)).toEqual([{ n: 1 }])
    }
    expect(lines).toEqual([
      'The database ended unexpectedly; starting it again.',
      'The database runs again.',
    ])
  })

  it(
    'with its whole folder is waited for, in one line, and goes on when it is back',
    long,
    async () => {
      const lines: string[] = []
      const log = { ...silentLog, error: (line: string) => void lines.push(line) }
      const database = await start({ log })
      await database.pool.run('create table kept as select 1 as n')
      const pid = await pidIn(cluster())
      await rename(dataDir, `${dataDir}-away`)
      process.kill(pid, 'SIGKILL')
      await until(async () => lines.length > 1)
      const before = process.cpuUsage()
      await delay(1000)
      const { user, system } = process.cpuUsage(before)
      // In microseconds: it waits, and does not ask without a pause.
      expect(user + system).toBeLessThan(500_000)
      expect(await readdir(dir)).toEqual(['data-away'])
      await rename(`${dataDir}-away`, dataDir)
      await until(async () => database.isAlive())
      expect(await database.pool.query(sql`select n from kept`)).toEqual([{ n: 1 }])
      expect(lines).toEqual([
        'The database ended unexpectedly; starting it again.',
        expect.stringContaining('cluster is gone. Put the data directory back'),
      ])
    },
  )
})

describe('a mistake that the operator can correct', () => {
  it('is named when the data directory is a file', async () => {
    await writeFile(dataDir, '')
    await expect(start()).rejects.toThrow(
      `The data directory ${dataDir} cannot be written (EEXIST); name another in DATA_DIR.`,
    )
  })

  it('is named when the password of a cluster is gone', async () => {
    await mkdir(cluster(), { recursive: true })
    await expect(start()).rejects.toThrow(/database-password is missing\. Put back your own copy/)
    expect(await readdir(dataDir)).toEqual(['cluster'])
  })

  it('is named when PostgreSQL of another major version wrote the cluster', async () => {
    copyFirstStart(dataDir)
    await writeFile(path.join(cluster(), 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(
      /was written by PostgreSQL 17, and this .* brings PostgreSQL 18, .* npm run backup .* restore/,
    )
    expect(await readdir(dataDir)).not.toContain('server.lock')
  })

  it('is named when the cluster cannot start', long, async () => {
    copyFirstStart(dataDir)
    await rm(path.join(cluster(), 'global', 'pg_control'))
    await expect(start()).rejects.toThrow(/The database does not start; .*postgres\.log says why\./)
    expect(await readdir(dataDir)).not.toContain('server.lock')
  })
})
