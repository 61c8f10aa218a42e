import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { heapOf } from './cpu.ts'
import type { Tab } from './unwatched-tab.ts'

/**
 * The time from each press or key to the frame that answers it, in milliseconds, as browsers report
 * it to a page (in steps of 8 ms); those under 16 ms count as 16.
 */
export async function interactionTimes(
  page: Page,
  work: () => Promise<unknown>,
): Promise<number[]> {
  await page.evaluate(() => {
    const times = new Map<number, number>()
    Object.assign(window, { interactionTimes: times })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
        const id = entry.interactionId ?? 0
        if (id > 0) times.set(id, Math.max(times.get(id) ?? 0, entry.duration))
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await work()
  return page.evaluate(() => [
    ...(Reflect.get(window, 'interactionTimes') as Map<number, number>).values(),
  ])
}

/** Runs in the page: keeps the milliseconds of each task of the main thread over 50 ms. */
export function noteLongTasks(): void {
  const tasks: number[] = []
  Object.assign(globalThis, { tasks })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask' })
}

/** The longest task since it was last asked, in milliseconds; 0 where none took over 50. */
export async function longestTask(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks.splice(0)),
  )
}

/** The browser draws no frame any more, though the page is visible and idle. */
class NoFrames extends Error {
  constructor() {
    super('The browser has stopped drawing')
  }
}

/**
 * The result of `measure`; it measures again, on a page of its own each time, where the browser stops drawing
 * (docs/performance.md "The measuring browser").
 */
export async function whileDrawing<Value>(measure: () => Promise<Value>): Promise<Value> {
  for (let left = 4; ; left -= 1) {
    try {
      return await measure()
    } catch (cause) {
      if (!(cause instanceof NoFrames) || left === 0) throw cause
      process.stdout.write(`${cause.message}: measured again.\n`)
    }
  }
}

/**
 * The length of each frame, in milliseconds, while the page scrolls down as under a quick finger; throws
 * where the browser stops drawing.
 */
export async function framesWhileScrolling(page: Page, frames: number): Promise<number[]> {
  const lengths = await page.evaluate(lengthsOfFrames, frames)
  if (lengths.length < frames) throw new NoFrames()
  return lengths
}

/** Runs in the page; ends early where no frame comes for two seconds. */
async function lengthsOfFrames(frames: number): Promise<number[]> {
  const frame = async () =>
    new Promise<number | undefined>((resolve) => {
      setTimeout(() => resolve(undefined), 2000)
      requestAnimationFrame(resolve)
    })
  const lengths: number[] = []
  let last = await frame()
  while (last !== undefined && lengths.length < frames) {
    window.scrollBy({ top: 50 })
    const now = await frame()
    if (now !== undefined) lengths.push(now - last)
    last = now
  }
  return lengths
}

/** Scrolls until this many cards have been on the screen; throws where no further one or no frame comes. */
export async function scrollPast(page: Pick<Tab, 'evaluate'>, wanted: number): Promise<void> {
  const seen = new Set<string>()
  for (let tries = 0; seen.size < wanted; tries += 1) {
    const known = seen.size
    const { ids, frames } = await page.evaluate(scrollOn, 50)
    for (const id of ids) seen.add(id)
    if (seen.size > known) tries = 0
    if (tries <= 10) continue
    throw frames === 0 ? new NoFrames() : new Error(`No card came after ${known}`)
  }
}

/** Runs in the page: some screens down. Yields the cards seen; ends early where the browser draws no frames. */
async function scrollOn(screens: number) {
  const ids: string[] = []
  let frames = 0
  const frame = async () =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), 2000)
      requestAnimationFrame(() => {
        clearTimeout(timer)
        frames += 1
        resolve(true)
      })
    })
  for (let screen = 0; screen < screens; screen += 1) {
    window.scrollBy({ top: window.innerHeight * 0.8 })
    if (!((await frame()) && (await frame()))) break
    for (const card of document.querySelectorAll<HTMLElement>('[data-entry]'))
      ids.push(card.dataset['entry'] ?? '')
  }
  return { ids, frames }
}

/** The memory that the largest tab's process holds for itself, in bytes, without the part that it has let go. */
export async function tabMemory(page: Page): Promise<number> {
  await heapOf(page)
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return largestRenderer(processInfo)
}

/** A process of the browser, as its debugging protocol tells of it. */
export interface ProcessInfo {
  readonly type: string
  readonly id: number
}

export function largestRenderer(processes: readonly ProcessInfo[]): number {
  const sizes = processes.filter(({ type }) => type === 'renderer').map(({ id }) => ownMemory(id))
  return Math.max(...sizes)
}

function ownMemory(id: number): number {
  const rollup = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')
  const kilobytes = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)]
  return kilobytes.reduce((sum, [, size]) => sum + Number(size), 0) * 1024
}
