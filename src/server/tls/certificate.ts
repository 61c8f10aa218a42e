import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { errorCode, errorLabel } from '../error-code.ts'
import type { CertificateFiles } from '../settings/settings.ts'
import { decodeText } from '../settings/text-file.ts'

/** The largest file with a chain or a key, in bytes. */
const largest = 1_000_000

/** The curves that browsers take. */
const curves = ['prime256v1', 'secp384r1', 'secp521r1']

/** A certificate with its chain and its matching key, in PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
  /** From when and until when browsers accept it, in ms since 1970. */
  readonly from: number
  readonly until: number
}

/** A file's text, or the errno name of why it cannot be read. */
export type Read = { readonly text: string } | { readonly code: string }

/** Both files as they are now; they may be symbolic links that change their target. */
export async function readFiles({ cert, key }: CertificateFiles): Promise<[cert: Read, key: Read]> {
  return Promise.all([readPem(cert), readPem(key)])
}

async function readPem(file: string): Promise<Read> {
  try {
    if ((await stat(file)).size > largest) return { code: 'EFBIG' }
    return { text: decodeText(await readFile(file)) ?? '' }
  } catch (error) {
    return { code: errorCode(error) ?? 'unknown' }
  }
}

/**
 * The certificate that the two texts are, or one English line that names the variable and what to do. No message
 * contains the key.
 */
export function judge(cert: Read, key: Read): Certificate | string {
  const unreadable = unreadableLine('TLS_CERT', cert) ?? unreadableLine('TLS_KEY', key)
  if (unreadable !== undefined || 'code' in cert || 'code' in key) return unreadable ?? ''
  const [own] = chainOf(cert.text) ?? []
  if (own === undefined)
    return 'TLS_CERT holds no whole certificate in PEM form; put the full chain there (certbot: fullchain.pem)'
  if (!isKeyOfBrowsers(own))
    return 'TLS_CERT has a kind of key that no browser takes; have one issued with an RSA or an EC key (P-256)'
  const privateKey = keyOf(key.text)
  if (typeof privateKey === 'string') return privateKey
  if (!own.checkPrivateKey(privateKey))
    return 'TLS_KEY is not the key of the first certificate in TLS_CERT; name two files of one renewal, the chain with your own certificate first'
  try {
    createSecureContext({ cert: cert.text, key: key.text })
  } catch (error) {
    return `TLS_CERT cannot be served (${errorLabel(error)}); have another one issued`
  }
  const [from, until] = [Date.parse(own.validFrom), Date.parse(own.validTo)]
  return { cert: cert.text, key: key.text, from, until }
}

function unreadableLine(name: string, read: Read): string | undefined {
  if (!('code' in read)) return undefined
  if (read.code === 'EISDIR') return `${name} names a folder; name the PEM file in it`
  if (read.code === 'ENOENT') return `${name} names a file that is not there`
  if (read.code === 'EFBIG') return `${name} names a file larger than 1 MB; name the PEM file`
  return `${name} names a file that cannot be read (${read.code}); let the journal's user read it`
}

/** Each certificate of the text, the journal's own first; undefined if one is truncated or damaged. */
function chainOf(text: string): readonly X509Certificate[] | undefined {
  const begins = text.match(/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/g) ?? []
  const blocks =
    text.match(/-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----[^-]*-----END \1-----/g) ?? []
  if (begins.length !== blocks.length) return undefined
  try {
    return blocks.map((block) => new X509Certificate(block))
  } catch {
    return undefined
  }
}

/** OpenSSL would also serve DSA keys and other curves; then every handshake fails. */
function isKeyOfBrowsers(certificate: X509Certificate): boolean {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails } = certificate.publicKey
    return type === 'ec' ? curves.includes(asymmetricKeyDetails?.namedCurve ?? '') : type === 'rsa'
  } catch {
    return false
  }
}

/** The key, or why it cannot be used. */
function keyOf(text: string): KeyObject | string {
  try {
    return createPrivateKey(text)
  } catch {
    return text.includes('ENCRYPTED')
      ? 'TLS_KEY is locked by a passphrase; name a key without one'
      : 'TLS_KEY holds no whole private key in PEM form (certbot: privkey.pem)'
  }
}

/** Warnings about a certificate that is served anyway. */
export function warningOf({ from, until }: Certificate, now: number): string | undefined {
  if (now > until)
    return `The certificate in TLS_CERT ended on ${day(until)}; browsers refuse it until it is renewed`
  if (now < from)
    return `The certificate in TLS_CERT begins on ${day(from)}; browsers refuse it, or the clock is wrong`
  return undefined
}

const day = (time: number) => new Date(time).toISOString().slice(0, 10)
