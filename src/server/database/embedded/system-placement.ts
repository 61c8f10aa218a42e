import { randomUUID } from 'node:crypto'
import { cp, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { StartupError } from '../../settings/startup-error.ts'
import type { Binaries } from './binaries.ts'
import { placementWorks, type Placement } from './placed-process.ts'
import { chownTree, ownerOf, systemUser } from './system-user.ts'

const noteName = 'database-location.json'
const noteSchema = v.pipe(v.string(), v.parseJson(), v.object({ home: v.string() }))

/** The placement that DATA_DIR notes, if its cluster was moved to a system user. */
export async function notedPlacement(direct: Placement): Promise<Placement | undefined> {
  const home = await movedHome(direct.home)
  return home === undefined ? undefined : placementIn(home, direct)
}

/** The folder that DATA_DIR notes; undefined if its cluster was not moved. */
export async function movedHome(dataDir: string): Promise<string | undefined> {
  const notePath = path.join(dataDir, noteName)
  const text = await readFile(notePath, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const note = v.safeParse(noteSchema, text)
  if (!note.success) throw new StartupError(`${notePath} cannot be read.`)
  return note.output.home
}

/**
 * For machines that refuse user namespaces: the cluster belongs to a system user, in a folder of
 * its own that DATA_DIR notes. A cluster that already exists is copied there; its old folder is
 * kept under another name. Throws `StartupError` if that fails too.
 */
export async function moveToSystemUser(direct: Placement, systemDir: string): Promise<Placement> {
  const dataDir = direct.home
  const owner = await systemUser()
  const home = path.join(systemDir, randomUUID())
  const oldCluster = path.join(dataDir, 'cluster')
  const hasCluster = (await ownerOf(oldCluster)) !== undefined
  try {
    await mkdir(systemDir, { recursive: true, mode: 0o755 })
    await mkdir(home, { mode: 0o700 })
    if (hasCluster) {
      await cp(oldCluster, path.join(home, 'cluster'), {
        recursive: true,
        preserveTimestamps: true,
      })
    }
    await chownTree(home, owner)
    const placement = await placementIn(home, direct)
    if (!(await placementWorks(placement))) throw new Error('probe failed')
    // From here on the copy is in use.
    await writeFile(path.join(dataDir, noteName), JSON.stringify({ home }), { mode: 0o600 })
    if (hasCluster) await rename(oldCluster, path.join(dataDir, 'cluster.before-move'))
    return placement
  } catch {
    throw new StartupError(
      `PostgreSQL refuses to run as root, and neither a user namespace nor a folder in ${systemDir} worked; start the server as another user.`,
    )
  }
}

async function placementIn(home: string, direct: Placement): Promise<Placement> {
  const owner = await ownerOf(home)
  if (owner === undefined) throw new StartupError(`The database is gone from ${home}.`)
  const binaries = await copyBinaries(direct.binaries, path.dirname(home))
  return { ...direct, binaries, home, owner }
}

/**
 * The programs may be in a home that only root can enter. One copy per version, identified by size
 * and time.
 */
async function copyBinaries(binaries: Binaries, systemDir: string): Promise<Binaries> {
  const source = path.resolve(path.dirname(binaries.postgres), '..')
  const { size, mtimeMs } = await stat(binaries.postgres)
  const target = path.join(systemDir, `postgresql-${size}-${Math.trunc(mtimeMs)}`)
  if ((await ownerOf(target)) === undefined) {
    const draft = `${target}.${process.pid}`
    await cp(source, draft, { recursive: true, verbatimSymlinks: true })
    await rename(draft, target)
  }
  const inCopy = (file: string) => path.join(target, 'bin', path.basename(file))
  return { postgres: inCopy(binaries.postgres), initdb: inCopy(binaries.initdb) }
}
