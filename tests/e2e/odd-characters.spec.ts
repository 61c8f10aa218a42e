import { contentLimit } from '../../src/domain/limits.ts'
import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { overflow, seed } from './main-screen-steps.ts'

/** One letter with as many combining marks as an entry has room for: towers, and a very wide one. */
const stacks = {
  'acute accents': `Z${'\u0301'.repeat(contentLimit - 1)}`.normalize('NFC'),
  'dots below': `Z${'\u0323'.repeat(contentLimit - 1)}`.normalize('NFC'),
  'enclosing circles': `Z${'\u20dd'.repeat(contentLimit - 1)}`,
}

test('letters with 299 marks cover no neighbour and do not widen the page; invisible ones are no text and reorder nothing', async ({
  app,
}) => {
  const times = ['2026-11-03', '2026-11-02', '2026-11-01'] as const
  await seed(app, 'Željka', { content: 'Darüber', createdAt: new Date(times[0]) })
  const middle = await seed(app, 'Željka', { content: 'Z', createdAt: new Date(times[1]) })
  await seed(app, 'Željka', { content: 'Darunter', createdAt: new Date(times[2]) })
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const card = (text: string) => page.getByRole('article').filter({ hasText: text })
  const neighbours = async () => {
    const above = await card('Darüber').screenshot({ animations: 'disabled' })
    const below = await card('Darunter').screenshot({ animations: 'disabled' })
    return { above, below }
  }
  await expect(card('Darunter')).toBeVisible()
  const before = await neighbours()
  for (const [marks, stacked] of Object.entries(stacks)) {
    await app.server.sql()`update entries set content = ${stacked} where id = ${middle}`
    await expect(card(stacked)).toBeVisible()
    const after = await neighbours()
    expect(before.above.equals(after.above), marks).toBe(true)
    expect(before.below.equals(after.below), marks).toBe(true)
    expect(await overflow(page)).toBe(0)
  }

  await test.step('a text that shows nothing counts as none, and one with joiners is kept', async () => {
    await page.getByRole('button', { name: 'Neuer Eintrag' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill('\u200B\u2060\u3164')
    await dialog.getByRole('button', { name: 'Eintragen' }).click()
    await expect(dialog.getByText('Bitte gib einen Text ein')).toBeVisible()
    await dialog.getByRole('textbox').first().fill('👨‍👩‍👧 im Garten')
    await dialog.getByRole('button', { name: 'Eintragen' }).click()
    await expect(page.getByRole('article').filter({ hasText: '👨‍👩‍👧 im Garten' })).toBeVisible()
  })

  await test.step('bidirectional controls do not reorder a link', async () => {
    const content = 'Schau \u202Ehttps://beispiel.example/abc hier'
    await seed(app, 'Željka', { content })
    const noLink = 'https://bank.example@anderswo.example/'
    await seed(app, 'Željka', { content: noLink })
    const link = page.getByRole('article').filter({ hasText: 'Schau' }).getByRole('link')
    await expect(link).toHaveText('https://beispiel.example/abc')
    // The first letter of the address is left of its last one, as written.
    const order = await link.evaluate((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
      if (text === null) throw new Error('the link is empty')
      const leftOf = (offset: number) => {
        const range = document.createRange()
        range.setStart(text, offset)
        range.setEnd(text, offset + 1)
        return range.getBoundingClientRect().left
      }
      return leftOf(0) < leftOf((text.textContent ?? '').length - 1)
    })
    expect(order).toBe(true)
    const card = page.getByRole('article').filter({ hasText: noLink })
    await expect(card).toBeVisible()
    await expect(card.getByRole('link'), 'an address with user info').toHaveCount(0)
  })
})
