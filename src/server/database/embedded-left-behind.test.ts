import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { embedded } from '../../../tests/support/cluster.ts'
import {
  cluster,
  dataDir,
  pidIn,
  start,
  withDataDir,
} from '../../../tests/support/embedded-database.ts'
import { copyFirstStart } from '../../../tests/support/first-start.ts'
import { freePort } from '../../../tests/support/free-port.ts'
import type { Database } from './database.ts'
import { findBinaries } from './embedded/binaries.ts'
import { clusterProcesses, killClusterProcesses } from './embedded/cluster-processes.ts'
import { chooseListening, socketPath } from './embedded/listening.ts'
import { spawnPlaced, type Placement } from './embedded/placed-process.ts'
import { choosePlacement } from './embedded/placement.ts'
import { readPostmasterFile } from './embedded/postmaster.ts'
import { spawnServer } from './embedded/server-process.ts'
import { processIdentity } from './process-identity.ts'
import { Pool } from './pool.ts'
import { long } from '../../../tests/support/quick.ts'

const strangers: ChildProcess[] = []

withDataDir(async () => {
  for (const stranger of strangers.splice(0)) stranger.kill('SIGKILL')
  await killClusterProcesses(cluster())
})

/** A cluster that was used and stopped in order, and how to run its programs. */
async function usedCluster(): Promise<{ placement: Placement; first: Database }> {
  copyFirstStart(dataDir)
  const first = await start()
  await first.pool.run('create table kept (n int)')
  await first.stop()
  return { first, placement: await choosePlacement(dataDir, await findBinaries()) }
}

/** Somebody else's process. */
function stranger(): number {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  strangers.push(child)
  return child.pid ?? 0
}

/** The server of a killed Node process: without an owner, and running. */
async function orphanOf(placement: Placement) {
  const listening = await chooseListening(dataDir, placement)
  return spawnServer(placement, listening, path.join(dataDir, 'orphan.log'))
}

describe('a PostgreSQL that outlived its Node process', () => {
  it('is ended before another one starts, and nothing is lost', async () => {
    const { first, placement } = await usedCluster()
    const orphan = await orphanOf(placement)
    const writer = new Pool(first.connection, { name: 'test', max: 1 })
    await writer.run('insert into kept values (1)')
    const second = await start()
    await orphan?.ended
    expect(await processIdentity(orphan?.pid ?? 0)).toBeUndefined()
    expect(await second.pool.query(sql`select n from kept`)).toEqual([{ n: 1 }])
    await writer.end(0)
  })

  it(
    'is ended too when version 0.1.0 started it, on a port and with rules of its own',
    long,
    async () => {
      const { first, placement } = await usedCluster()
      await writeFile(
        path.join(cluster(), 'pg_hba.conf'),
        'local all all reject\nhost all all 127.0.0.1/32 scram-sha-256\n',
      )
      const port = await freePort()
      const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=']
      const words = settings.flatMap((setting) => ['-c', setting])
      const orphan = spawnPlaced(
        placement,
        placement.binaries.postgres,
        ['-D', cluster(), ...words],
        { stdio: 'ignore', detached: true },
      )
      const { user, password, database } = embedded(first.connection)
      await expect.poll(async () => (await readPostmasterFile(cluster()))?.status).toBe('ready')
      const writer = new Pool(
        { url: `postgres://${user}:${password}@127.0.0.1:${port}/${database}` },
        { name: 'test', max: 1 },
      )
      await writer.run('insert into kept values (2)')
      const second = await start()
      expect(await processIdentity(orphan.pid ?? 0)).toBeUndefined()
      expect(await second.pool.query(sql`select n from kept`)).toEqual([{ n: 2 }])
      expect('path' in second.connection).toBe(true)
      await writer.end(0)
    },
  )

  it('is ended also before it has written its number down', long, async () => {
    const { placement } = await usedCluster()
    const orphan = await orphanOf(placement)
    await rm(path.join(cluster(), 'postmaster.pid'))
    expect(await (await start()).isAlive()).toBe(true)
    expect(await processIdentity(orphan?.pid ?? 0)).toBeUndefined()
  })
})

