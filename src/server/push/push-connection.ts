import { lookup, type LookupAddress } from 'node:dns'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** One request to a push service (RFC 8030). */
export interface PushRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface PushAnswer {
  readonly status: number
  /** Seconds after which the push service accepts a retry. */
  readonly retryAfter: number | undefined
}

/** Sends a request and rejects if no answer comes. Callers check which endpoints are allowed. */
export type PushConnection = (sent: PushRequest) => Promise<PushAnswer>

const answerWithin = 15_000

/**
 * To the push service itself: TLS with a checked certificate, only to public addresses after DNS,
 * no redirect, no keep-alive. The answer's body is not read.
 */
export const connectToService: PushConnection = async ({ url, headers, body }) =>
  new Promise((resolve, reject) => {
    const sending = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': body.length },
        agent: false,
        lookup: publicLookup,
        signal: AbortSignal.timeout(answerWithin),
      },
      (answer) => {
        answer.destroy()
        resolve({
          status: answer.statusCode ?? 0,
          retryAfter: secondsOf(answer.headers['retry-after']),
        })
      },
    )
    sending.on('error', reject)
    sending.end(body)
  })

/** Seconds of a `Retry-After`; its other form, a date, counts as none. */
export function secondsOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : undefined
}

/** Name resolution that yields only public addresses; the connection goes to one of those. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = error === null ? publicAddresses(found) : []
    const [first] = addresses
    if (error !== null) done(error, '')
    else if (first === undefined) done(refused(hostname), '')
    else if (options.all === true) done(null, addresses)
    else done(null, first.address, first.family)
  })
}

function publicAddresses(found: readonly LookupAddress[]): LookupAddress[] {
  return found.filter(({ address }) => isPublicAddress(address))
}

function refused(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no public address`), { code: 'EADDRREFUSED' })
}
