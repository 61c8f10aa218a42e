import type { Page } from '@playwright/test'
import type { Screen } from './smoke.ts'

/** The screen as a person uses it in an engine that Playwright drives. */
export function screenOf(page: Page): Screen {
  return {
    open: async () => void (await page.goto('/')),
    reload: async () => void (await page.reload()),
    fill: async (label, text) => page.getByRole('textbox', { name: label, exact: true }).fill(text),
    press: async (name) => page.getByRole('button', { name, exact: true }).click(),
    text: async () => page.locator('body').innerText(),
    evaluate: async (work, ...args) =>
      // An expression, because Playwright passes one argument alone.
      page.evaluate(`(${String(work)})(...${JSON.stringify(args)})`),
  }
}
