import type { Page } from '@playwright/test'
import { contentLimit } from '../../src/domain/limits.ts'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { cardOf, openEdit, textField, toggleOf } from './entry-steps.ts'
import { seed } from './main-screen-steps.ts'
import { tenWords, writeWords } from './quiz-steps.ts'

const broken = 'Da ist etwas schiefgegangen'

/** Wraps every text on the page, and every new one, as a browser does that translates. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wrapIn = (root: Node) => {
      const texts: Node[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (walker.nextNode() !== null) texts.push(walker.currentNode)
      for (const text of texts) {
        const { parentElement: parent } = text
        if (parent === null || parent.closest('font, script, style, textarea, svg') !== null)
          continue
        if (text.textContent?.trim() === '') continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        outer.append(inner)
        text.parentNode?.replaceChild(outer, text)
        inner.append(text.textContent ?? '')
      }
    }
    wrapIn(document.body)
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        for (const node of [target, ...addedNodes]) wrapIn(node)
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}

const search = (page: Page) => page.getByRole('textbox', { name: 'Im Tagebuch suchen' })

test('search, editing and quiz go on where a browser translates the page all the same', async ({
  app,
}) => {
  await writeWords(app, tenWords.slice(0, 4))
  await seed(app, 'Željka', { content: 'Ein Tag am See' })
  await seed(app, 'Jonas', { content: 'Der Hund der Nachbarn, siehe https://example.org/hund' })
  const page = await app.signedIn(firstPartner)
  await expect(page.locator('html')).toHaveAttribute('translate', 'no')
  await expect(page.locator('meta[name="google"]')).toHaveAttribute('content', 'notranslate')
  await expect(cardOf(page, 'Nachbarn')).toBeVisible()
  await translate(page)

  await test.step('searching', async () => {
    await page.keyboard.press('/')
    for (const [words, card] of [
      ['hund', 'Nachbarn'],
      ['tag', 'am See'],
      ['jonas', 'Nachbarn'],
      ['haus', 'kuća'],
      ['nirgends', undefined],
      ['h', 'Nachbarn'],
    ] as const) {
      await search(page).fill(words)
      if (card === undefined)
        await expect(page.getByText('Dazu steht hier noch nichts')).toBeVisible()
      else await expect(cardOf(page, card).locator('mark').first()).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await expect(page.locator('mark')).toHaveCount(0)
  })

  await test.step('editing shows the new text', async () => {
    for (const text of ['Die Katze der Nachbarn', 'Die Katze der Nachbarn: https://example.org']) {
      const form = await openEdit(page, cardOf(page, 'Nachbarn'))
      await textField(form).fill(text)
      await expect(form.getByTestId('counter')).toHaveText(`${text.length}/${contentLimit}`)
      await form.getByRole('button', { name: 'Speichern' }).click()
      await expect(form).toBeHidden()
      await expect(cardOf(page, text)).toBeVisible()
    }
    await toggleOf(cardOf(page, 'Nachbarn')).click()
    await expect(toggleOf(cardOf(page, 'Nachbarn'))).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('a round of the quiz', async () => {
    await page
      .getByRole('navigation', { name: 'Bereiche' })
      .getByRole('button', { name: 'Übersetzungen' })
      .click()
    await page.getByRole('button', { name: 'Quiz starten' }).click()
    const quiz = page.getByRole('dialog', { name: 'Übersetzungsquiz' })
    const onward = quiz.getByRole('button', { name: /^(?:Nächste Frage|Ergebnis anzeigen)$/ })
    const answer = quiz.getByRole('listitem').nth(1).getByRole('button')
    // Again and again, because a press in the first moment of a question counts for nothing.
    await expect(async () => {
      const next = (await onward.isVisible()) ? onward : answer
      await next.click({ timeout: 1000 })
      await expect(quiz.getByRole('button', { name: 'Nochmal spielen' })).toBeVisible({
        timeout: 300,
      })
    }).toPass({ intervals: [50] })
    await page.keyboard.press('Escape')
    await expect(quiz).toBeHidden()
  })
  await expect(page.getByText(broken)).toHaveCount(0)

  await test.step('a page that was changed under the app is drawn again, and only a screen that fails again gives up', async () => {
    app.allowConsoleLines(/NotFoundError|removeChild|The above error|no format/)
    await page.goto('/')
    const card = cardOf(page, 'Nachbarn')
    await expect(card).toBeVisible()
    await page.keyboard.press('/')
    await expect(search(page)).toBeVisible()
    await page.locator('search').evaluate((element) => {
      const font = document.createElement('font')
      element.replaceWith(font)
      font.append(element)
    })
    await page.keyboard.press('Escape')
    await expect(search(page)).toBeHidden()
    await expect(card).toBeVisible()
    await expect(cardOf(page, 'am See')).toBeVisible()
    await expect(page.getByText(broken)).toHaveCount(0)

    await test.step('a fault that stays leads to the page that offers to reload', async () => {
      await page.evaluate(() => {
        Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
          get() {
            throw new Error('no format')
          },
        })
      })
      await page.keyboard.press('/')
      await expect(page.getByRole('heading', { name: broken })).toBeVisible()
    })
  })
})
