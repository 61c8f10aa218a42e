import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { embedded, migrationsDir, silentLog } from '../../../tests/support/cluster.ts'
import { StartupError } from '../settings/startup-error.ts'
import { startDatabase, type Database } from './database.ts'
import { readPostmasterFile } from './embedded/postmaster.ts'
import { prepareDatabase } from './prepare-database.ts'
import { processIdentity } from './process-identity.ts'
import { Pool } from './pool.ts'
import { inShort } from '../../../tests/support/quick.ts'

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
    await first.pool.run("create table kept as select 'Žuta ćuprija' as text")
    await first.stop()
    const second = await start()
    expect(await second.pool.query(sql`select text from kept`)).toEqual([{ text: 'Žuta ćuprija' }])
    expect(await modeOf(dataDir)).toBe('700')
    expect(await modeOf(cluster())).toBe('700')
    for (const file of ['database-password', 'postgres.log', 'server.lock']) {
      expect([file, await modeOf(path.join(dataDir, file))]).toEqual([file, '600'])
    }
  })

  it(
    'is durable, logical, in UTC, on no network, and sorts alike everywhere',
    { tags: ['long'] },
    async () => {
      const { pool } = await start()
      const show = async (name: string) => {
        const [row] = await pool.query<{ is: string }>(sql`select current_setting(${name}) as is`)
        return row?.is
      }
      expect(await show('fsync')).toBe('on')
      expect(await show('synchronous_commit')).toBe('on')
      expect(await show('full_page_writes')).toBe('on')
      expect(await show('wal_level')).toBe('logical')
      expect(await show('TimeZone')).toBe('UTC')
      expect(await show('listen_addresses')).toBe('')
      expect(await show('server_encoding')).toBe('UTF8')
      const letters = sql`select x from unnest(array['ä','Z','a','ž']) x order by x`
      expect(await pool.query(letters)).toEqual(['Z', 'a', 'ä', 'ž'].map((x) => ({ x })))
    },
  )

  it('asks every connection for its password', async () => {
    const { connection } = await start()
    const wrong = { ...embedded(connection), password: 'falsch' }
    const client = new Pool(wrong, { name: 'test', max: 1 })
    await expect(client.run('select 1')).rejects.toMatchObject({ code: '28P01' })
    await client.end()
  })

  it('writes no row values into its log for any failure', async () => {
    const { pool } = await start()
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
    expect(await readFile(path.join(dataDir, 'postgres.log'), 'utf8')).not.toContain('geheim')
  })

  it('migrates once, and then finds quickly that nothing is new', async () => {
    const database = await start()
    await prepareDatabase(database, migrationsDir)
    const noted = sql`select version, name from supabase_migrations.schema_migrations order by 1`
    const read = () => database.pool.query(noted)
    const before = await read()
    expect(before.length).toBe((await readdir(migrationsDir)).length)
    await prepareDatabase(database, migrationsDir)
    expect(await read()).toEqual(before)
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
      new StartupError(
        'The migration 20200101000001_bad.sql failed (22P02); the database is as it was before.',
      ),
    )
    const tables = sql`select to_regclass('good') as good, to_regclass('half') as half`
    // The one before it too: what ran last still fits this database.
    expect(await database.pool.query(tables)).toEqual([{ good: null, half: null }])
  })

  it(
    'refuses the files of another major version of PostgreSQL, and says what to do',
    { tags: ['long'] },
    async () => {
      const database = await start()
      await database.stop()
      await writeFile(path.join(dataDir, 'cluster', 'PG_VERSION'), '17\n')
      await expect(start()).rejects.toThrow(
        /was written by PostgreSQL 17, and this .* brings PostgreSQL 18, .* npm run backup .* restore/,
      )
      expect(await readdir(dataDir)).not.toContain('server.lock')
    },
  )

  it(
    'refuses a database that a newer version has brought further, and changes nothing',
    { tags: ['long'] },
    async () => {
      const database = await start()
      await prepareDatabase(database, migrationsDir)
      await database.pool.query(sql`
      insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`)
      await expect(prepareDatabase(database, migrationsDir)).rejects.toThrow(
        /brought to schema 29990101000000 by a newer version .* nothing was changed/,
      )
    },
  )

  it('starts again after an interrupted first start', { tags: ['long'] }, async () => {
    await mkdir(path.join(dataDir, 'cluster.new', 'base'), { recursive: true })
    expect(await (await start()).isAlive()).toBe(true)
    expect(await readdir(dataDir)).not.toContain('cluster.new')
  })

  it('ends with its connections', { tags: ['long'] }, async () => {
    const database = await start()
    const guest = new Pool(database.connection, { name: 'test', max: 1 })
    await guest.run('select 1')
    const pid = await pidIn(cluster())
    await Promise.all([database.stop(), database.stop()])
    expect(await processIdentity(pid)).toBeUndefined()
    expect(await database.isAlive()).toBe(false)
    expect(await readdir(dataDir)).not.toContain('server.lock')
    await guest.end(0)
  })
})

