import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '../../settings/startup-error.ts'
import { run } from '../process-identity.ts'
import type { Placement } from './placed-process.ts'

/**
 * Throws a `StartupError` if another major version of PostgreSQL wrote the cluster's files, with
 * what to do. Called only after a failed start, because it starts a process.
 */
export async function requireSameMajor({ home, binaries }: Placement): Promise<void> {
  const written = await readFile(path.join(home, 'cluster', 'PG_VERSION'), 'utf8').catch(() => '')
  const said = await run(binaries.postgres, ['--version']).catch(() => ({ stdout: '' }))
  const [, runs] = /\(PostgreSQL\) (\d+)/.exec(said.stdout) ?? []
  if (runs === undefined || written.trim() === '' || written.trim() === runs) return
  throw new StartupError(
    `The database in ${home} was written by PostgreSQL ${written.trim()}, and this version of the ` +
      `program brings PostgreSQL ${runs}, which cannot read it. Run npm run backup with the version ` +
      'before, move DATA_DIR aside, and restore the file with this one ' +
      '(docs/operations.md "Going back"); nothing was changed.',
  )
}
