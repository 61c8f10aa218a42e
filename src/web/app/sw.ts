import { endLeftSessions, type WorkerEvent } from '../browser/left-sessions.ts'
import { answerNudges, type NudgeScope } from './sw-push.ts'
import {
  filesOfPage,
  isBackendPath,
  isOfType,
  isSettings,
  lacksSettings,
  settingsPath,
  shellAssets,
  shellCacheName,
  type ShellAsset,
} from './shell-cache.ts'
import { isShare, takeShare } from './share-target.ts'
import { unreachablePage } from './unreachable-page.ts'

/*
 * Keeps the app on the device, so that it opens at once on any network or none (D24).
 * Workbox only lists the files: its own precache deletes the previous version's files as soon as a
 * new one is active, and a page with a half-typed text could then no longer load its lazy parts
 * (D12, D26). Here the previous version stays until the one after it.
 */

/** The part of the service worker's scope that is used; TypeScript has it only without the DOM. */
interface WorkerScope {
  readonly __WB_MANIFEST: readonly ShellAsset[]
  readonly registration: { readonly active: unknown; update(): Promise<unknown> }
  readonly clients: {
    claim(): Promise<void>
    get(id: string): Promise<unknown>
    matchAll(options: { type: 'window' }): Promise<readonly { postMessage(data: unknown): void }[]>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
}
interface RequestEvent extends WorkerEvent {
  readonly request: Request
  /** The page that a navigation opens; older browsers do not name it. */
  readonly resultingClientId?: string
  respondWith(answer: Promise<Response>): void
}

declare global {
  interface Window {
    readonly __WB_MANIFEST: readonly ShellAsset[]
  }
}

const assets = shellAssets(self.__WB_MANIFEST)
// The types of a page and of a worker cannot be loaded beside each other.
const worker = self as unknown as WorkerScope & NudgeScope
const cacheName = shellCacheName(assets)
const page = '/'

answerNudges(worker)
endLeftSessions(self)

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (isShare(request)) return event.respondWith(takeShare(request))
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (isBackendPath(url.pathname)) return
  if (url.pathname === settingsPath) {
    event.respondWith(stored(settingsPath, request))
    event.waitUntil(refreshSettings())
  } else if (isOfShell(url.pathname)) {
    event.respondWith(file(url.pathname, request))
  } else if (request.mode === 'navigate') {
    event.respondWith(stored(page, request).catch(() => unreachablePage()))
    event.waitUntil(refreshPage(event.resultingClientId))
  }
})

async function install(): Promise<void> {
  // A worker of another version may have the same files.
  const isShared = await caches.has(cacheName)
  const cache = await caches.open(cacheName)
  try {
    await Promise.all([...assets.map(async (asset) => take(cache, asset)), takePage(cache)])
  } catch (cause) {
    // Half of a version would pass for the previous one.
    if (!isShared) await caches.delete(cacheName)
    throw cause
  }
  await worker.skipWaiting()
}

/**
 * The journal's own answer. Rejects on any other, so that what is stored stays: a network's sign-in or a
 * proxy answers everything, and the browser takes no redirected answer for a page.
 */
async function fetchOwn(path: string): Promise<Response> {
  const answer = await fetch(path, { cache: 'no-cache', redirect: 'error' })
  const isOwn =
    answer.ok &&
    isOfType(path, answer) &&
    (path !== settingsPath || isSettings(await answer.clone().text()))
  if (isOwn) return answer
  throw new Error(`the app's file ${path} answered ${answer.status}, or something else`)
}

/** Files with a hash in their name come from the previous version if it has them. */
async function take(cache: Cache, asset: ShellAsset): Promise<void> {
  const known = asset.revision === null ? await caches.match(asset.url) : undefined
  const isRight = known !== undefined && isOfType(asset.url, known)
  await cache.put(asset.url, isRight ? known : await fetchOwn(asset.url))
}

/** The page as the server gives it, with the journal's public settings inside, or else beside it. */
async function takePage(cache: Cache): Promise<void> {
  const answer = await fetchOwn(page)
  const html = await answer.clone().text()
  if (!isOfThisBuild(filesOfPage(html))) throw new Error('the page is not of this build')
  await cache.put(page, answer)
  if (lacksSettings(html)) await take(cache, { url: settingsPath, revision: '' })
}

function isOfThisBuild(files: readonly string[] | undefined): boolean {
  return files?.every((path) => assets.some((asset) => asset.url === path)) ?? false
}

async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith('shell-'))
  const older = names.filter((name) => name !== cacheName)
  // Keys come in the order of creation: the last of the older ones is the previous version.
  await Promise.all(older.slice(0, -1).map(async (name) => caches.delete(name)))
  await worker.clients.claim()
  if (older.length > 0) await tellPages()
}

async function tellPages(): Promise<void> {
  for (const client of await worker.clients.matchAll({ type: 'window' })) {
    // A service worker's client takes no target origin, unlike a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    client.postMessage({ type: 'cache-updated' })
  }
}

/** This version's file, else the previous version's. */
async function held(path: string): Promise<Response | undefined> {
  const own = await (await caches.open(cacheName)).match(path)
  return own ?? caches.match(path)
}

/** The cached response, else the network's. */
async function stored(path: string, request: Request): Promise<Response> {
  return (await held(path)) ?? fetch(request)
}

function isOfShell(path: string): boolean {
  return path.startsWith('/assets/') || assets.some((asset) => asset.url === path)
}

/**
 * A file of the app. A browser short of storage may have cleared some of them: a missing file is
 * fetched and stored again. The page itself notices a file that the server lacks too (`app-files.js`).
 */
async function file(path: string, request: Request): Promise<Response> {
  const known = await held(path)
  if (known !== undefined) return known
  const answer = await fetch(request)
  const isOwn = answer.ok && !answer.redirected && isOfType(path, answer)
  if (isOwn && assets.some((asset) => asset.url === path))
    await (await caches.open(cacheName)).put(path, answer.clone())
  return answer
}

/** Checks in the background whether the settings of a static host have changed. */
async function refreshSettings(): Promise<void> {
  const changed = await changedAnswer(settingsPath)
  if (changed === undefined) return
  await changed.store()
  if (changed.known !== undefined) await tellPages()
}

/** The server's answer where it is another one than the stored one, which is undefined if there is none. */
async function changedAnswer(path: string) {
  const answer = await fetchOwn(path).catch(() => undefined)
  if (answer === undefined) return undefined
  const cache = await caches.open(cacheName)
  const [fresh, known] = await Promise.all([
    answer.clone().text(),
    cache.match(path).then(async (one) => one?.text()),
  ])
  return fresh === known ? undefined : { fresh, known, store: async () => cache.put(path, answer) }
}

/**
 * Checks in the background for changed settings. A page of another build is not stored: its files
 * come with that build's own worker, which is fetched instead. Nor is a foreign page.
 */
async function refreshPage(opened: string | undefined): Promise<void> {
  const changed = await changedAnswer(page)
  if (changed === undefined) return
  const files = filesOfPage(changed.fresh)
  if (files === undefined) return
  if (!isOfThisBuild(files)) {
    await worker.registration.update().catch(() => undefined)
    return
  }
  await changed.store()
  if (changed.known === undefined) return
  // The page that was just opened with what is replaced now is there to be told a moment later.
  if (opened) await worker.clients.get(opened)
  await tellPages()
}
