import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer } from 'node:http'
import { secondsOf, type PushConnection } from '../../src/server/push/push-connection.ts'
import { listen, stopListening } from './listen.ts'

/** A device's side of a subscription: what it hands over, and how it reads what comes. */
export interface PushDevice {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  read(body: Buffer): string
}

/** A request that arrived, as a push service sees it. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export interface PushReceiver {
  readonly received: Received[]
  /** The status of the next answers; 201 when none is left. */
  readonly answers: { status: number; headers?: Record<string, string> }[]
  /** Leads every request here, for each host. */
  readonly connect: PushConnection
  stop(): Promise<void>
}

/** A push service on the loopback. */
export async function startPushReceiver(): Promise<PushReceiver> {
  const received: Received[] = []
  const answers: { status: number; headers?: Record<string, string> }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url: path = '', headers } = request
      received.push({ path, headers, body: Buffer.concat(chunks) })
      const { status, headers: answered } = answers.shift() ?? { status: 201 }
      response.writeHead(status, answered).end()
    })
  })
  const origin = await listen(server)
  return {
    received,
    answers,
    async connect({ url, headers, body: sent }) {
      const body = new Uint8Array(sent)
      const asked = { method: 'POST', headers, body, redirect: 'manual' } as const
      const answer = await fetch(origin + url.pathname, asked)
      const retryAfter = secondsOf(answer.headers.get('retry-after') ?? undefined)
      return { status: answer.status, retryAfter }
    },
    stop: async () => stopListening(server),
  }
}

/** A new device at a push service; or one whose private key and secret are known. */
export function createPushDevice(
  endpoint: string,
  given?: { readonly privateKey: string; readonly auth: string },
): PushDevice {
  const device = createECDH('prime256v1')
  if (given === undefined) device.generateKeys()
  else device.setPrivateKey(given.privateKey, 'base64url')
  const auth = given === undefined ? randomBytes(16) : Buffer.from(given.auth, 'base64url')
  const own = device.getPublicKey()
  return {
    endpoint,
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    // RFC 8291 and RFC 8188, from the other side and written apart from the sender's.
    read(body) {
      const salt = body.subarray(0, 16)
      const length = body.readUInt8(20)
      const sender = body.subarray(21, 21 + length)
      const record = body.subarray(21 + length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
      const secret = Buffer.from(hkdfSync('sha256', device.computeSecret(sender), auth, info, 32))
      const part = (name: string, size: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, size))
      const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
      decipher.setAuthTag(record.subarray(-16))
      const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      if (text.at(-1) !== 2) throw new Error('the last record ends with 2')
      return text.subarray(0, -1).toString()
    },
  }
}

/** The claims of a VAPID header (RFC 8292), once its signature was found right; throws otherwise. */
export function readVapid(header: string): {
  readonly key: string
  readonly claims: { readonly aud: string; readonly sub: string; readonly exp: number }
} {
  const match = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header)
  if (match === null) throw new Error('no VAPID header')
  const [, head = '', claims = '', signature = '', key = ''] = match
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the signature is wrong')
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}
