import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** As long as browsers keep a cookie, in seconds: 400 days. */
const keptFor = 400 * 24 * 3600

/** 16 random bytes as base64url. */
const idForm = /^[\w-]{22}$/

/** 32 bytes as base64url. */
const hashForm = /^[\w-]{43}$/

/** A header longer than this is not looked at; browsers send less for one site. */
const longestHeader = 16 * 1024

/**
 * Knows a device again that a person signed in on, by a cookie that outlives the sign-out. It has a random id of the
 * device and a keyed hash of id and account: only the server can make one, it stores nothing, and no account can
 * be read from it. It opens nothing: it says by which limit a device's attempts are counted.
 */
export function createKnownDevices(secret: string) {
  function hash(purpose: string, text: string): Buffer {
    return createHmac('sha256', secret).update(`${purpose} ${text}`).digest()
  }

  /** One for each account, so that two people who share a device do not take its place from each other. */
  function nameFor(account: string): string {
    return `tagebuch-device-${hash('device-name', account).toString('hex').slice(0, 8)}`
  }

  /** The id of the device that sent this, undefined unless this account signed in on it. */
  function idIn({ headers }: Request, account: string): string | undefined {
    const header = headers.get('cookie') ?? ''
    if (header.length > longestHeader) return undefined
    const prefix = `${nameFor(account)}=`
    const given = header.split('; ').find((pair) => pair.startsWith(prefix))
    const [id = '', found = '', ...rest] = given?.slice(prefix.length).split('.') ?? []
    if (!idForm.test(id) || !hashForm.test(found) || rest.length > 0) return undefined
    const expected = hash('device', `${id} ${account}`)
    return timingSafeEqual(Buffer.from(found, 'base64url'), expected) ? id : undefined
  }

  return {
    idIn,
    /** The `Set-Cookie` by which this account's device is known from now on; one that is known keeps its id. */
    cookieFor(request: Request, account: string, isSecure: boolean): string {
      const id = idIn(request, account) ?? randomBytes(16).toString('base64url')
      const value = `${id}.${hash('device', `${id} ${account}`).toString('base64url')}`
      const attributes = `Path=/auth/v1/token; Max-Age=${keptFor}; HttpOnly; SameSite=Strict`
      return `${nameFor(account)}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`
    },
  }
}
