import { isIP } from 'node:net'

/** The headers that name a request's host and page. */
export interface AddressHeaders {
  readonly host?: string | undefined
  readonly origin?: string | undefined
  readonly 'x-forwarded-proto'?: string | string[] | undefined
}

export type OwnAddress = ReturnType<typeof createOwnAddress>

interface OwnAddressOptions {
  /** The origins of `PUBLIC_URL` (D29), such as `https://tagebuch.example`. */
  readonly publicUrls: readonly string[]
  readonly trustProxy: boolean
  /** True if this server speaks HTTPS itself. */
  readonly isSecure?: boolean
}

/** The text of the answer; it names the setting, because the reader may be the operator. */
export const hostRefused =
  'This journal is not reached under this address. Its operator can name the address in PUBLIC_URL.'
const originRefused =
  'Origin not allowed: the journal is not reached under the address of this page. Its operator can name that address in PUBLIC_URL; a reverse proxy must pass Host on unchanged.'

/**
 * The addresses under which the journal is reached (D29). A foreign name that resolves to this
 * machine (DNS rebinding) and a foreign origin both mean a foreign page: both are refused. Programs
 * other than browsers send no origin; their token decides. A proxy must pass on an unchanged
 * `Host`; if it is trusted, the scheme is its X-Forwarded-Proto.
 */
export function createOwnAddress(options: OwnAddressOptions) {
  const { trustProxy, isSecure = false } = options
  const listed = options.publicUrls.map((url) => new URL(url))

  /** The scheme that the browser used, as far as it is known. */
  function scheme(headers: AddressHeaders): 'http' | 'https' | undefined {
    const forwarded = trustProxy ? forwardedScheme(headers['x-forwarded-proto']) : undefined
    return forwarded ?? (isSecure ? 'https' : undefined)
  }

  function isOwnHost(host: string | undefined): boolean {
    if (host === undefined || !/^[A-Za-z0-9.[\]:_-]{1,255}$/.test(host)) return false
    return listed.length === 0
      ? isLocalName(hostnameOf(host))
      : listed.some((url) => sameHost(url, host))
  }

  function isOwnOrigin(headers: AddressHeaders): boolean {
    const { origin, host = '' } = headers
    if (origin === undefined) return true
    // No host is that long, and reading one takes the square of its length.
    if (origin.length > 300 || !URL.canParse(origin)) return false
    const url = new URL(origin)
    const used = scheme(headers)
    if (used !== undefined && url.protocol !== `${used}:`) return false
    if (!sameHost(url, host)) return false
    return listed.length === 0 || listed.some((own) => own.origin === url.origin)
  }

  /** Why a request may not be answered by its host: links to pages may be anywhere. */
  const hostRefusal = ({ host }: AddressHeaders) => (isOwnHost(host) ? undefined : hostRefused)
  return {
    scheme,
    hostRefusal,
    /** The same by host and origin, in one English line; `undefined` if it may. */
    refusal: (headers: AddressHeaders) =>
      hostRefusal(headers) ?? (isOwnOrigin(headers) ? undefined : originRefused),
  }
}

/** `http` or `https`, by the last entry of X-Forwarded-Proto; some proxies write `wss` for sockets. */
function forwardedScheme(header: string | string[] | undefined): 'http' | 'https' | undefined {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '')
  const last = text.slice(text.lastIndexOf(',') + 1).trim()
  const scheme = last.toLowerCase().replace(/^ws/, 'http')
  return scheme === 'http' || scheme === 'https' ? scheme : undefined
}

/** Compares as browsers do: without case, and without the port that the scheme has anyway. */
function sameHost(url: URL, host: string): boolean {
  const given = `${url.protocol}//${host}`
  return URL.canParse(given) && new URL(given).host === url.host
}

function hostnameOf(host: string): string {
  const given = `http://${host}`
  return URL.canParse(given) ? new URL(given).hostname.replace(/\.$/, '') : ''
}

/** Names that a foreign name server cannot resolve. */
function isLocalName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.local') || isIP(name.replace(/^\[|\]$/g, '')) !== 0
}
