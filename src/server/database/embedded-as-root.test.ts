import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import {
  cluster,
  dataDir,
  dir,
  modeOf,
  pidIn,
  start,
  withDataDir,
} from '../../../tests/support/embedded-database.ts'
import type { Database } from './database.ts'
import { chownTree, ownerOf, systemUser } from './embedded/system-user.ts'
import { long } from '../../../tests/support/quick.ts'

withDataDir()

/** Starts on a folder that only root can enter, writes a table and stops: files of root. */
async function startOnce(): Promise<void> {
  await chmod(dir, 0o700)
  const database = await start()
  await database.pool.run('create table kept as select 1 as n')
  await database.stop()
}

/** The cluster's folder, the user whose process runs on it, and the table's rows. */
async function stateOf(database: Database) {
  const [row] = await database.pool.query<{ dir: string; n: number }>(sql`
    select current_setting('data_directory') as dir, n from kept`)
  const status = await readFile(`/proc/${await pidIn(row?.dir ?? '')}/status`, 'utf8')
  return { dir: row?.dir, n: row?.n, uid: Number(/^Uid:\s+(\d+)\s/m.exec(status)?.[1]) }
}

/** Every user who owns something in a folder. */
async function ownersIn(folder: string): Promise<Set<number | undefined>> {
  const names = await readdir(folder, { recursive: true })
  const owners = await Promise.all(names.map(async (name) => ownerOf(path.join(folder, name))))
  return new Set([...owners, await ownerOf(folder)].map((owner) => owner?.uid))
}

describe.runIf(process.getuid?.() === 0)('PostgreSQL for root', () => {
  it('runs in place, as root, in a home that only root can enter', async () => {
    await startOnce()
    expect(await stateOf(await start())).toEqual({ dir: cluster(), n: 1, uid: 0 })
    expect(await ownersIn(cluster())).toEqual(new Set([0]))
  })

  it('runs in place as a system user elsewhere, to whom the cluster of root is given', async () => {
    await startOnce()
    await chmod(dir, 0o755)
    const { uid } = await systemUser()
    for (const unshare of [true, false]) {
      const database = await start({ placement: { unshare } })
      expect(await stateOf(database)).toEqual({ dir: cluster(), n: 1, uid })
      await database.stop()
    }
    expect(await ownersIn(cluster())).toEqual(new Set([uid]))
    expect((await ownerOf(dataDir))?.uid).toBe(0)
    expect(await modeOf(dataDir)).toBe('710')
  })

  it('finishes what an interrupted start began to give', long, async () => {
    await startOnce()
    await chmod(dir, 0o755)
    const { uid, gid } = await systemUser()
    await chown(path.join(cluster(), 'PG_VERSION'), uid, gid)
    expect(await stateOf(await start())).toEqual({ dir: cluster(), n: 1, uid })
    expect(await ownersIn(cluster())).toEqual(new Set([uid]))
  })

  it('begins as a system user', long, async () => {
    await chmod(dir, 0o755)
    const database = await start({ placement: { unshare: false } })
    await database.pool.run('create table kept as select 1 as n')
    expect(await stateOf(database)).toMatchObject({ dir: cluster(), uid: (await systemUser()).uid })
    expect(await ownersIn(cluster())).toEqual(new Set([(await systemUser()).uid]))
  })

  it('goes on where an earlier version moved the cluster', async () => {
    await startOnce()
    const systemDir = await mkdtemp(path.join(os.tmpdir(), 'tagebuch-system-'))
    await chmod(systemDir, 0o755)
    const home = path.join(systemDir, 'moved')
    const owner = await systemUser()
    try {
      await mkdir(home, { mode: 0o700 })
      await rename(cluster(), path.join(home, 'cluster'))
      await chownTree(home, owner)
      await writeFile(path.join(dataDir, 'database-location.json'), JSON.stringify({ home }))
      const moved = { dir: path.join(home, 'cluster'), n: 1, uid: owner.uid }
      for (const unshare of [false, true]) {
        const database = await start({ placement: { unshare } })
        expect(await stateOf(database)).toEqual(moved)
        await database.stop()
      }
      await rm(home, { recursive: true })
      await expect(start()).rejects.toThrow(`The database is gone from ${home}.`)
    } finally {
      await rm(systemDir, { recursive: true, force: true })
    }
  })

  it('is refused where no way is left, with a DATA_DIR that works, and changes nothing', async () => {
    await startOnce()
    const before = await readdir(dataDir)
    await expect(start({ placement: { unshare: false } })).rejects.toThrow(
      `cannot enter ${dir} (move ${dataDir} to a folder such as /var/lib/unser-tagebuch, and name that in DATA_DIR)`,
    )
    expect(await readdir(dataDir)).toEqual(before)
    expect(await ownersIn(dataDir)).toEqual(new Set([0]))
    expect(await modeOf(dataDir)).toBe('700')
  })
})
