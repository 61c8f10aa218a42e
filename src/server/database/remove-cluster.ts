import { rm } from 'node:fs/promises'
import path from 'node:path'
import { endOrphan } from './embedded/postmaster.ts'
import { movedHome } from './embedded/root-placement.ts'

/**
 * Removes a data directory with its embedded cluster, wherever that is, and ends a server that a
 * killed process left on it. Only for one that holds no one's data. A missing one is a success.
 */
export async function removeCluster(dataDir: string): Promise<void> {
  for (const home of [dataDir, await movedHome(dataDir)]) {
    if (home === undefined) continue
    await endOrphan(path.join(home, 'cluster'))
    await rm(home, { recursive: true, force: true })
  }
}
