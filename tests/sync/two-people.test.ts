import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { emptyFilter } from '../../src/domain/filter.ts'
import type { EntryEdit } from '../../src/domain/entry.ts'
import type { Journal } from '../../src/web/replica/journal.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { eventually, openDevice, settled, type Device } from './device.ts'

let server: TestServer
let jonas: Device
let zeljka: Device

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.emptyJournal()
  jonas = await openDevice(server, 'Jonas')
  zeljka = await openDevice(server, 'Željka')
})
afterEach(async () => {
  await jonas.close()
  await zeljka.close()
})

const note = (content: string, more: Partial<EntryEdit> = {}): EntryEdit => ({
  category: 'erzaehlen',
  content,
  isPrivate: false,
  scheduledDate: null,
  ...more,
})

const feed = async (journal: Journal) => {
  const page = await journal.entries({ filter: emptyFilter, now: Date.now(), limit: 100 })
  return page.entries
}
const texts = async (journal: Journal) => (await feed(journal)).map((entry) => entry.content)

describe('an entry on its way', () => {
  it('shows at once, is sent, and arrives at the partner', async () => {
    await jonas.journal.createEntry(note('Guten Morgen'))
    expect(await texts(jonas.journal)).toEqual(['Guten Morgen'])
    const [arrived] = await eventually(
      async () => feed(zeljka.journal),
      (entries) => entries.length === 1,
    )
    expect(arrived).toMatchObject({ content: 'Guten Morgen', authorName: 'Jonas', pending: false })
    await settled(jonas)
    expect((await feed(jonas.journal))[0]?.pending).toBe(false)
  })
})