describe('a data directory already in use', () => {
  it('is refused to a second server, which touches nothing', { tags: ['long'] }, async () => {
    const database = await start()
    const pid = await pidIn(cluster())
    const before = await readdir(dataDir)
    await expect(start()).rejects.toThrow(/already running on the data directory/)
    await expect(start({ databaseUrl: 'postgres://127.0.0.1:9/journal' })).rejects.toThrow(
      StartupError,
    )
    expect(await readdir(dataDir)).toEqual(before)
    expect(await pidIn(cluster())).toBe(pid)
    expect(await database.isAlive()).toBe(true)
  })
})

describe('a PostgreSQL that ends while the server runs', () => {
  it.each(inShort(1, ['SIGKILL', 'SIGINT'] as const))(
    'by %s is started again on the same socket',
    { tags: ['long'] },
    async (signal) => {
      const lines: string[] = []
      const database = await start({ log: { ...silentLog, error: (line) => lines.push(line) } })
      await database.pool.run('create table kept as select 1 as n')
      const pid = await pidIn(cluster())
      process.kill(pid, signal)
      await until(async () => !(await database.isAlive()))
      await until(() => database.isAlive())
      expect(await pidIn(cluster())).not.toBe(pid)
      expect(await database.pool.query(sql`select n from kept`)).toEqual([{ n: 1 }])
      expect(lines).toEqual(['The database ended unexpectedly; starting it again.'])
    },
  )

  it(
    'again and again is one line of its end and one of its return',
    { tags: ['long'] },
    async () => {
      const lines: string[] = []
      const log = {
        info: (line: string) => void lines.push(line),
        error: (line: string) => void lines.push(line),
      }
      const database = await start({ log })
      for (let round = 0; round < 3; round += 1) {
        const pid = await pidIn(cluster())
        process.kill(pid, 'SIGKILL')
        await until(async () => (await pidIn(cluster())) !== pid && (await database.isAlive()))
      }
      expect(lines).toEqual([
        'The database ended unexpectedly; starting it again.',
        'The database runs again.',
      ])
    },
  )

  it(
    'with its whole folder is waited for, in one line, and goes on when it is back',
    { tags: ['long'] },
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

  it('is not alive while it does not answer', { tags: ['long'] }, async () => {
    const database = await start()
    const pid = await pidIn(cluster())
    await database.pool.end(0)
    expect(await database.isAlive()).toBe(false)
    expect(await processIdentity(pid)).toBeDefined()
  })
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

  it('is named when the cluster cannot start', { tags: ['long'] }, async () => {
    await (await start()).stop()
    await rm(path.join(cluster(), 'global', 'pg_control'))
    await expect(start()).rejects.toThrow(/The database does not start; .*postgres\.log says why\./)
    expect(await readdir(dataDir)).not.toContain('server.lock')
  })
})
