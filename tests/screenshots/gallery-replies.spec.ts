import { expect } from '../support/e2e.ts'
import { cardOf } from '../e2e/entry-steps.ts'
import { seed } from '../e2e/main-screen-steps.ts'
import { chooseFor, repliesOf, seedReplies } from '../e2e/reply-steps.ts'
import { hoursBefore, journey } from './gallery.ts'

journey('replies', async ({ app, open, take, form: { layout } }) => {
  const content = 'Heute am See gewesen, bis es dunkel war.'
  const id = await seed(app, 'Jonas', { content, createdAt: hoursBefore(30) })
  const long =
    'Nächstes Jahr nehmen wir das Zelt mit und bleiben zwei Nächte, bevor es zu kalt wird.'
  await seedReplies(app, id, [
    { by: 'Željka', content: 'Und das Wasser war noch warm!', at: hoursBefore(29) },
    { by: 'Jonas', content: 'Meine Schuhe sind immer noch nass.', at: hoursBefore(28) },
    { by: 'Jonas', content: long, at: hoursBefore(3) },
    { by: 'Željka', content: 'Unbedingt. https://example.org/zelte', at: hoursBefore(0.2) },
  ])
  const page = await open()
  const card = cardOf(page, 'Heute am See')
  await expect(card.getByRole('button', { name: '2 weitere Antworten' })).toBeVisible()
  await take(page, 'last two')
  await chooseFor(page, repliesOf(card).first())
  const edit = page.getByRole('button', { name: 'Antwort bearbeiten' })
  await expect(edit).toBeVisible()
  await take(page, 'menu of my own')
  await edit.click()
  const field = page.getByRole('textbox', { name: 'Deine Antwort' })
  await expect(field).toHaveValue(long)
  await take(page, layout === 'phone' ? 'drawer of an edit' : 'edit in place')
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Antworten', exact: true }).click()
  await field.fill('Ich bringe Kuchen mit')
  await take(page, layout === 'phone' ? 'drawer' : 'field in place')
  await field.press('Control+Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await chooseFor(page, repliesOf(card).filter({ hasText: 'Kuchen' }), 'Antwort löschen')
  await take(page, 'deleted')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await page.getByRole('button', { name: /^Neu für dich/ }).click()
  const news = page.getByRole('list', { name: 'Neuigkeiten' }).getByRole('button').last()
  await expect(news).toBeVisible()
  await take(page, 'in the bell')
  await news.click()
  await expect(repliesOf(card)).toHaveCount(5)
  await take(page, 'the one that the bell leads to')
  await card.getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await take(page, 'deletion of an entry with replies')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Suchen' }).click()
  await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).fill('wasser')
  await expect(card.locator('mark')).toBeVisible()
  await take(page, 'found by a search')
})
