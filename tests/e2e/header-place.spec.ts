import { expect, firstPartner, phone, signIn, test } from '../support/e2e.ts'

test('on a new device the buttons of the header stand where they stay while the journal comes', async ({
  app,
}) => {
  const device = await app.device({ viewport: phone })
  const page = await device.newPage()
  let letJournalCome = () => undefined as void
  const journalMayCome = new Promise<void>((resolve) => (letJournalCome = resolve))
  await page.route('**/rest/v1/**', async (route) => {
    await journalMayCome
    await route.fallback()
  })
  await signIn(device, app.server, firstPartner)
  await page.goto('/')
  const buttons = ['Lieblingszitate', /^Dunkle|^Helle/, 'Abmelden']
  const places = async () =>
    Promise.all(
      buttons.map(async (name) =>
        page
          .getByRole('link', { name })
          .or(page.getByRole('button', { name }))
          .first()
          .boundingBox(),
      ),
    )
  await expect(page.getByRole('link', { name: 'Lieblingszitate' })).toBeVisible()
  const bell = page.getByRole('button', { name: /^Neu für dich/ })
  expect(await bell.count()).toBe(0)
  const before = await places()
  letJournalCome()
  await expect(bell).toBeVisible()
  expect(await places()).toEqual(before)
})
