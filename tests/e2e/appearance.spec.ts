import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { openForm, textField } from './entry-steps.ts'

const isDark = () => document.documentElement.classList.contains('dark')

test('the theme is light though the system is dark, the choice is remembered, and other tabs and paper follow it', async ({
  app,
  browserName,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: phone, colorScheme: 'dark' })
  expect(await page.evaluate(isDark)).toBe(false)
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#fbf7f1')
  await page.getByRole('button', { name: 'Dunkles Design einschalten' }).click()
  expect(await page.evaluate(isDark)).toBe(true)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#1d1816')
  // The edge of a drawer is seen above the cards behind it.
  await openForm(page)
  const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  await expect(form).toHaveCSS('border-top-color', 'rgb(148, 134, 123)')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  // Before the app itself has drawn anything.
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveClass(/dark/)
  expect(await page.evaluate(isDark)).toBe(true)
  await page.getByRole('button', { name: 'Helles Design einschalten' }).click()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')

  await test.step('each heading is whole on a screen of 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const address of ['/favoriten', '/']) {
      await page.goto(address)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeInViewport({ ratio: 1 })
      const cut = await heading.evaluate((element) => ({
        across: element.scrollWidth - element.clientWidth,
        down: element.scrollHeight - element.clientHeight,
      }))
      expect(cut, address).toEqual({ across: 0, down: 0 })
    }
  })

  await test.step('other tabs follow a change at once, there and back', async () => {
    const others = []
    for (const address of ['/favoriten', '/nirgends']) {
      const other = await page.context().newPage()
      await other.goto(address)
      await expect(other.locator('#root > *').first()).toBeVisible()
      others.push(other)
    }
    await page.getByRole('button', { name: 'Dunkles Design einschalten' }).click()
    for (const other of others) {
      await expect.poll(() => other.evaluate(isDark)).toBe(true)
      await expect(other.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#1d1816')
    }
    await page.getByRole('button', { name: 'Helles Design einschalten' }).click()
    for (const other of others) await expect.poll(() => other.evaluate(isDark)).toBe(false)
    for (const other of others) await other.close()
  })

  await test.step('a tab that the browser had frozen follows when it becomes visible again', async () => {
    const second = await page.context().newPage()
    // A frozen page gets no event.
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

  // Only Chromium's protocol emulates paper.
  if (browserName !== 'chromium') return
  await test.step('a dark page is printed with the light theme’s colours, without bars, buttons and toasts', async () => {
    const form = await openForm(page)
    await textField(form).fill('Für das Papier')
    await form.getByRole('button', { name: 'Eintragen' }).click()
    const card = page.getByRole('article').filter({ hasText: 'Für das Papier' })
    await expect(card).toBeVisible()
    const colours = async () =>
      card.evaluate((element) => {
        const { backgroundColor, color } = getComputedStyle(element)
        return [backgroundColor, color, getComputedStyle(document.documentElement).backgroundColor]
      })
    const dark = await colours()
    await page.emulateMedia({ media: 'print' })
    const printed = await colours()
    await expect(card).toContainText('Jonas')
    await expect(card.getByText('Jonas').first()).toBeVisible()
    for (const part of ['banner', 'navigation', 'button'] as const)
      await expect(page.getByRole(part).filter({ visible: true })).toHaveCount(0)
    await expect(page.locator('[data-toasts]')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    expect(await colours()).toEqual(dark)
    await page.evaluate(() => document.documentElement.classList.remove('dark'))
    expect(printed).toEqual(await colours())
  })
})

test(
  'the remembered theme stands before the app itself has loaded',
  { tag: '@long' },
  async ({ app }) => {
    const context = await app.device({ theme: 'dark' })
    await context.route('**/assets/*.js', (route) => route.abort())
    const page = await context.newPage()
    await page.goto('/auth')
    await expect(page.getByText('Das Tagebuch ließ sich nicht öffnen.')).toBeVisible()
    expect(await page.evaluate(isDark)).toBe(true)
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
    ).toBe('rgb(29, 24, 22)')
  },
)
