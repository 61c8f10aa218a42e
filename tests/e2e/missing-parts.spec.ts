import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { openForm } from './entry-steps.ts'
import { allLoaded, seed, tab } from './main-screen-steps.ts'

const sentence =
  'Dieser Teil ist noch nicht geladen. Sobald das Netz wieder da ist, kommt er von selbst.'

// Without a service worker, as over plain HTTP on the home network.
test('a part whose code cannot be loaded says so in its place, and comes with the network', async ({
  app,
}) => {
  for (const index of [1, 2, 3, 4])
    await seed(app, 'Jonas', {
      content: `🇩🇪 Wort ${index}\n🇭🇷 riječ ${index}`,
      category: 'uebersetzungen',
    })
  const page = await app.signedIn(firstPartner, { viewport: phone })
  await expect(page.getByRole('article')).toHaveCount(4)
  await allLoaded(page)
  await page.context().setOffline(true)

  await test.step('a dialog', async () => {
    // By keyboard: the list above the line is still growing when it opens.
    await page.getByRole('button', { name: /^Neu für dich/ }).press('Enter')
    await page.getByRole('button', { name: 'Auf diesem Gerät' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Auf diesem Gerät' })
    await expect(dialog).toContainText(sentence)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('the calendar, inside a form that keeps its text', async () => {
    const form = await openForm(page, 'Ideen')
    await form.getByRole('textbox', { name: 'Text', exact: true }).fill('Ein Ausflug')
    await form.getByRole('button', { name: 'Datum wählen' }).click()
    await expect(page.getByText(sentence)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText(sentence)).toBeHidden()
    await expect(form.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue(
      'Ein Ausflug',
    )
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  })

  await test.step('a whole page, and the way back', async () => {
    await page.getByRole('link', { name: 'Lieblingszitate' }).click()
    await expect(page.getByText(sentence)).toBeVisible()
    await page.getByRole('link', { name: 'Zurück zur Startseite' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
  })

  await test.step('the quiz, which loads with its style automatically', async () => {
    await tab(page, 'Übersetz').click()
    await page.getByRole('button', { name: 'Quiz starten' }).click()
    const quiz = page.getByRole('dialog', { name: 'Übersetzungsquiz' })
    await expect(quiz).toContainText(sentence)
    await page.context().setOffline(false)
    await expect(quiz.getByText(/^Frage 1 von/u)).toBeVisible()
    const styles = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(
          ({ sheet }) => sheet !== null,
        ),
      )
    await expect.poll(async () => (await styles()).includes(false)).toBe(false)
  })

  await test.step('a part that the server no longer has asks for a new page', async () => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Neuer Eintrag' })).toBeVisible()
    await page.context().route(/favourites-screen/, (route) => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'Lieblingszitate' }).click()
    await expect(page.getByText('Lade die Seite neu, dann ist er da.')).toBeVisible()
    await page.context().unroute(/favourites-screen/)
    await page.getByRole('button', { name: 'Seite neu laden' }).click()
    await expect(page.getByRole('heading', { name: 'Lieblingszitate' })).toBeVisible()
  })

  await test.step('an app whose own script cannot be loaded says so', async () => {
    await page.context().route(/assets\/index-.*\.js/, (route) => route.abort())
    await page.goto('/')
    await expect(page.getByText('Das Tagebuch ließ sich nicht öffnen.')).toBeVisible()
    await page.context().unroute(/assets\/index-.*\.js/)
    await page.getByRole('link', { name: 'Seite neu laden' }).click()
    await expect(page.getByRole('button', { name: 'Neuer Eintrag' })).toBeVisible()
  })
})
