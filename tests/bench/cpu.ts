import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'

/** A phone of the lower middle class on a bad mobile network. */
export const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

/** Slows the page's main thread down by this factor; 1 ends it. */
export async function slowDown(session: CDPSession, rate: number): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/**
 * The CPU time that the page's main thread spends while `work` runs, in milliseconds. Other
 * processes on the machine hardly change it. `work` has to wait until all that it causes is drawn.
 */
export async function mainThreadTime(
  page: Page,
  work: (session: CDPSession) => Promise<unknown>,
): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await taskSeconds(session)
  await work(session)
  const after = await taskSeconds(session)
  await session.detach()
  return (after - before) * 1000
}

/** Seconds of the main thread within `pause` that a page takes that has nothing left to do. */
const nextToNothing = 0.003
/** Milliseconds between two looks. */
const pause = 500

/**
 * As `mainThreadTime`, with what follows until the page is quiet. That is seen from outside: a script in the page that looks
 * for it would take as much as a press.
 */
export async function mainThreadTimeUntilQuiet(
  page: Page,
  work: () => Promise<unknown>,
): Promise<number> {
  return mainThreadTime(page, async (session) => {
    await work()
    for (let last = await taskSeconds(session); ;) {
      await delay(pause)
      const now = await taskSeconds(session)
      if (now - last < nextToNothing) return
      last = now
    }
  })
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const found = metrics.find(({ name }) => name === 'TaskDuration')
  if (found === undefined) throw new Error('The browser tells no TaskDuration')
  return found.value
}

/** The page's JavaScript heap after a collection, in bytes. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

/**
 * Resolves when the page has drawn and its main thread has been idle for `quiet` milliseconds.
 */
export async function settled(page: Page, quiet = 300): Promise<void> {
  await page.evaluate(
    async (wanted) =>
      new Promise<void>((resolve) => {
        let last = performance.now()
        const beat = () => {
          const now = performance.now()
          if (now - last > wanted) return resolve()
          requestIdleCallback((deadline) => {
            if (deadline.timeRemaining() < 5) last = performance.now()
            setTimeout(beat, 20)
          })
        }
        beat()
      }),
    quiet,
  )
}
