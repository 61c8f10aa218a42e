import { addressOf, seedLongJournal } from '../e2e/long-list-steps.ts'
import { expect, test } from './webkit-test.ts'

test('in WebKit a search in 10,000 entries is read to its last card, and an old entry or day is jumped to', async ({
  engine,
}) => {
  await seedLongJournal(engine)
  const webkit = await engine.signedIn()
  await webkit.sees('Nummer 1.')
  await webkit.press('Suchen')
  await webkit.fill('Im Tagebuch suchen', 'Nummer')
  await webkit.sees(/10\.?000 Einträge/)
  await webkit.fill('Im Tagebuch suchen', 'garten')
  await webkit.sees(/^1\d\d Einträge$/m)
  await expect(async () => {
    await webkit.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const last = await webkit.evaluate(lastCard)
    expect(last).toMatchObject({ isAtEnd: true, isInView: true })
  }).toPass({ timeout: 120_000, intervals: [50] })
  expect(await webkit.evaluate(lastCard)).toMatchObject({ text: expect.stringContaining('Garten') })

  await webkit.go(addressOf(7_000))
  await webkit.sees('Nummer 7000.')
  const isInView = async () => webkit.evaluate(isOnScreen, 'Nummer 7000.')
  await expect.poll(isInView, { timeout: 60_000 }).toBe(true)

  await webkit.press('Kalender öffnen')
  await webkit.press('Voriger Monat', 'Kalender')
  await webkit.press(/^12\. .*, 24 Einträge/, 'Kalender')
  await expect
    .poll(async () => webkit.evaluate(() => document.activeElement?.textContent), {
      timeout: 60_000,
    })
    .toMatch(/^\S+, 12\. /)
  await webkit.misses('Voriger Monat')
  await webkit.back()
  await expect.poll(isInView, { timeout: 60_000 }).toBe(true)
})

/** Runs in the page: the last card of those that are drawn. */
function lastCard() {
  const item = [...document.querySelectorAll('[aria-posinset]')].at(-1)
  const { top = Infinity, bottom = 0 } = item?.getBoundingClientRect() ?? {}
  return {
    text: item?.textContent,
    isAtEnd: item?.getAttribute('aria-posinset') === item?.getAttribute('aria-setsize'),
    isInView: top < innerHeight && bottom > 0,
  }
}

/** Runs in the page. */
function isOnScreen(text: string): boolean {
  const card = [...document.querySelectorAll('article')].find((one) =>
    one.textContent.includes(text),
  )
  const { top = Infinity, bottom = 0 } = card?.getBoundingClientRect() ?? {}
  return top >= 0 && bottom <= innerHeight
}
