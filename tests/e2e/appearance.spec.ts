import { expect, firstPartner, test } from '../support/e2e.ts'
import { layouts } from './entry-steps.ts'

const isDark = () => document.documentElement.classList.contains('dark')

for (const { layout, viewport } of layouts) {
  test(`the theme is light though the system is dark, and the choice is remembered (${layout})`, async ({
    app,
  }) => {
    const page = await app.signedIn(firstPartner, { viewport, colorScheme: 'dark' })
    expect(await page.evaluate(isDark)).toBe(false)
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#fbf7f1')
    await page.getByRole('button', { name: 'Dunkles Design einschalten' }).click()
    expect(await page.evaluate(isDark)).toBe(true)
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#1d1816')
    await page.reload()
    expect(await page.evaluate(isDark)).toBe(true)
    await page.getByRole('button', { name: 'Helles Design einschalten' }).click()
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  })
}

test('the remembered theme stands before the app itself has loaded', async ({ app }) => {
  const context = await app.device({ theme: 'dark' })
  await context.route('**/assets/*.js', (route) => route.abort())
  const page = await context.newPage()
  await page.goto('/auth')
  await expect(page.locator('#root')).toBeEmpty()
  expect(await page.evaluate(isDark)).toBe(true)
  expect(
    await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
  ).toBe('rgb(29, 24, 22)')
})

for (const address of ['/', '/favoriten', '/nirgends']) {
  test(`another tab at ${address} follows a change of the theme at once, there and back`, async ({
    app,
  }) => {
    const page = await app.signedIn(firstPartner)
    const second = await page.context().newPage()
    await second.goto(address)
    await expect(second.locator('#root > *').first()).toBeVisible()
    await page.getByRole('button', { name: 'Dunkles Design einschalten' }).click()
    await expect.poll(() => second.evaluate(isDark)).toBe(true)
    await expect(second.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#1d1816')
    await page.getByRole('button', { name: 'Helles Design einschalten' }).click()
    await expect.poll(() => second.evaluate(isDark)).toBe(false)
  })
}

test('a tab that the browser had frozen follows when it is looked at again', async ({ app }) => {
  const page = await app.signedIn(firstPartner)
  const second = await page.context().newPage()
  // A frozen page is told nothing.
  await second.addInitScript(() =>
    addEventListener('storage', (event) => event.stopImmediatePropagation(), true),
  )
  await second.goto('/')
  const toggle = (name: string) => second.getByRole('button', { name })
  await expect(toggle('Dunkles Design einschalten')).toBeVisible()
  await page.getByRole('button', { name: 'Dunkles Design einschalten' }).click()
  await expect.poll(() => page.evaluate(isDark)).toBe(true)
  await second.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(toggle('Helles Design einschalten')).toBeVisible()
  expect(await second.evaluate(isDark)).toBe(true)
})

for (const address of ['/', '/favoriten']) {
  test(`the heading of ${address} is whole on a screen of 320 px`, async ({ app }) => {
    const page = await app.signedIn(firstPartner, { viewport: { width: 320, height: 640 } })
    await page.goto(address)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeInViewport({ ratio: 1 })
    const cut = await heading.evaluate((element) => ({
      across: element.scrollWidth - element.clientWidth,
      down: element.scrollHeight - element.clientHeight,
    }))
    expect(cut).toEqual({ across: 0, down: 0 })
  })
}