describe.runIf(process.platform === 'linux')('a child of a killed PostgreSQL that holds on', () => {
  /** Stopped, it cannot notice that its server is gone: what a busy machine does for a while. */
  async function holdOn(database: Pick<Database, 'pool'>): Promise<void> {
    const [row] = await database.pool.query<{ pid: number }>(sql`
      select pid from pg_stat_activity where backend_type = 'checkpointer'`)
    process.kill(row?.pid ?? 0, 'SIGSTOP')
  }

  it('is ended by the next start', long, async () => {
    const { first, placement } = await usedCluster()
    const orphan = await orphanOf(placement)
    const pool = new Pool(first.connection, { name: 'test', max: 1 })
    await pool.run('insert into kept values (3)')
    await holdOn({ pool })
    await pool.end(0)
    process.kill(orphan?.pid ?? 0, 'SIGKILL')
    await orphan?.ended
    expect(await clusterProcesses(cluster())).not.toHaveLength(0)
    const second = await start()
    expect(await second.pool.query(sql`select n from kept`)).toEqual([{ n: 3 }])
  })

  it('is ended by a Node process that lives on, and the database comes back', long, async () => {
    copyFirstStart(dataDir)
    const database = await start()
    const before = await pidIn(cluster())
    await holdOn(database)
    process.kill(before, 'SIGKILL')
    await expect.poll(() => database.isAlive()).toBe(false)
    await expect.poll(() => database.isAlive()).toBe(true)
    expect(await pidIn(cluster())).not.toBe(before)
  })
})

describe('what a crash left in the files', () => {
  /** As PostgreSQL writes it, with somebody else's number. */
  const notOurs = (pid: number) =>
    [pid, cluster(), '1700000000', '5432', '', '', '12345 1', 'ready', ''].join('\n')

  it('does not end another process with the number in postmaster.pid or in the lock of the socket', async () => {
    copyFirstStart(dataDir)
    const pid = stranger()
    await mkdir(path.join(dataDir, 'socket'), { recursive: true })
    const lock = `${socketPath(path.join(dataDir, 'socket'))}.lock`
    for (const file of [path.join(cluster(), 'postmaster.pid'), lock])
      await writeFile(file, notOurs(pid))
    expect(await (await start()).isAlive()).toBe(true)
    expect(await processIdentity(pid)).toBeDefined()
    expect(await readFile(lock, 'utf8')).not.toContain(String(pid))
  })

  it('does not prevent a start if postmaster.pid is empty', long, async () => {
    copyFirstStart(dataDir)
    await writeFile(path.join(cluster(), 'postmaster.pid'), '')
    expect(await (await start()).isAlive()).toBe(true)
  })

  it('is removed while the initdb that made it still writes', long, async () => {
    const binaries = await findBinaries()
    await mkdir(dataDir, { mode: 0o700 })
    const placement = await choosePlacement(dataDir, binaries)
    const draft = path.join(dataDir, 'cluster.new')
    const initdb = spawnPlaced(placement, binaries.initdb, ['-D', draft, '--no-sync'], {
      stdio: 'ignore',
    })
    const ended = once(initdb, 'close')
    await expect
      .poll(async () => (await readdir(draft).catch(() => [])).length, { interval: 5 })
      .toBeGreaterThan(0)
    process.kill(initdb.pid ?? 0, 'SIGSTOP')
    expect(await (await start()).isAlive()).toBe(true)
    expect(await readdir(dataDir)).not.toContain('cluster.new')
    await ended
  })
})

describe('a data directory whose cluster is gone', () => {
  it('stops the start, which begins no new journal, and goes on once it is back', async () => {
    await usedCluster()
    await rename(cluster(), `${cluster()}-elsewhere`)
    const before = await readdir(dataDir)
    await expect(start()).rejects.toThrow(
      /was used before, and its database \S+cluster is missing\./,
    )
    expect(await readdir(dataDir)).toEqual(before)
    await rename(`${cluster()}-elsewhere`, cluster())
    const again = await start()
    expect(await again.pool.query(sql`select n from kept`)).toEqual([])
  })

  it('may have held the keys and the backups of a journal in another database', long, async () => {
    await mkdir(dataDir, { mode: 0o700 })
    await writeFile(path.join(dataDir, 'keys.json'), '{}')
    expect(await (await start()).isAlive()).toBe(true)
  })
})
