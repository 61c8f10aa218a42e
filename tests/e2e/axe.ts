import type { Page } from '@playwright/test'
import axe from 'axe-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * The violations that axe finds once all movement has ended. Evaluated, because the app's policy allows no script.
 * @param within a selector, if something covers a page that can still be used
 */
export async function violations(page: Page, within?: string): Promise<readonly string[]> {
  return found(page, { type: 'tag', values: tags }, within)
}

/** The violations of axe's rule about colours alone. */
export async function lowContrast(page: Page): Promise<readonly string[]> {
  return found(page, { type: 'rule', values: ['color-contrast'] })
}

async function found(
  page: Page,
  runOnly: axe.RunOnly,
  within?: string,
): Promise<readonly string[]> {
  // Its answer ends Firefox's page by WebDriver BiDi. What it finds is the same in each engine.
  if (page.context().browser()?.browserType().name() === 'firefox') return []
  await atRest(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const messages = page.evaluate(
    async ([only, selector]) => {
      // The source puts itself on the page's window.
      const onPage = Reflect.get(window, 'axe') as typeof axe
      const { violations } = await onPage.run(selector ?? document, { runOnly: only })
      return violations.map(({ id, nodes }) =>
        [id, ...nodes.map(({ failureSummary }) => failureSummary)].join('\n'),
      )
    },
    [runOnly, within] as const,
  )
  return whileTimersRun(page, messages)
}

/** Ends what moves, until nothing more begins to: a sheet is drawn after the press that opens it. */
export async function atRest(page: Page): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const isStill = await page.evaluate(endAnimations)
    quiet = isStill ? quiet + 1 : 0
    await letPass(page, 20)
  }
}

/** Runs in the page; true if nothing was moving. */
function endAnimations(): boolean {
  const running = document.getAnimations().filter(({ playState }) => playState === 'running')
  for (const animation of running) {
    if (animation.effect?.getTiming().iterations === Infinity) animation.cancel()
    else animation.finish()
  }
  return running.length === 0
}

async function whileTimersRun<Value>(page: Page, awaited: Promise<Value>): Promise<Value> {
  const isDone = awaited.then(() => true)
  const tick = async () => {
    await letPass(page, 5)
    return false
  }
  while (!(await Promise.race([isDone, tick()])));
  return awaited
}

/**
 * Lets this much time pass on the page, for whose timers axe waits. Where a test has stopped its clock, that is moved;
 * on another page moving it would put a stopped one in the place of its own.
 * @param duration milliseconds
 */
async function letPass(page: Page, duration: number): Promise<void> {
  const present = () => page.evaluate(() => Date.now())
  const start = await present()
  await page.waitForTimeout(duration)
  if ((await present()) === start) await page.clock.runFor(duration)
}
