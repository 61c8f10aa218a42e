import { randomUUID } from 'node:crypto'
import { chown, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '../../settings/startup-error.ts'
import { flushFolder } from '../data-dir.ts'
import { killClusterProcesses } from './cluster-processes.ts'
import { spawnPlaced, writeForServer, type Placement } from './placed-process.ts'
import { ownerOf } from './system-user.ts'

const draftPrefix = 'cluster.new'

/**
 * Creates the cluster folder with `initdb` unless it exists. Encoding and sort order do not depend on
 * the machine: UTF-8 and code points. It is written under another name and renamed once complete and
 * on disk, so an interrupted first start leaves nothing that looks like a database. The name is
 * new each time: an `initdb` that outlived its Node process goes on writing under its own.
 * Throws `StartupError` when `initdb` fails.
 */
export async function createCluster(placement: Placement, password: string): Promise<void> {
  const clusterDir = path.join(placement.home, 'cluster')
  await removeDrafts(placement.home)
  if ((await ownerOf(clusterDir)) !== undefined) return
  const draftDir = path.join(placement.home, `${draftPrefix}-${randomUUID()}`)
  const passwordPath = path.join(placement.home, 'initdb-password')
  try {
    await mkdir(draftDir, { mode: 0o700 })
    if (placement.owner !== undefined)
      await chown(draftDir, placement.owner.uid, placement.owner.gid)
    await writeForServer(placement, passwordPath, password)
    await runInitdb(placement, draftDir, passwordPath)
  } finally {
    await rm(passwordPath, { force: true })
  }
  await rename(draftDir, clusterDir)
  await flushFolder(placement.home)
}

/** Removes what interrupted first starts left; a draft that cannot be removed yet does not stop the start. */
async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(draftPrefix)) continue
    const draftDir = path.join(home, name)
    await killClusterProcesses(draftDir)
    await rm(draftDir, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function runInitdb(
  placement: Placement,
  draftDir: string,
  passwordPath: string,
): Promise<void> {
  const child = spawnPlaced(
    placement,
    placement.binaries.initdb,
    [
      '-D',
      draftDir,
      '--username=postgres',
      `--pwfile=${passwordPath}`,
      '--auth-host=scram-sha-256',
      '--auth-local=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const lines: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => lines.push(text))
  const code = await new Promise<number | string | null>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    child.once('close', resolve)
  })
  if (code === 0) return
  await rm(draftDir, { recursive: true, force: true })
  const reason = lines
    .join('')
    .split('\n')
    .find((line) => /error|fatal|could not/i.test(line))
  throw new StartupError(
    `The database cannot be created in ${placement.home}: ${reason ?? `initdb ended with ${code}`}`,
  )
}
