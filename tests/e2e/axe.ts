import type { Page } from '@playwright/test'
import axe from 'axe-core'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds once all movement has ended, on a page whose clock stands: it is moved by a few
 * milliseconds, because axe waits for timers. Evaluated, because the app's policy allows no script.
 */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getTiming().iterations === Infinity) animation.cancel()
      else animation.finish()
    }
  })
  await page.evaluate(axe.source)
  const found = page.evaluate(async (tags) => {
    // The source puts itself on the page's window.
    const onPage = Reflect.get(window, 'axe') as typeof axe
    const { violations } = await onPage.run(document, { runOnly: tags })
    return violations.map(({ id, nodes }) =>
      [id, ...nodes.map(({ failureSummary }) => failureSummary)].join('\n'),
    )
  }, rules)
  return whileTimersRun(page, found)
}

async function whileTimersRun<Value>(page: Page, awaited: Promise<Value>): Promise<Value> {
  const isDone = awaited.then(() => true)
  const tick = async () => {
    await page.clock.runFor(5)
    return false
  }
  while (!(await Promise.race([isDone, tick()])));
  return awaited
}
