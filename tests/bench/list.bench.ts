import { percentile } from '../access/attacks/support/reader.ts'
import { phone, test } from '../support/e2e.ts'
import { atMost, megabytes, milliseconds, report } from './figures.ts'
import { cards, open } from './journal-page.ts'
import { framesWhileScrolling, scrollPast, tabMemory, whileDrawing } from './page-figures.ts'
import { seedJournal } from './seed.ts'

test('the list costs the same however long it is', async ({ app }) => {
  await seedJournal(app.server, { entries: 10_000, unseen: 3_000 })
  const figures = await whileDrawing(async () => {
    const page = await open(app, { viewport: phone })
    try {
      const frames = await framesWhileScrolling(page, 600)
      await scrollPast(page, 5_000)
      return [
        atMost('cards mounted after 5,000', await cards(page).count(), 60),
        atMost('tab after 5,000 cards', await tabMemory(page), 120 * 1024 * 1024, megabytes),
        atMost('frames while scrolling, p95', percentile(frames, 95), 20, milliseconds),
      ]
    } finally {
      await page.context().close()
    }
  })
  report('list', figures)
})
