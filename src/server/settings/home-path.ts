import { readdirSync } from 'node:fs'
import path from 'node:path'

/** `DATA_DIR` or `BACKUP_DIR`, as it was given. */
export interface GivenFolder {
  readonly name: 'DATA_DIR' | 'BACKUP_DIR'
  readonly given: string | undefined
}

/** What a journal or its backups leave in a folder. */
const isOurs = /^(?:cluster|database-password|keys\.json|tagebuch-.*)$/

/**
 * Where a folder begins with `~`, which a shell replaces and a file of variables does not: it would be a folder
 * of that name below the current one. Returns the line by which it is refused, or, where a journal lies in that
 * folder already, the one for the log; neither repeats the path.
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
