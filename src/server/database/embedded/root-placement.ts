import { chmod, chown, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { StartupError } from '../../settings/startup-error.ts'
import type { Binaries } from './binaries.ts'
import { tryPlacement, type Placement } from './placed-process.ts'
import { chownTree, ownerOf, systemUser } from './system-user.ts'
import { jsonText, parseIfValid } from '../../../domain/parse.ts'

const noteName = 'database-location.json'
const noteSchema = jsonText(v.object({ home: v.string() }))

/** The folder to which an earlier version moved the cluster of DATA_DIR; undefined if it is in DATA_DIR. */
export async function movedHome(dataDir: string): Promise<string | undefined> {
  const notePath = path.join(dataDir, noteName)
  const text = await readFile(notePath, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const note = parseIfValid(noteSchema, text)
  if (note === undefined) throw new StartupError(`${notePath} cannot be read.`)
  return note.home
}

/**
 * PostgreSQL refuses to be root: it runs as the owner of the cluster, else as a system user. Where that user cannot
 * enter the folders above, it runs as root with `namespace`, in which root has another name; its files stay root's.
 * Changes nothing, `giveCluster` does. Throws `StartupError` if this machine offers no way at all.
 */
export async function placementForRoot(
  direct: Placement,
  namespace: readonly string[] | undefined,
): Promise<Placement> {
  const noted = await movedHome(direct.home)
  const home = noted ?? direct.home
  const homeOwner = await ownerOf(home)
  if (homeOwner === undefined) throw new StartupError(`The database is gone from ${home}.`)
  const clusterOwner = await ownerOf(path.join(home, 'cluster'))
  const owner = [clusterOwner, homeOwner].find((one) => one !== undefined && one.uid !== 0)
  const spawned = { ...direct, home, owner: owner ?? (await systemUser()) }
  // A folder of root can be opened to the user.
  const above = homeOwner.uid === 0 ? path.dirname(home) : home
  const found = await tryPlacement(spawned, above)
  if (found.enters && found.runs) return spawned
  if (noted !== undefined && found.enters) {
    const binaries = await copiedBinaries(direct.binaries, path.dirname(noted))
    if (binaries !== undefined) return { ...spawned, binaries }
  }
  if (namespace !== undefined && (clusterOwner?.uid ?? 0) === 0) {
    const renamed = { ...direct, home, prefix: namespace }
    const { enters, runs } = await tryPlacement(renamed, home)
    if (enters && runs) return renamed
  }
  throw new StartupError(refusal(spawned, above, found))
}

function refusal(
  { home, owner, binaries }: Placement,
  above: string,
  found: { readonly enters: boolean; readonly runs: boolean },
): string {
  const dataDir = `enter ${above} (move ${home} to a folder such as /var/lib/unser-tagebuch, and name that in DATA_DIR)`
  const programs = `run the programs in ${path.dirname(binaries.postgres)} (install the journal below a folder such as /opt)`
  const missing = [...(found.enters ? [] : [dataDir]), ...(found.runs ? [] : [programs])]
  return `PostgreSQL refuses to run as root, and user ${owner?.uid} cannot ${missing.join(' nor ')}; or start the server as another user. Nothing was changed.`
}

/** An earlier version copied the programs beside a cluster that it moved, because only root could enter their folder. */
async function copiedBinaries(
  { postgres, initdb }: Binaries,
  systemDir: string,
): Promise<Binaries | undefined> {
  const { size } = await stat(postgres)
  const names = await readdir(systemDir)
  const copy = names.find((name) => new RegExp(`^postgresql-${size}-\\d+$`).test(name))
  if (copy === undefined) return undefined
  const inCopy = (file: string) => path.join(systemDir, copy, 'bin', path.basename(file))
  return { postgres: inCopy(postgres), initdb: inCopy(initdb) }
}

/** Lets the user of a placement into root's folder, and gives that user root's cluster; call it while no server runs. */
export async function giveCluster({ home, owner }: Placement): Promise<void> {
  if (owner === undefined) return
  const { uid, mode } = await stat(home)
  if (uid === 0 && (mode & 0o001) === 0) {
    await chown(home, 0, owner.gid)
    await chmod(home, (mode & 0o7777) | 0o010)
  }
  const cluster = path.join(home, 'cluster')
  if ((await ownerOf(cluster))?.uid === 0) await chownTree(cluster, owner)
}
