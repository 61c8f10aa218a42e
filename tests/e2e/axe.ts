import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Axe {
  run(
    root: Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { failureSummary: string }[] }[] }>
}

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
  await page.evaluate(source)
  const found = page.evaluate(async (tags) => {
    const axe = Reflect.get(window, 'axe') as Axe
    const { violations } = await axe.run(document, { runOnly: tags })
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
