import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A subscription's keys, base64url as browsers give them. */
export interface DeviceKeys {
  /** The device's public key: a point of P-256, 65 bytes. */
  readonly p256dh: string
  /** 16 bytes that only the device and the journal know. */
  readonly auth: string
}

const recordSize = 4_096
const curve = 'prime256v1'

/** True for keys that a message can be encrypted for. */
export function areDeviceKeys({ p256dh, auth }: DeviceKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    const own = createECDH(curve)
    own.generateKeys()
    own.computeSecret(point)
    return true
  } catch {
    return false
  }
}

/**
 * A message encrypted for one device, as the body of a request with `Content-Encoding: aes128gcm`
 * (RFC 8188, RFC 8291). The push service cannot read it. At most 3,992 bytes, which every push
 * service accepts. Throws for invalid keys.
 */
export function encryptFor(keys: DeviceKeys, message: string): Buffer {
  const text = Buffer.from(message)
  if (text.length > 3_992) throw new RangeError('the message is too long')
  const device = Buffer.from(keys.p256dh, 'base64url')
  const sender = createECDH(curve)
  const senderKey = sender.generateKeys()
  const salt = randomBytes(16)
  const secret = derive(
    sender.computeSecret(device),
    Buffer.from(keys.auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), device, senderKey]),
    32,
  )
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The 2 marks the last record.
  const record = [cipher.update(Buffer.concat([text, Buffer.of(2)])), cipher.final()]
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(recordSize, 16)
  header.writeUInt8(senderKey.length, 20)
  return Buffer.concat([header, senderKey, ...record, cipher.getAuthTag()])
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
