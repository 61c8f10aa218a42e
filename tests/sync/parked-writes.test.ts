import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/domain/ids.ts'

import { failingWord, failWith } from '../support/failing-writes.ts'
import { eventually, note, openDevice, settled, texts, type Device } from './device.ts'
import { server, withSharedServer } from '../support/signed-in.ts'
import { long } from '../support/quick.ts'

let jonas: Device
/** The method and table of each write that went out. */
let sent: string[]

withSharedServer()
beforeEach(async () => {
  await server.emptyJournal()
  await failWith(server, 'XX000')
  jonas = await openDevice(server, 'Jonas', { realtime: false })
  await settled(jonas)
  sent = []
  jonas.setNetwork(({ method, url }) => {
    if (method !== 'GET') sent.push(`${method} ${new URL(url).pathname.split('/').at(-1)}`)
    return 'arrives'
  })
})
afterEach(async () => {
  await failWith(server, null)
  await jonas.close()
})

const parked = async (count = 1) =>
  eventually(
    async () => jonas.journal.status().parked,
    (all) => all.length === count && all.every((one) => !one.again),
  )
const stored = async () => {
  const rows = await server.sql()`select content from public.entries`
  return rows.map((row) => String(row['content'])).toSorted()
}
/** Waits until this number of writes has gone out. */
const tries = async (count: number) =>
  eventually(
    async () => sent.length,
    (length) => length >= count,
  )

describe('a write on which the server fails repeatedly', () => {
  it('is parked with its text once others succeeded, and stays on the screen', async () => {
    jonas.journal.createEntry(note(`${failingWord} eins`))
    jonas.journal.createEntry(note('zwei'))
    jonas.journal.write({ action: 'like-quote', quote: { text: 'T', author: 'A' } })
    expect(await parked()).toMatchObject([{ action: 'create-entry', text: `${failingWord} eins` }])
    expect(await stored()).toEqual(['zwei'])
    expect(await server.sql()`select from public.quote_likes`).toHaveLength(1)
    expect(new Set(await texts(jonas.journal))).toEqual(new Set(['zwei', `${failingWord} eins`]))
    expect(jonas.journal.status().pendingCount).toBe(1)
    expect(jonas.session.unsentCount()).toBe(1)
    expect(jonas.journal.refusals()).toEqual([])
  })

  it('waits together with everything about its row, which is then sent in order', async () => {
    const id = jonas.journal.createEntry(note(`${failingWord} eins`))
    await tries(1)
    jonas.journal.write({ action: 'edit-entry', entryId: id, edit: note('heil') })
    jonas.journal.write({ action: 'toggle-completed', entryId: id, completed: true })
    jonas.journal.write({ action: 'add-reaction', entryId: id, emoji: '🔥' })
    jonas.journal.createEntry(note('zwei'))
    expect(await parked()).toMatchObject([{ action: 'create-entry', text: 'heil' }])
    expect(jonas.session.unsentCount()).toBe(4)
    expect(sent.filter((one) => one !== 'POST entries')).toEqual([])
    await failWith(server, null)
    const [{ id: waiting } = { id: '' }] = jonas.journal.status().parked
    jonas.journal.tryAgain(waiting)
    await settled(jonas)
    expect(jonas.journal.status().parked).toEqual([])
    const rows = await server.sql()`
      select content, completed, (select count(*)::int from public.reactions) as reactions
      from public.entries where id = ${id}`
    expect([...rows]).toEqual([{ content: 'heil', completed: true, reactions: 1 }])
  })

  it('delays no later write, and is retried at each start', async () => {
    jonas.journal.createEntry(note(`${failingWord} eins`))
    jonas.journal.createEntry(note('zwei'))
    await parked()
    const before = sent.length
    await jonas.reload()
    await tries(before + 1)
    await parked()
    expect(sent).toHaveLength(before + 1)
    jonas.journal.createEntry(note('drei'))
    await eventually(stored, (all) => all.includes('drei'))
    await failWith(server, null)
    await jonas.reload()
    await settled(jonas)
    expect(await stored()).toEqual([`${failingWord} eins`, 'drei', 'zwei'])
  })

  it('is seen and sent from a second tab, once', long, async () => {
    jonas.journal.createEntry(note(`${failingWord} eins`))
    jonas.journal.createEntry(note('zwei'))
    const [first] = await parked()
    const tab = await jonas.openTab()
    expect(tab.journal.status().parked).toMatchObject([
      { id: first?.id, text: `${failingWord} eins` },
    ])
    await parked()
    await failWith(server, null)
    tab.journal.tryAgain(first?.id ?? '')
    jonas.journal.tryAgain(first?.id ?? '')
    await settled(jonas)
    await tab.stop()
    expect(await stored()).toEqual([`${failingWord} eins`, 'zwei'])
  })

  it('is sent once also where it was carried out before it failed', long, async () => {
    let lose = true
    jonas.setNetwork(({ method }) => (method === 'POST' && lose ? 'answer-lost' : 'arrives'))
    await failWith(server, null)
    const id = jonas.journal.createEntry(note(`${failingWord} eins`))
    await eventually(stored, (all) => all.length === 1)
    await failWith(server, 'XX000')
    lose = false
    jonas.journal.createEntry(note('zwei'))
    await parked()
    await failWith(server, null)
    await jonas.reload()
    await settled(jonas)
    expect(await stored()).toEqual([`${failingWord} eins`, 'zwei'])
    expect(await jonas.journal.entry(id)).toMatchObject({ pending: false })
  })

  it('makes room for the deletion of its entry or quote', async () => {
    const id = jonas.journal.createEntry(note(`${failingWord} eins`))
    const quote = newId()
    jonas.journal.write({
      action: 'add-custom-quote',
      quoteId: quote,
      quote: { text: failingWord, author: 'A' },
    })
    jonas.journal.createEntry(note('zwei'))
    await parked(2)
    jonas.journal.write({ action: 'delete-entry', entryId: id })
    jonas.journal.write({ action: 'delete-custom-quote', quoteId: quote })
    await settled(jonas)
    expect(jonas.journal.status().parked).toEqual([])
    await failWith(server, null)
    await jonas.reload()
    await settled(jonas)
    expect(await stored()).toEqual(['zwei'])
    expect(jonas.journal.customQuotes()).toEqual([])
  })
})

describe('what is never parked', () => {
  it('is a write while no other succeeds; the next success decides', async () => {
    jonas.journal.createEntry(note(`${failingWord} eins`))
    await tries(8)
    expect(jonas.journal.status().parked).toEqual([])
    jonas.journal.createEntry(note('zwei'))
    await parked()
    expect(await stored()).toEqual(['zwei'])
  })

  it.each([
    ['a full disk', '53100'],
    ['a read-only database', '25006'],
    ['a database that is going away', '57P01'],
  ])('is a write refused by %s, and nothing overtakes it', async (_, code) => {
    await failWith(server, code)
    jonas.journal.createEntry(note(`${failingWord} eins`))
    jonas.journal.createEntry(note('zwei'))
    await tries(8)
    expect(jonas.journal.status().parked).toEqual([])
    expect(await stored()).toEqual([])
    await failWith(server, null)
    await settled(jonas)
    expect(await stored()).toEqual([`${failingWord} eins`, 'zwei'])
  })
})
