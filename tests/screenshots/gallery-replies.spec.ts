import { expect, secondPartner } from '../support/e2e.ts'
import { cardOf } from '../e2e/entry-steps.ts'
import { seed } from '../e2e/main-screen-steps.ts'
import { journey, ordinaryDay } from './gallery.ts'

const hoursBefore = (hours: number) => new Date(ordinaryDay.getTime() - hours * 3_600_000)

journey('replies', async ({ app, open, take, form: { layout } }) => {
  const id = await seed(app, 'Jonas', {
    content: 'Heute am See gewesen, bis es dunkel war.',
    createdAt: hoursBefore(30),
  })
  const jonas = await app.server.client('Jonas')
  const zeljka = await app.server.client(secondPartner.name)
  const texts = [
    [zeljka, 'Und das Wasser war noch warm!'],
    [
      jonas,
      'Nächstes Jahr nehmen wir das Zelt mit und bleiben zwei Nächte, bevor es zu kalt wird.',
    ],
    [zeljka, 'Unbedingt. https://example.org/zelte'],
  ] as const
  for (const [person, content] of texts) {
    const added = await person.rest
      .from('replies')
      .insert({ id: crypto.randomUUID(), entry_id: id, user_id: person.id, content })
    expect(added.error).toBeNull()
  }
  const page = await open()
  const card = cardOf(page, 'Heute am See')
  await expect(card.getByRole('button', { name: '1 weitere Antwort' })).toBeVisible()
  await take(page, 'last two')
  await card.getByRole('button', { name: 'Was tun mit dieser Antwort?' }).first().click()
  await take(page, 'menu of my own')
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Antworten', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Deine Antwort' })
  await field.fill('Ich bringe Kuchen mit')
  await take(page, layout === 'phone' ? 'drawer' : 'field in place')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Neu für dich/ }).click()
  await take(page, 'in the bell')
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Löschen' }).click()
  await take(page, 'deletion of an entry with replies')
})
