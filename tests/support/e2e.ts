import { ordinaryTime } from './ordinary-time.ts'
import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type Page,
  type Request,
} from '@playwright/test'
import type { Session } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { isHosted } from './hosted/cluster.ts'
import { startHostedSite, type HostedSite } from './hosted/site.ts'
import { moveDate } from './move-date.mjs'
import { hideScrollBars, noticeFills, sameChance } from './page-scripts.ts'
import type { sampleConfig } from './server.ts'
import { people, startTestServer, type TestServer, type TestServerOptions } from './server.ts'

export { expect }

/** The two sample partners; the fixture's server knows their passwords. */
export const firstPartner = { name: 'Jonas', password: people.Jonas.password } as const
export const secondPartner = { name: 'Željka', password: people.Željka.password } as const
export type TestPartner = typeof firstPartner | typeof secondPartner

export const phone = { width: 390, height: 844 } as const
export const desktop = { width: 1440, height: 900 } as const

/** The parts of the running app that a test may use. */
export interface TestApp {
  readonly url: string
  readonly server: TestServer
  /** The origin of the app's requests: the server, or the backend of a hosted project on another origin. */
  readonly backendUrl: string
  /** A browser context of its own (a device), watched for errors and foreign requests. */
  device(options?: DeviceOptions): Promise<BrowserContext>
  /** A page on a new device, with the person signed in through the sign-in service. */
  signedIn(partner: TestPartner, options?: DeviceOptions): Promise<Page>
  /** Errors and lines of ours in the console that this test expects; everything else fails it. */
  allowConsoleLines(pattern: RegExp): void
}

export interface DeviceOptions {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
  readonly theme?: 'light' | 'dark'
  readonly reducedMotion?: 'reduce' | 'no-preference'
  readonly serviceWorkers?: 'allow' | 'block'
  /** A phone has touch unless this says otherwise. */
  readonly hasTouch?: boolean
  /**
   * The time of the browser's clock when the app opens; it goes on from there, and `page.clock` moves it. Choose a
   * time before today: ahead of it a session has run out. Unless given its clock is its own, on a special day with
   * the date of an ordinary one.
   */
  readonly at?: Date
  /** The device's zone, Europe/Berlin unless given. */
  readonly timezoneId?: string
  /** Runs in each page before the app. */
  readonly init?: () => void
  /** True as on a phone, whose scroll bars take no place on the page. Chromium alone. */
  readonly hidesScrollBars?: boolean
}

/** A refused connection is what an offline test is about, not an error of the app: in Chromium's words, then Firefox's. */
const networkNoise =
  /Failed to load resource|net::ERR_|WebSocket connection to|can’t establish a connection|was interrupted while|download failed \(font-family|ServiceWorker intercepted the request/

/**
 * `test` with a running server (one per worker, its journal emptied before each test) and
 * devices. Every page is watched: an uncaught error, a console error, a line of ours or a request to anyone
 * but the server fails the test (D27).
 */
export const test = base.extend<
  { app: TestApp },
  {
    hosted: boolean
    server: TestServer
    /** Present where the app is served as static files, with a hosted project behind it. */
    site: HostedSite | undefined
    journalConfig: NonNullable<TestServerOptions['config']>
  }
>({
  /** Whether the app runs on static files and a hosted project: `test.use({ hosted: true })`. */
  hosted: [isHosted(), { option: true, scope: 'worker' }],
  /** Settings that differ from the sample's: `test.use({ journalConfig: … })` at a file's top. */
  journalConfig: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ journalConfig, hosted }, provide) => {
      const server = await startTestServer({ config: journalConfig, hosted })
      await provide(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ server, hosted }, provide) => {
      const site = hosted ? await startHostedSite(server) : undefined
      await provide(site)
      await site?.stop()
    },
    { scope: 'worker' },
  ],
  app: async ({ server, site, browser, journalConfig }, provide, testInfo) => {
    await server.emptyJournal()
    const { url } = site ?? server
    const { backendUrl = url } = site ?? {}
    const specialDays = typeof journalConfig === 'string' ? undefined : journalConfig.specialDays
    const contexts: BrowserContext[] = []
    const problems: string[] = []
    const allowed: RegExp[] = [networkNoise, /^Service Worker registration blocked by Playwright$/]
    const writes = new Set<Request>()
    const device = async (options: DeviceOptions = {}) => {
      const context = await newDevice(browser, url, options, specialDays)
      watch(context, [url, backendUrl], problems, allowed)
      followWrites(context, writes)
      contexts.push(context)
      return context
    }
    await provide({
      url,
      backendUrl,
      server,
      device,
      async signedIn(partner, options) {
        return openSignedIn(await device(options), server, partner)
      },
      allowConsoleLines(pattern) {
        allowed.push(pattern)
      },
    })
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('log of the server', { body: server.logs() })
    // The server would finish a write that is under way, in the journal of the next test.
    await expect
      .poll(() => writes.size, { timeout: 3000 })
      .toBe(0)
      .catch(() => undefined)
    await Promise.all(contexts.map((context) => context.close()))
    expect(problems, 'problems seen in the browser').toEqual([])
  },
})

