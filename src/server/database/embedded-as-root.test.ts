import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '../../../tests/support/cluster.ts'
import { startDatabase, type Database, type DatabaseOptions } from './database.ts'
import { readPostmasterFile } from './embedded/postmaster.ts'

let dir: string
let dataDir: string
const running: Database[] = []

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tagebuch-root-'))
  dataDir = path.join(dir, 'data')
})
afterEach(async () => {
  for (const database of running.splice(0)) await database.stop()
  await rm(dir, { recursive: true, force: true })
})

async function start(options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const database = await startDatabase({ dataDir, log: silentLog, ...options })
  running.push(database)
  return database
}

const pidIn = async (clusterDir: string) => (await readPostmasterFile(clusterDir))?.pid ?? 0
const cluster = () => path.join(dataDir, 'cluster')

describe.runIf(process.getuid?.() === 0)('as root', () => {
  it('runs in place in a home of mode 0700', async () => {
    await chmod(dir, 0o700)
    const database = await start()
    const [row] = await database.sql<
      { dir: string }[]
    >`select current_setting('data_directory') as dir`
    expect(row?.dir).toBe(cluster())
    const status = await readFile(`/proc/${await pidIn(cluster())}/status`, 'utf8')
    expect(status).toMatch(/^Uid:\s+0\s/m)
  })

  it(
    'moves to a system user where user namespaces are refused, and stays there',
    { tags: ['long'] },
    async () => {
      await chmod(dir, 0o700)
      const before = await start()
      await before.sql`create table kept as select 1 as n`
      await before.stop()
      const systemDir = await mkdtemp(path.join(os.tmpdir(), 'tagebuch-system-'))
      await chmod(systemDir, 0o755)
      try {
        for (const unshare of [false, true]) {
          const database = await start({ placement: { unshare, systemDir } })
          const [row] = await database.sql<{ dir: string; n: number }[]>`
          select current_setting('data_directory') as dir, n from kept`
          expect(row?.dir.startsWith(systemDir)).toBe(true)
          expect(row?.n).toBe(1)
          const status = await readFile(`/proc/${await pidIn(row?.dir ?? '')}/status`, 'utf8')
          expect(status).not.toMatch(/^Uid:\s+0\s/m)
          await database.stop()
        }
      } finally {
        await rm(systemDir, { recursive: true, force: true })
      }
    },
  )
})
