import type { Page } from '@playwright/test'
import { wordsHash } from '../../src/domain/practice/words-hash.ts'
import { parseTranslation } from '../../src/domain/translation.ts'
import { percentile } from '../access/attacks/support/reader.ts'
import { answerField } from '../e2e/practice-steps.ts'
import { desktop, firstPartner, signIn, test, type TestApp } from '../support/e2e.ts'
import { settled } from './cpu.ts'
import { untilFilled } from './device-copy.ts'
import { atMost, milliseconds, report } from './figures.ts'
import { browserOfTests, untilCards } from './journal-page.ts'
import { interactionTimes, longestTask, noteLongTasks } from './page-figures.ts'
import { seedJournal, untilStreamed } from './seed.ts'

test.use(browserOfTests)

/** A thousand of them are translations. */
const entries = 5000
const reviewsOfCard = 25

test('ten years of practice: 50,000 reviews', async ({ app }) => {
  test.setTimeout(300_000)
  await seedJournal(app.server, { entries })
  await seedReviews(app)
  const page = await openFilled(app)
  await page.getByRole('button', { name: 'Übersetzungen', exact: true }).click()
  const button = page.getByRole('button', { name: /^Üben, \d+ Karten/u })
  await button.waitFor({ timeout: 60_000 })
  await settled(page)
  const longest = await longestTask(page)
  await button.click()
  const practice = page.getByRole('dialog', { name: 'Üben' })
  await answerField(practice).waitFor()
  await settled(page)
  const times = await interactionTimes(page, async () => {
    for (let card = 0; card < 10; card += 1) {
      for (const name of ['Zeigen', 'Gewusst', 'Weiter']) {
        await practice.getByRole('button', { name }).click()
        await page.waitForTimeout(500)
      }
    }
  })
  report('practice', [
    atMost('50,000 reviews are computed: longest task', longest, 50, milliseconds),
    atMost('press to the next card, p95', percentile(times, 95), 100, milliseconds),
    atMost('longest task while practising', await longestTask(page), 50, milliseconds),
  ])
})

/** Jonas has practised each card from the year of the first word on. */
async function seedReviews({ server }: TestApp): Promise<void> {
  const words = await server.sql()<{ id: string; content: string }[]>`
    select id, content from entries where category = 'uebersetzungen'`
  const hashed = words.map(({ id, content }) => {
    const words = parseTranslation(content)
    if (words === undefined) throw new Error(`no translation: ${content}`)
    return { id, hash: wordsHash(words) }
  })
  await server.sql().transaction(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      insert into reviews (user_id, entry_id, direction, grade, words_hash, created_at, updated_at)
      select person.id, word.id, direction, case when n % 8 = 5 then 1 else 3 end, word.hash, at,
        at + row_number() over () * interval '1 microsecond'
      from jsonb_to_recordset(${JSON.stringify(hashed)}::text::jsonb) as word (id uuid, hash uuid)
      cross join unnest(array['de-hr', 'hr-de']) direction
      cross join generate_series(1, ${reviewsOfCard}::int) n
      cross join lateral (select now() - interval '10 years' + n * interval '140 days' as at) given
      join profiles person on person.name = 'Jonas'`
  })
  await untilStreamed(server)
}

/** The main screen, once its copy holds everything and it was opened again. */
async function openFilled(app: TestApp): Promise<Page> {
  const device = await app.device({ viewport: desktop, init: noteLongTasks })
  await signIn(device, app.server, firstPartner)
  const page = await device.newPage()
  await page.goto('/')
  await untilCards(page)
  await untilFilled(page)
  await page.reload()
  await untilCards(page)
  await settled(page)
  await longestTask(page)
  return page
}
