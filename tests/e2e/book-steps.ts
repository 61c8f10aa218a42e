import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'

/** Opens what the device offers. */
export async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Neu für dich/ }).click()
  // A press in the dialog, as near and as soon as a test is, would count as the second of a double press.
  await page.getByRole('button', { name: 'Auf diesem Gerät' }).press('Enter')
}

/** Presses "Alles mitnehmen" and returns where the browser has put the file. */
export async function takeAlong(page: Page, folder: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Alles mitnehmen' }).click()
  const file = `${folder}/tagebuch.html`
  await (await download).saveAs(file)
  return file
}

/** The file in a browser without a network; any other request fails the test. */
export async function openBook(browser: Browser, file: string) {
  const context = await browser.newContext({ offline: true, locale: 'de-DE' })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => asked.push(message.text()))
  await page.goto(pathToFileURL(file).href)
  return { page, asked, close: () => context.close() }
}
