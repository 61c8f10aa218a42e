import type { Locator, Page } from '@playwright/test'
import { expect, firstPartner, secondPartner, test, phone } from '../support/e2e.ts'
import { failingWord, failWith } from '../support/failing-writes.ts'
import { lowContrast, violations } from './axe.ts'
import { draftStored } from './draft-steps.ts'
import { arrived, layouts, openEdit, textField, toasts, toggleOf } from './entry-steps.ts'
import { cards, seed } from './main-screen-steps.ts'
import { localCopy } from './security-steps.ts'

const ask = 'Wie war’s?'
const told = 'Das Wasser war warm'
const wish = 'Einmal ans Meer'

/** The card with exactly this text: the other entry's card has it in a line, which is a button. */
function cardWith(page: Page, text: string): Locator {
  return cards(page)
    .filter({ has: page.getByText(text, { exact: true }) })
    .filter({ hasNot: page.getByRole('button').filter({ hasText: text }) })
}

const line = (card: Locator, name: string) => card.getByRole('button', { name, exact: true })

/** Opens the form from the card of the idea. */
async function openStory(page: Page, name = ask, idea = wish): Promise<Locator> {
  await line(cardWith(page, idea), name).click()
  const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  await expect(form.getByRole('radio', { name: 'Erzählen' })).toBeChecked()
  await expect(form).toContainText(`Eure Idee:${idea}`)
  await expect(form).toHaveAccessibleDescription('Wie war’s?')
  return form
}

async function tell(page: Page, text: string, name = ask): Promise<void> {
  const form = await openStory(page, name)
  await textField(form).fill(text)
  await form.getByRole('button', { name: 'Eintragen' }).click()
  await expect(form).toBeHidden()
  await arrived(cardWith(page, text))
}

const yesterday = () => new Date(Date.now() - 36 * 3_600_000)

/** True where all that one presses on a card lies within it. */
const isWithin = async (card: Locator) =>
  card.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    return [...element.querySelectorAll('button')].every((part) => {
      const box = part.getBoundingClientRect()
      return box.width === 0 || (box.left >= left && box.right <= right + 0.5)
    })
  })

for (const { layout, viewport } of layouts)
  test(`an idea that came true asks on its card, and story and idea lead to each other (${layout})`, async ({
    app,
  }) => {
    await seed(app, 'Željka', { content: wish, category: 'ideen', scheduledDate: yesterday() })
    await seed(app, 'Jonas', { content: 'Ein Boot bauen', category: 'ideen' })
    const partner = await app.signedIn(secondPartner, { viewport })
    const page = await app.signedIn(firstPartner, { viewport })

    await test.step('once its time has passed, or it is ticked off', async () => {
      await expect(line(cardWith(page, wish), ask)).toBeVisible()
      const open = cardWith(page, 'Ein Boot bauen')
      await expect(line(open, ask)).toHaveCount(0)
      await toggleOf(open).click()
      await expect(line(open, ask)).toBeVisible()
      await toggleOf(open).click()
      await expect(line(open, ask)).toHaveCount(0)
    })

    await test.step('it opens the form of a story with the idea above the field', async () => {
      const form = await openStory(page)
      await expect(textField(form)).toBeFocused()
      expect(await violations(page)).toEqual([])
      await form.getByRole('radio', { name: 'Gedanken & Notizen' }).check()
      await expect(form).not.toContainText(wish)
      await form.getByRole('radio', { name: 'Erzählen' }).check()
      await expect(form).toContainText(wish)
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
    })

    await test.step('each card leads to the other, on both devices', async () => {
      await tell(page, told)
      for (const device of [page, partner]) {
        await device.bringToFront()
        const [idea, story] = [cardWith(device, wish), cardWith(device, told)]
        await expect(line(idea, ask)).toHaveCount(0)
        await line(idea, `So war’s: ${told}`).click()
        await expect(story).toBeFocused()
        await device.goBack()
        await expect(idea).toBeInViewport()
        await device.goForward()
        await expect(story).toBeInViewport()
        await line(story, `Aus einer Idee: ${wish}`).click()
        await expect(idea).toBeFocused()
      }
      expect(await violations(page)).toEqual([])
      await page.evaluate(() => document.documentElement.classList.add('dark'))
      expect(await lowContrast(page)).toEqual([])
    })

    await test.step('the other may tell too, and two are shown as two', async () => {
      await tell(partner, 'Und der Sand auch', 'Auch erzählen')
      const lines = cardWith(page, wish).getByRole('listitem').filter({ hasText: 'So war' })
      await expect(lines).toHaveText([
        `So war’s für Jonas: ${told}`,
        'So war’s für Željka: Und der Sand auch',
      ])
    })

    await test.step('a story that is deleted leaves the idea, and the idea the story', async () => {
      const deleted = async (text: string) =>
        app.server.sql()`delete from entries where content = ${text}`
      await deleted(told)
      const idea = cardWith(partner, wish)
      await expect(line(idea, `So war’s: ${told}`)).toHaveCount(0)
      await expect(line(idea, 'So war’s: Und der Sand auch')).toBeVisible()
      await deleted(wish)
      await expect(cardWith(page, wish)).toHaveCount(0)
      await expect(cardWith(page, 'Und der Sand auch')).not.toContainText('Aus einer Idee')
    })

    if (layout === 'desktop')
      await test.step('a private story tells the partner nothing, and is linked for both once it is shared', async () => {
        await app.server.sql()`delete from entries`
        await seed(app, 'Željka', { content: wish, category: 'ideen', completed: true })
        const form = await openStory(page)
        await textField(form).fill(told)
        await form.getByRole('switch', { name: 'Nur du kannst diese Notiz sehen' }).click()
        await form.getByRole('button', { name: 'Eintragen' }).click()
        await arrived(cardWith(page, told))
        await expect(line(cardWith(page, told), `Aus einer Idee: ${wish}`)).toBeVisible()
        // An entry that reaches the partner after it shows that it has not.
        await seed(app, 'Jonas', { content: 'Danach' })
        await expect(cardWith(partner, 'Danach')).toBeVisible()
        await expect(line(cardWith(partner, wish), ask)).toBeVisible()
        const shown = line(cardWith(partner, wish), `So war’s: ${told}`)
        for (const isShared of [true, false]) {
          const edit = await openEdit(page, cardWith(page, told))
          await edit.getByRole('switch', { name: 'Nur du kannst diese Notiz sehen' }).click()
          await edit.getByRole('button', { name: 'Speichern' }).click()
          await expect(edit).toBeHidden()
          await expect(shown).toHaveCount(isShared ? 1 : 0)
        }
        await expect(line(cardWith(partner, wish), ask)).toBeVisible()
      })
  })

