import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { errorCode } from '../error-code.ts'
import { StartupError } from './startup-error.ts'
import { jsonText, parseIfValid } from '../../domain/parse.ts'

export const anonKey = v.pipe(v.string(), v.regex(/^sb_publishable_[A-Za-z0-9_-]{22,}$/))

const keysSchema = v.object({
  jwtSecret: v.pipe(v.string(), v.minLength(43)),
  anonKey,
})

/** The secret that signs access tokens, and the public anonymous key. */
export type Keys = v.InferOutput<typeof keysSchema>

/**
 * The journal's keys, from `keys.json` in `dataDir`; made there at first start, mode 0600: 48
 * random bytes as the signing secret, 18 in the public key. Throws a `StartupError` for a damaged
 * or unreadable file: new keys would end every session.
 */
export function loadKeys(dataDir: string): Keys {
  const file = path.join(dataDir, 'keys.json')
  const text = readIfThere(file)
  if (text === undefined) return createKeys(file)
  const keys = parseIfValid(jsonText(keysSchema), text)
  if (keys === undefined)
    throw new StartupError(
      `${file} is damaged. Put back your own copy of it, or move it away: new keys are made and ` +
        'every device signs in again.',
    )
  return keys
}

/** A file's text; throws `StartupError` if it is there and cannot be read. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new StartupError(`${file} cannot be read.`)
  }
}

/** The public key alone, undefined before the first start. */
export function publicKey(dataDir: string): string | undefined {
  const there = readIfThere(path.join(dataDir, 'keys.json')) !== undefined
  return there ? loadKeys(dataDir).anonKey : undefined
}

/** Keys for a data directory that has none yet, around a public key from elsewhere. */
export function adoptPublicKey(dataDir: string, key: string): void {
  if (publicKey(dataDir) === undefined) createKeys(path.join(dataDir, 'keys.json'), key)
}

function createKeys(file: string, key?: string): Keys {
  const keys: Keys = {
    jwtSecret: randomBytes(48).toString('base64url'),
    anonKey: key ?? `sb_publishable_${randomBytes(18).toString('base64url')}`,
  }
  writePrivateFile(file, `${JSON.stringify(keys)}\n`)
  return keys
}

/** Writes a file of mode 0600 that is either there in full or not at all, also after a crash. */
export function writePrivateFile(file: string, text: string): void {
  const draft = `${file}.${process.pid}.draft`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
}
