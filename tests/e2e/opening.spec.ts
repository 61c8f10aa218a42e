import { expect, firstPartner, phone, signIn, test } from '../support/e2e.ts'

/** The script of the page itself. */
const ownScript = /\/assets\/index-[^/]+\.js$/

test('the page shows the screen’s shape while its code is on its way', async ({ app }) => {
  const device = await app.device({ viewport: phone })
  const page = await device.newPage()
  await page.route(ownScript, () => undefined)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'commit' })
  const [signInShape, mainShape] = [
    page.locator('[data-shape="sign-in"]'),
    page.locator('[data-shape="main"]'),
  ]
  await expect(signInShape).toBeVisible()
  await expect(mainShape).toBeHidden()
  expect(asked.filter((path) => path.includes('signed-in'))).toEqual([])

  await signIn(device, app.server, firstPartner)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(mainShape).toBeVisible()
  await expect(signInShape).toBeHidden()
  // The screens' code does not wait for that of the page.
  await expect.poll(() => asked.some((path) => /\/signed-in-[^/]+\.js$/.test(path))).toBe(true)

  await page.unroute(ownScript)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-shape]')).toHaveCount(0)
})

test('the first screens take no other letters than the German and Croatian ones', async ({
  app,
}) => {
  const page = await (await app.device({ viewport: phone })).newPage()
  const fonts: string[] = []
  page.on('request', (request) => {
    const [, font] = /([^/]+)-[\w-]{8}\.woff2$/.exec(request.url()) ?? []
    if (font !== undefined) fonts.push(font)
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await signIn(page.context(), app.server, firstPartner)
  await page.goto('/')
  // "Hallo Jonas" in one typeface, the title in the other.
  await expect(page.getByText(/Hallo/).first()).toBeVisible()
  await page.evaluate(async () => document.fonts.ready.then(() => undefined))
  expect(fonts.filter((font) => !/-(?:german|croatian)-/.test(font))).toEqual([])
  expect(fonts.join(' ')).toMatch(/nunito-german-normal.*lora-german|lora-german.*nunito-german/)
})