test('one’s own stories: long ones, a refused one, a draft, and one that is far back', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })

  await test.step("a long idea and a long story are one line each on the other's card", async () => {
    const long = (word: string) => Array.from({ length: 24 }, (_, n) => `${word} ${n}`).join(', ')
    const [longWish, longStory] = [long('Wunsch'), long('Kapitel')]
    await seed(app, 'Željka', { content: longWish, category: 'ideen', completed: true })
    const form = await openStory(page, ask, longWish)
    await textField(form).fill(longStory)
    await form.getByRole('button', { name: 'Eintragen' }).click()
    for (const [text, name] of [
      [longWish, `So war’s: ${longStory}`],
      [longStory, `Aus einer Idee: ${longWish}`],
    ] as const) {
      const card = cardWith(page, text)
      const height = line(card, name).evaluate((one) => one.getBoundingClientRect().height)
      expect(await height).toBeLessThanOrEqual(48)
      expect(await isWithin(card)).toBe(true)
    }
  })

  await test.step('a story that is refused comes back in the form with its idea', async () => {
    await app.server.sql()`delete from entries`
    await seed(app, 'Jonas', { content: wish, category: 'ideen', completed: true })
    app.allowConsoleLines(/400/)
    await failWith(app.server, '23514')
    const form = await openStory(page)
    await textField(form).fill(failingWord)
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(toasts(page)).toContainText('Fehler beim Erstellen des Eintrags')
    await expect(cardWith(page, failingWord)).toHaveCount(0)
    await failWith(app.server, null)
    await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
    await expect(form).toContainText(`Eure Idee:${wish}`)
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await arrived(cardWith(page, failingWord))
    await expect(line(cardWith(page, failingWord), `Aus einer Idee: ${wish}`)).toBeVisible()
  })

  await test.step('a draft knows its idea after a reload, and says once the idea is gone', async () => {
    await app.server.sql()`delete from entries`
    const id = await seed(app, 'Željka', { content: wish, category: 'ideen', completed: true })
    await textField(await openStory(page)).fill(told)
    await draftStored(page, told)
    await page.reload()
    await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
    await expect(textField(form)).toHaveValue(told)
    await expect(form).toContainText('Dein Text von vorhin ist noch da.')
    await expect(form).toContainText(`Eure Idee:${wish}`)
    await app.server.sql()`delete from entries where id = ${id}`
    await expect(form).toContainText('Diese Idee ist nicht mehr da. Erzählen kannst du trotzdem.')
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await arrived(cardWith(page, told))
    await expect(toasts(page)).toContainText('Eintrag erstellt!')
    // The form has said it: no error follows.
    await expect(toasts(page)).not.toContainText('Fehler beim Verbinden mit der Idee')
  })

  await test.step('no card asks for a story that is on the device, however far back', async () => {
    await app.server.sql()`delete from entries`
    const idea = await seed(app, 'Jonas', { content: wish, category: 'ideen', completed: true })
    await expect(line(cardWith(page, wish), ask)).toBeVisible()
    // The story is neither among the newest entries nor the oldest: those are read first.
    await seed(app, 'Jonas', { content: 'Der Anfang', createdAt: new Date('2019-01-01') })
    await app.server.sql()`
      insert into entries (user_id, category, content, created_at)
      select id, 'gedanken', 'Nr. ' || n, timestamptz '2021-01-01' + n * interval '1 day'
      from profiles, generate_series(1, 40) n where name = 'Jonas'`
    const story = await seed(app, 'Jonas', {
      content: told,
      category: 'erzaehlen',
      createdAt: new Date('2020-01-01'),
    })
    await app.server.sql()`
      insert into story_links (id, user_id, idea_id)
      select id, user_id, ${idea} from entries where id = ${story}`
    await expect(line(cardWith(page, wish), `So war’s: ${told}`)).toBeVisible()
    // The disk follows the screen.
    await expect.poll(async () => localCopy(page)).toContain(`"ideaId":"${idea}"`)
    await expect.poll(async () => localCopy(page)).toContain(told)
    // From here on, the page notes each time a card asks.
    await page.addInitScript((asked) => {
      const noted = globalThis as { hasAsked?: boolean }
      new MutationObserver(() => {
        if (document.body?.innerText.includes(asked)) noted.hasAsked = true
      }).observe(document, { childList: true, subtree: true, characterData: true })
    }, ask)
    await page.reload()
    await expect(line(cardWith(page, wish), `So war’s: ${told}`)).toBeVisible()
    expect(
      await page.evaluate(() => (globalThis as { hasAsked?: boolean }).hasAsked),
    ).toBeUndefined()
  })
})
