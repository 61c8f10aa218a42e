import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../error-code.ts'
import { decodeText } from './text-file.ts'

/** The variables that hold a secret, each of which a file may hold instead: `NAME_FILE` names it. */
const secrets = ['JOURNAL_PASSWORD_1', 'JOURNAL_PASSWORD_2', 'DATABASE_URL'] as const

/** The largest secret, in bytes; a longer file is a wrong one. */
const largest = 4_096

export type Variables = Readonly<Record<string, string | undefined>>

/** The variables with the files' secrets in place, and one English line for each mistake. */
export interface WithSecrets {
  readonly env: Variables
  readonly problems: readonly string[]
}

/**
 * Reads secrets from files, as containers and systemd provide them. One line feed at the end and a
 * byte order mark at the beginning, which an editor put there, are not part of the secret. `env` itself does not change, because child processes and the system's
 * process list see it.
 */
export function withSecretFiles(env: Variables): WithSecrets {
  const read: Record<string, string> = {}
  const problems: string[] = []
  for (const name of secrets) {
    const file = env[`${name}_FILE`]?.trim()
    if (!file) continue
    if (env[name]?.trim()) {
      problems.push(`${name} and ${name}_FILE are both set; keep one of them`)
      continue
    }
    const secret = readSecret(path.resolve(file))
    if ('problem' in secret) problems.push(`${name}_FILE ${secret.problem}`)
    else read[name] = secret.text
  }
  return { env: { ...env, ...read }, problems }
}

/**
 * The line does not name the file: an operator who put the secret itself into the variable would
 * see it printed.
 */
function readSecret(file: string): { readonly text: string } | { readonly problem: string } {
  try {
    const found = statSync(file)
    if (found.isDirectory()) return { problem: 'must name a file, and this is a folder' }
    if (!found.isFile()) return { problem: 'must name an ordinary file' }
    if (found.size > largest) return { problem: `must name a file of at most ${largest} bytes` }
    const text = decodeText(readFileSync(file))?.replace(/\r?\n$/, '')
    if (text === undefined) return { problem: 'must name a text file; save it as UTF-8' }
    if (text.trim() === '') return { problem: 'names an empty file; write the secret into it' }
    if (/[\r\n\0]/.test(text)) return { problem: 'must name a file of one line' }
    return { text }
  } catch (error) {
    const code = errorCode(error) ?? 'unknown'
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return { problem: 'names a file that is not there; it takes a path, not the secret' }
    return {
      problem: `names a file that cannot be read (${code}); let the journal's user read it`,
    }
  }
}
