import { expect, newDevice, test } from '../support/e2e.ts'

const tooOld = 'Dieser Browser ist zu alt für das Tagebuch'

test('a browser without scripts says what is missing, in place of the waiting page', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  const sentence = page.locator('noscript p')
  await expect(sentence).toContainText('Das Tagebuch braucht JavaScript')
  await expect(sentence).toBeInViewport()
  // The shapes of the waiting page do not lie on it.
  const picture = await page.screenshot()
  await page.evaluate(() => document.querySelector('#root')?.replaceChildren())
  expect(picture.equals(await page.screenshot())).toBe(true)
  await context.close()
})

test('a browser that cannot read the app’s code is called too old, in place of the waiting page', async ({
  browser,
  app,
}) => {
  // Unwatched: its syntax errors are what this is about.
  const context = await newDevice(browser, app.url, { theme: 'dark' })
  const page = await context.newPage()
  await test.step('one that does not know its syntax', async () => {
    await context.route(/\/assets\/index-.*\.js/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'const = 1' }),
    )
    await page.goto('/')
    await expect(page.getByText(tooOld)).toBeInViewport()
    await expect(page.getByText('Laden...')).toHaveCount(0)
    // As dark as the place of the scroll bar beside it.
    await expect(page.getByText(tooOld)).toHaveCSS('background-color', 'rgb(29, 24, 22)')
    await context.unroute(/\/assets\/index-.*\.js/)
  })

  await test.step('one that does not know modules', async () => {
    await context.route('**/', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replaceAll('type="module"', 'type="unknown"')
      await route.fulfill({ response: answer, body })
    })
    await page.goto('/')
    await expect(page.getByText(tooOld)).toBeInViewport()
    await context.unroute('**/')
  })

  await test.step('a file that does not come is another matter', async () => {
    await context.route(/\/assets\/index-.*\.js/, (route) => route.abort())
    await page.goto('/')
    await expect(page.getByText('Das Tagebuch ließ sich nicht öffnen.')).toBeVisible()
    await expect(page.getByText(tooOld)).toHaveCount(0)
  })
  await context.close()
})