/** A browser context as the two have one: in German, in their zone, and on an ordinary day unless told. */
export async function newDevice(
  browser: Pick<Browser, 'newContext' | 'browserType'>,
  url: string,
  options: DeviceOptions = {},
  specialDays?: typeof sampleConfig.specialDays,
): Promise<BrowserContext> {
  const { theme, init, viewport = desktop, hidesScrollBars = false, ...rest } = options
  const now = new Date()
  const today = ordinaryTime(now, specialDays) ?? now
  const context = await browser.newContext({
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    baseURL: url,
    viewport,
    hasTouch: viewport.width < 768,
    serviceWorkers: 'block',
    ...rest,
  })
  if (theme !== undefined) {
    await context.addInitScript((value) => {
      // A page that has gone nowhere yet has no storage.
      if (self.origin === 'null') return
      localStorage.setItem('theme', value)
    }, theme)
  }
  // The date alone: a test that says when it is moves the clock, which has timers and times of events of its own.
  const ahead = Number(process.env['TEST_AHEAD'] ?? 0) + today.getTime() - now.getTime()
  if (ahead !== 0) await context.addInitScript(moveDate, ahead)
  if (options.at !== undefined) await context.clock.install({ time: options.at })
  await context.addInitScript(sameChance)
  if (browser.browserType().name() === 'firefox') await context.addInitScript(noticeFills)
  if (init !== undefined) await context.addInitScript(init)
  if (hidesScrollBars) context.on('page', (page) => void hideScrollBars(page))
  return context
}

/** The app on this device, with the person signed in and the whole journal read. */
export async function openSignedIn(
  context: BrowserContext,
  server: SignInServer,
  partner: TestPartner,
): Promise<Page> {
  await signIn(context, server, partner)
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const unfinished = page.getByText('Laden...').or(page.locator('[aria-setsize="-1"]'))
  await expect(unfinished).toHaveCount(0, { timeout: 60_000 })
  return page
}

/** The parts of a server that a sign-in uses. */
type SignInServer = Pick<TestServer, 'sql' | 'session'>

/** The sessions of a worker's server, by person: a password takes long to check. */
const sessions = new WeakMap<SignInServer, Map<string, Session>>()

/** A session of this person that has not ended: the one of the test before, or a new one. */
async function sessionOf(server: SignInServer, name: TestPartner['name']): Promise<Session> {
  const known = sessions.get(server) ?? new Map<string, Session>()
  sessions.set(server, known)
  const last = known.get(name)
  if (last !== undefined) {
    const { session_id: id } = decodeJwt(last.access_token)
    const [alive] = await server.sql()`select from auth.sessions where id = ${String(id)}`
    if (alive !== undefined) return last
  }
  const session = await server.session(name)
  known.set(name, session)
  return session
}

/** Puts a session of the sign-in service where the app keeps it, as if signed in before. */
export async function signIn(context: BrowserContext, server: SignInServer, partner: TestPartner) {
  const session = await sessionOf(server, partner.name)
  await context.addInitScript(
    ([stored, person]) => {
      if (self.origin === 'null') return
      if (localStorage.getItem('tagebuch.test-signed-in') !== null) return
      localStorage.setItem('tagebuch.test-signed-in', 'once')
      localStorage.setItem('tagebuch.session', stored)
      localStorage.setItem('tagebuch.person', person)
    },
    [
      JSON.stringify(session),
      JSON.stringify({
        id: session.user.id,
        name: partner.name,
        identifier: session.user.email,
        knownVersion: '0.2.0',
      }),
    ] as const,
  )
}

function watch(
  context: BrowserContext,
  urls: readonly string[],
  problems: string[],
  allowed: RegExp[],
) {
  const hosts = urls.map((url) => new URL(url).host)
  context.on('request', (request) => {
    const target = new URL(request.url())
    if (['data:', 'blob:', 'about:'].includes(target.protocol)) return
    if (!hosts.includes(target.host)) problems.push(`request to ${target.origin}`)
  })
  context.on('console', (message) => {
    // A browser's own warning has no arguments.
    const isOurs = message.type() === 'error' || message.args().length > 0
    if (!isOurs) return
    if (allowed.some((pattern) => pattern.test(message.text()))) return
    problems.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => {
    const { message } = error.error()
    if (!networkNoise.test(message)) problems.push(`uncaught: ${message}`)
  })
}

/** Holds each request that may change the journal for as long as it has no answer. */
function followWrites(context: BrowserContext, writes: Set<Request>) {
  const isWrite = (request: Request) =>
    request.method() !== 'GET' && request.url().includes('/rest/v1/')
  context.on('request', (request) => {
    if (isWrite(request)) writes.add(request)
  })
  context.on('requestfinished', (request) => writes.delete(request))
  context.on('requestfailed', (request) => writes.delete(request))
}
