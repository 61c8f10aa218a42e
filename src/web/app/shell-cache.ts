/** A file of the build. `revision` is null if the name itself carries a hash. */
export interface ShellAsset {
  readonly url: string
  readonly revision: string | null
}

/** Files as absolute paths, in a fixed order. */
export function shellAssets(manifest: readonly ShellAsset[]): readonly ShellAsset[] {
  return manifest
    .map(({ url, revision }) => ({ url: url.startsWith('/') ? url : `/${url}`, revision }))
    .toSorted((one, other) => (one.url < other.url ? -1 : 1))
}

/** One cache per build: the same files give the same name. */
export function shellCacheName(assets: readonly ShellAsset[]): string {
  let hash = 0x811c9dc5
  for (const character of JSON.stringify(assets)) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return `shell-${(hash >>> 0).toString(16)}`
}

const backendPaths = /^\/(?:rest\/|auth\/v1\/|push\/|realtime\/|healthz$|sw\.js$)/

/** The place of the journal's settings on a static host; the journal's own server puts them into the page. */
export const settingsPath = '/config.json'

/** True for a page that has no settings in it. */
export function lacksSettings(html: string): boolean {
  return !html.includes('id="journal-config"')
}

/** True for the journal's settings, and not for what a network answers in JSON. */
export function isSettings(json: string): boolean {
  return json.includes('"anonKey"')
}

/** True for what must never come from a cache. `/auth` itself is a page of the app. */
export function isBackendPath(pathname: string): boolean {
  return backendPaths.test(pathname)
}

/**
 * The files that the app's page names; undefined for a foreign page, such as a network's sign-in or a
 * proxy's notice, which comes with status 200 too.
 */
export function filesOfPage(html: string): readonly string[] | undefined {
  const files = html.match(/\/assets\/[\w.-]+/g) ?? []
  return html.includes('id="root"') && files.some((path) => path.endsWith('.js'))
    ? files
    : undefined
}

/** True if an answer has the type of what was asked for: a foreign page stands in for files as well. */
export function isOfType(path: string, { headers }: Pick<Response, 'headers'>): boolean {
  const type = headers.get('content-type') ?? ''
  if (path.endsWith('.js')) return /javascript/.test(type)
  if (path.endsWith('.css')) return type.startsWith('text/css')
  if (path.endsWith('.json')) return /json/.test(type)
  return type.startsWith('text/html') === (path === '/')
}
