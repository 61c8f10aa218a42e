import { constants, cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The variable with the data directory of a server that was started once and stopped. */
export const firstStartEnv = 'TEST_FIRST_START'

/** The options of a server that matter to its first start. */
interface FirstStartOptions {
  readonly config?: { readonly partners?: unknown } | string
  readonly env?: Readonly<Record<string, string>>
}

/**
 * A fresh data directory. Where only the sample's people and the embedded database are asked for, it is a
 * copy of the one the run prepared, which saves a first start: `initdb`, migrations and hashing. A
 * cluster that root had to put elsewhere is not in that folder, and cannot be copied.
 */
export function newDataDir({ config, env = {} }: FirstStartOptions): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagebuch-'))
  const hasOwnPeople = typeof config === 'string' || config?.partners !== undefined
  const startsAnew = Object.keys(env).some((key) => /^(DATABASE_URL|JOURNAL_PASSWORD_.)$/.test(key))
  if (!hasOwnPeople && !startsAnew) copyFirstStart(folder)
  return folder
}

/** Puts the run's prepared data directory there, where it can be copied. */
export function copyFirstStart(folder: string): void {
  const source = process.env[firstStartEnv] ?? ''
  if (!existsSync(path.join(source, 'cluster'))) return
  cpSync(source, folder, {
    recursive: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
  })
}
