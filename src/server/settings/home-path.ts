import { readdirSync } from 'node:fs'
import path from 'node:path'

/** `DATA_DIR` or `BACKUP_DIR`, as it was given. */
export interface GivenFolder {
  readonly name: 'DATA_DIR' | 'BACKUP_DIR'
  readonly given: string | undefined
}

/** The names of a journal's or its backups' parts in a folder. */
const isOurs = /^(?:cluster|database-password|keys\.json|tagebuch-.*)$/

/**
 * The line about a folder that begins with `~`, which a shell replaces and a file of variables does not: it would
 * be a folder of that name below the current one. `problem` refuses it; `note` is for the log and accepts it, if a
 * journal lies in that folder already. Neither repeats the path.
 */
export function homePathLine({ name, given }: GivenFolder): {
  readonly problem?: string
  readonly note?: string
} {
  if (given === undefined || !/^~(?:\/|$)/.test(given)) return {}
  const advice =
    'begins with ~, which stands for your home folder in a shell only; write the whole path'
  const isUsed = filesIn(path.resolve(given)).some((file) => isOurs.test(file))
  if (!isUsed) return { problem: `${name} ${advice}` }
  return { note: `${name} ${advice}. What lies in the folder named ~ is used as before.` }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
