import type { Log } from '../log.ts'
import { hostRefused, type AddressHeaders } from './own-address.ts'

/** The error's code, by which the sign-in screen tells it from a wrong password. */
export const addressRefused = 'address_refused'

/** The page that a browser shows under a foreign name; its reader may be the operator. */
export const refusedPage =
  'Unter dieser Adresse ist das Tagebuch nicht zu erreichen. Wer es betreibt, kann die Adresse in der Einstellung PUBLIC_URL nennen.'

/** How often the log reports each kind of refusal, in milliseconds. */
const pause = 60_000

/** Names the refused host or origin in the log, if it looks like one, and the setting to correct. */
export function createRefusalHint(log: Log): (headers: AddressHeaders, problem: string) => void {
  const next = { host: -Infinity, origin: -Infinity }

  return (headers, problem) => {
    const kind = problem === hostRefused ? 'host' : 'origin'
    if (performance.now() < next[kind]) return
    next[kind] = performance.now() + pause
    const given = headers[kind]
    const name = given !== undefined && looksLike[kind].test(given) ? given : `another ${kind}`
    log.error(
      kind === 'host'
        ? `A request for ${name} was refused: if this is the journal's address, name it in PUBLIC_URL`
        : `A request by a page of ${name} was refused: if this is the journal's address, name it in PUBLIC_URL; a reverse proxy must pass Host on unchanged`,
    )
  }
}

const looksLike = {
  host: /^[A-Za-z0-9.[\]:-]{1,100}$/,
  origin: /^https?:\/\/[A-Za-z0-9.[\]:-]{1,100}$/,
} as const
