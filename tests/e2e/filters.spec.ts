import { expect, firstPartner, phone, test, type TestApp } from '../support/e2e.ts'
import { toasts } from './entry-steps.ts'
import { cards, choose, openFilters, seed, tab } from './main-screen-steps.ts'

const day = 86_400_000

/** One entry for each thing a filter tells apart, oldest first. */
async function seedMixture(app: TestApp): Promise<void> {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const idea = { category: 'ideen' } as const
  await seed(app, 'Jonas', { content: 'Mein Gedanke', createdAt: ago(60) })
  await seed(app, 'Željka', { content: 'Ihr Gedanke', completed: true, createdAt: ago(50) })
  await seed(app, 'Jonas', { ...idea, content: 'Ohne Tag', createdAt: ago(40) })
  await seed(app, 'Željka', {
    ...idea,
    content: 'Schon vorbei',
    scheduledDate: new Date(Date.now() - 3 * day),
    createdAt: ago(30),
  })
  await seed(app, 'Jonas', {
    ...idea,
    content: 'Kommt noch',
    completed: true,
    scheduledDate: new Date(Date.now() + 3 * day),
    createdAt: ago(20),
  })
}

test('on the phone the panel filters by status, person and time, clears them all, and Back closes what is open', async ({
  app,
}) => {
  await seedMixture(app)
  const page = await app.signedIn(firstPartner, { viewport: phone })
  await expect(cards(page)).toHaveCount(5)
  const shows = (texts: string[]) => expect(cards(page)).toContainText(texts)
  const panel = page.getByRole('region', { name: 'Filter' })

  await test.step('each choice shows its entries, and the button counts them', async () => {
    await openFilters(page)
    await expect(panel.getByRole('combobox')).toHaveCount(4)
    await choose(page, 'Status', 'Erledigt')
    await shows(['Kommt noch', 'Ihr Gedanke'])
    await choose(page, 'Von wem', 'Meine')
    await shows(['Kommt noch'])
    await expect(page.getByRole('button', { name: 'Filter, 2 aktiv' })).toBeVisible()
    await choose(page, 'Status', 'Alle')
    await choose(page, 'Von wem', 'Beide')
    await choose(page, 'Ideen nach Zeit', 'Vergangen')
    await shows(['Schon vorbei'])
  })

  await test.step('any active filter offers to clear them all, panel open or not', async () => {
    const clear = page.getByRole('button', { name: 'Filter zurücksetzen' })
    await choose(page, 'Status', 'Offen')
    await page.getByRole('button', { name: 'Filter, 2 aktiv' }).click()
    await expect(panel).toBeHidden()
    await clear.click()
    await expect(toasts(page)).toContainText('Filter zurückgesetzt')
    await expect(cards(page)).toHaveCount(5)
    await expect(clear).toBeHidden()
    expect(new URL(page.url()).search).toBe('')
  })

  await tab(page, 'Ideen').click()
  await test.step('Back closes an open dropdown first', async () => {
    await openFilters(page)
    const address = page.url()
    await page.getByRole('combobox', { name: 'Status' }).click()
    const options = page.getByRole('listbox')
    await expect(options).toBeVisible()
    await page.goBack()
    await expect(options).toBeHidden()
    expect(page.url()).toBe(address)
  })

  await choose(page, 'Status', 'Offen')
  const address = page.url()
  const dialog = page.getByRole('dialog')
  for (const opener of ['Neuer Eintrag', 'Neu für dich: 2'])
    await test.step(`Back closes the top layer and keeps the filters (${opener})`, async () => {
      await page.getByRole('button', { name: opener, exact: true }).click()
      await expect(dialog).toBeVisible()
      await page.goBack()
      await expect(dialog).toBeHidden()
      expect(page.url()).toBe(address)
      await shows(['Schon vorbei', 'Ohne Tag'])
    })

  await test.step('a layer closed by other means leaves no step behind that a person could feel', async () => {
    await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.goBack()
    await expect(cards(page)).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible()
    await page.goBack()
    await expect(cards(page)).toHaveCount(5)
  })
})

test(
  'an address keeps its tab and filters: through sign-in, as a file, at a reload, by Back and Forward',
  { tag: '@long' },
  async ({ app }) => {
    await seedMixture(app)
    const page = await (await app.device()).newPage()
    const shows = (texts: string[]) => expect(cards(page)).toContainText(texts)

    await test.step('a shared link to the app’s file, on the way through sign-in', async () => {
      await page.goto('/index.html?bereich=ideen&zeit=ohne-datum')
      await expect(page).toHaveURL('/auth?bereich=ideen&zeit=ohne-datum')
      await page.getByLabel('Benutzername').fill(firstPartner.name)
      await page.getByLabel('Passwort', { exact: true }).fill(firstPartner.password)
      await page.getByRole('button', { name: 'Anmelden' }).click()
      await shows(['Ohne Tag'])
      await expect(cards(page)).toHaveCount(1)
      await expect(page).toHaveURL('/?bereich=ideen&zeit=ohne-datum')
    })

    await test.step('/index.html is the app, with what stands behind it in the address', async () => {
      await page.goto('/index.html?bereich=ideen&status=offen&von=meine&zeit=ohne-datum#unten')
      await expect(page).toHaveURL('/?bereich=ideen&status=offen&von=meine&zeit=ohne-datum#unten')
      const sameView = async () => {
        await shows(['Ohne Tag'])
        await expect(tab(page, 'Ideen')).toHaveAttribute('aria-pressed', 'true')
        await expect(page.getByRole('button', { name: 'Filter, 3 aktiv' })).toBeVisible()
      }
      await sameView()
      await page.reload()
      await sameView()
    })

    await test.step('an address with unknown words filters nothing', async () => {
      await page.goto('/?bereich=quatsch&status=&von=alle&zeit=x&sonst=1')
      await expect(cards(page)).toHaveCount(5)
      await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible()
    })

    await test.step('Back and Forward walk through tabs and filters of the desktop', async () => {
      await tab(page, 'Ideen').click()
      await openFilters(page)
      await expect(page.getByRole('region', { name: 'Filter' }).getByRole('group')).toHaveCount(4)
      await choose(page, 'Status', 'Erledigt')
      await shows(['Kommt noch'])
      await page.goBack()
      await expect(cards(page)).toHaveCount(3)
      await page.goBack()
      await expect(cards(page)).toHaveCount(5)
      await page.goForward()
      await page.goForward()
      await shows(['Kommt noch'])
      await page.goBack()
      await page.goBack()
      await expect(cards(page)).toHaveCount(5)
    })

    await test.step('the time of ideas can be chosen on Ideen and Alle only, and counts only there', async () => {
      await choose(page, 'Ideen nach Zeit', 'Geplant')
      await expect(page.getByRole('button', { name: 'Filter, 1 aktiv' })).toBeVisible()
      for (const name of ['Erzählen', 'Übersetzungen', 'Gedanken']) {
        await tab(page, name).click()
        await expect(page.getByRole('group', { name: 'Ideen nach Zeit' })).toBeHidden()
        await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible()
      }
      await expect(cards(page)).toHaveCount(2)
      await tab(page, 'Ideen').click()
      await expect(page.getByRole('button', { name: 'Filter, 1 aktiv' })).toBeVisible()
      await shows(['Kommt noch'])
    })
  },
)
