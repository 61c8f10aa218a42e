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

test('another tab follows a change of the theme', async ({ app }) => {
  const page = await app.signedIn(firstPartner)
  const second = await page.context().newPage()
  await second.goto('/favoriten')
  await page.getByRole('button', { name: 'Dunkles Design einschalten' }).click()
  await expect.poll(() => second.evaluate(isDark)).toBe(true)
})
