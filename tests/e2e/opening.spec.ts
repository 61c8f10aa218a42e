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
    page.locator('#root > div').nth(0),
    page.locator('#root > div').nth(1),
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
  await expect(page.locator('#root svg[fill="currentColor"]')).toHaveCount(0)
})
