import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'

import { common } from '../../playwright.config.ts'
import { people, type PersonName, type TestServer } from '../support/server.ts'
import { openProxy, type Proxy } from './proxy.ts'
import type { Chance } from './chance.ts'
import type { Trace } from './trace.ts'

/** One person's browser with a profile of its own on the disk, behind a way that can be bad. */
export interface FaultyDevice {
  readonly name: string
  readonly person: PersonName
  readonly personId: string
  readonly chance: Chance
  readonly proxy: Proxy
  /** The tabs that are open and have not crashed. */
  tabs(): readonly Page[]
  openTab(): Promise<void>
  /** Ends one tab's process, as a crash does, and opens another tab where it was the last. */
  crashTab(): Promise<void>
  closeTab(): Promise<void>
  setOffline(offline: boolean): Promise<void>
  close(): Promise<void>
}

export interface DeviceOptions {
  readonly name: string
  readonly person: PersonName
  readonly server: TestServer
  readonly port: number
  readonly chance: Chance
  readonly trace: Trace
}

/** Milliseconds a step on a page may take before it counts as not done. */
const stepTimeout = 8_000

/** Opens the browser, signs the person in and opens the journal in one tab. */
export async function openFaultyDevice(options: DeviceOptions): Promise<FaultyDevice> {
  const { name, person, server, chance, trace } = options
  const profile = await mkdtemp(path.join(tmpdir(), 'tagebuch-profile-'))
  const proxy = await openProxy({ name, serverPort: options.port, chance: chance.branch(), trace })
  const context = await openBrowser(profile, proxy.url)
  const crashed = new Set<Page>()
  const tabs = () => context.pages().filter((page) => !crashed.has(page) && !page.isClosed())

  async function openTab(): Promise<void> {
    const page = await context.newPage()
    watch(page, name, trace)
    await page.goto('/').catch(() => undefined)
  }

  const first = context.pages()[0] ?? (await context.newPage())
  watch(first, name, trace)
  const personId = await signIn(first, server, person)

  return {
    name,
    person,
    personId,
    chance,
    proxy,
    tabs,
    openTab,
    async crashTab() {
      const page = chance.pick(tabs())
      crashed.add(page)
      const protocol = await context.newCDPSession(page)
      // The command gets no answer: its process has ended.
      void protocol.send('Page.crash').catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 500))
      if (tabs().length === 0) await openTab()
      await page.close().catch(() => undefined)
    },
    async closeTab() {
      const open = tabs()
      if (open.length > 1) await chance.pick(open).close()
    },
    setOffline: async (offline) => context.setOffline(offline),
    async close() {
      await context.close()
      await proxy.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Puts a session where the app keeps it and opens the journal; returns the person's id. */
async function signIn(page: Page, server: TestServer, person: PersonName): Promise<string> {
  const session = await server.session(person)
  const { id } = session.user
  await page.goto('/auth')
  await page.evaluate(
    ([stored, known]) => {
      localStorage.setItem('tagebuch.session', stored)
      localStorage.setItem('tagebuch.person', known)
    },
    [
      JSON.stringify(session),
      JSON.stringify({ id, name: person, identifier: people[person].identifier }),
    ] as const,
  )
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 30_000 })
  return id
}

async function openBrowser(profile: string, baseURL: string): Promise<BrowserContext> {
  const { launchOptions } = common.use ?? {}
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    baseURL,
    headless: true,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1000, height: 700 },
    // No one watches, and four runs share two cores.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(stepTimeout)
  context.setDefaultNavigationTimeout(stepTimeout * 2)
  return context
}

/** The browser's messages after a refused connection or a killed server. */
const expected = /Failed to load resource|net::ERR_|WebSocket connection|Connection closed/

function watch(page: Page, name: string, trace: Trace): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text()))
      trace.note(name, `console: ${message.text()}`)
  })
  page.on('pageerror', (error) => trace.note(name, `uncaught: ${error.message}`))
}
