/**
 * The hosts of the browsers' push services: Google's, Mozilla's, Apple's, Microsoft's. `*.` stands
 * for one or more names before it. `PUSH_HOSTS` replaces them.
 */
export const defaultPushHosts: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

const pattern = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/**
 * The patterns of a setting, comma-separated; undefined if one is invalid: each is a name, not an
 * address or a URL.
 */
export function parsePushHosts(text: string): readonly string[] | undefined {
  const hosts = text.split(',').flatMap((part) => part.trim().toLowerCase() || [])
  return hosts.every((host) => pattern.test(host)) ? hosts : undefined
}

/**
 * The endpoint as a URL, if the journal may send to it: https on its usual port, without user info,
 * to one of `hosts`. An endpoint is a browser's input, so it must not lead anywhere else.
 */
export function pushEndpoint(text: string, hosts: readonly string[]): URL | undefined {
  if (text.length > 1_000 || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isPlain =
    url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  return isPlain && hosts.some((host) => matches(url.hostname, host)) ? url : undefined
}

function matches(name: string, host: string): boolean {
  return host.startsWith('*.')
    ? name.endsWith(host.slice(1)) && name.length >= host.length
    : name === host
}
