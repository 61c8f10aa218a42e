import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import path from 'node:path'
import { SignJWT } from 'jose'
import * as v from 'valibot'
import { readIfThere, writePrivateFile } from '../settings/keys.ts'
import { StartupError } from '../settings/startup-error.ts'
import { jsonText, parseIfValid, parseOrThrow } from '../../domain/parse.ts'

/** The identity of this journal's server towards push services (VAPID, RFC 8292). */
export type Vapid = ReturnType<typeof loadVapid>

const field = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))
const keySchema = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: field,
  y: field,
  d: field,
})
type Key = v.InferOutput<typeof keySchema>

const tokenLasts = 12 * 3_600

/**
 * The key pair from `push-keys.json` in `dataDir`, made there at the first start, mode 0600. With
 * another pair no device could be nudged until it opens the journal again, so a damaged file is a
 * `StartupError`.
 *
 * @param contact the journal's first https address, which tells a push service whom to ask
 */
export function loadVapid(dataDir: string, contact: string) {
  const key = readKey(path.join(dataDir, 'push-keys.json'))
  const privateKey: KeyObject = createPrivateKey({ key, format: 'jwk' })
  const [x, y] = [key.x, key.y].map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer]
  const publicKey = Buffer.concat([Buffer.of(4), x, y]).toString('base64url')
  return {
    /** The public key as browsers take it: a point of P-256, base64url. */
    publicKey,
    /** The `Authorization` header of a request to the push service at `origin`; the token is for half a day. */
    async authorization(origin: string, now: number): Promise<string> {
      const token = await new SignJWT({ aud: origin, sub: contact })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
        .setExpirationTime(Math.floor(now / 1_000) + tokenLasts)
        .sign(privateKey)
      return `vapid t=${token}, k=${publicKey}`
    },
  }
}

function readKey(file: string): Key {
  const text = readIfThere(file)
  if (text === undefined) return createKey(file)
  const key = parseIfValid(jsonText(keySchema), text)
  if (key !== undefined) return key
  throw new StartupError(
    `${file} is damaged. Put back your own copy of it, or move it away: new keys are made, and a device ` +
      'is nudged again after it has opened the journal once.',
  )
}

function createKey(file: string): Key {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = parseOrThrow(keySchema, privateKey.export({ format: 'jwk' }))
  writePrivateFile(file, `${JSON.stringify(key)}\n`)
  return key
}
