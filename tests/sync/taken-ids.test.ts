import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { raw } from 'sql-template-tag'
import { reactionId } from '../../src/domain/reaction.ts'
import { quoteLikeId } from '../../src/domain/quote.ts'
import { nextSpecialDayEntryId, specialDayEntryId } from '../../src/domain/special-day.ts'
import { note, openDevice, settled, type Device } from './device.ts'
import { server, withSharedServer, zeljka as curious } from '../support/signed-in.ts'
import { long } from '../support/quick.ts'

let jonas: Device
/** The partner, who writes requests by hand. */

withSharedServer()

beforeEach(async () => {
  await server.emptyJournal()
  jonas = await openDevice(server, 'Jonas', { realtime: false })
  await settled(jonas)
})
afterEach(async () => jonas.close())

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const answer = await curious.rest.from(table).insert({ ...row, user_id: curious.id })
  if (answer.error !== null) throw new Error(answer.error.message)
}
const hidden = (id: string = crypto.randomUUID()) =>
  insert('entries', { id, category: 'gedanken', content: 'geheim', is_private: true })

async function rowsOf(table: string): Promise<Record<string, unknown>[]> {
  return server.sql()`select * from ${raw(`public.${table}`)} where user_id = ${jonas.id}`
}

describe('a reaction whose id the partner took', () => {
  it('is stored under another id, and can be removed', async () => {
    const entryId = jonas.journal.createEntry(note('Guten Morgen'))
    await settled(jonas)
    const secret = crypto.randomUUID()
    await hidden(secret)
    const taken = reactionId(entryId, jonas.id, '❤️')
    await insert('reactions', { id: taken, entry_id: secret, emoji: '🔥' })
    jonas.journal.write({ action: 'add-reaction', entryId, emoji: '❤️' })
    await settled(jonas)
    const [heart] = await rowsOf('reactions')
    expect(heart).toMatchObject({ entry_id: entryId, emoji: '❤️' })
    expect(heart?.['id']).not.toBe(taken)
    expect((await jonas.journal.entry(entryId))?.reactions).toMatchObject([{ emoji: '❤️' }])
    expect(jonas.journal.refusals()).toEqual([])
    jonas.journal.write({ action: 'remove-reaction', entryId, emoji: '❤️' })
    await settled(jonas)
    expect(await rowsOf('reactions')).toEqual([])
    expect(await server.sql()`select from public.reactions where id = ${taken}`).toHaveLength(1)
  })

  it('is the same one that another device stored already under its own id', async () => {
    const entryId = jonas.journal.createEntry(note('Guten Morgen'))
    await settled(jonas)
    await server.sql()`
      insert into public.reactions (entry_id, user_id, emoji) values (${entryId}, ${jonas.id}, '❤️')`
    jonas.journal.write({ action: 'add-reaction', entryId, emoji: '❤️' })
    await settled(jonas)
    expect(await rowsOf('reactions')).toHaveLength(1)
    jonas.journal.write({ action: 'remove-reaction', entryId, emoji: '❤️' })
    await settled(jonas)
    expect(await rowsOf('reactions')).toEqual([])
  })
})

describe('a like whose id the partner took', () => {
  it('is stored under another id, though the partner’s row can be read', async () => {
    const quote = { text: 'Wer wagt', author: 'Niemand' }
    const taken = quoteLikeId(jonas.id, quote)
    await insert('quote_likes', { id: taken, quote_text: 'Anderes', quote_author: 'Jemand' })
    await expect
      .poll(async () => {
        jonas.session.wake()
        return jonas.journal.likes()
      })
      .toHaveLength(1)
    jonas.unplug(true)
    jonas.journal.write({ action: 'like-quote', quote })
    expect(jonas.journal.likes()).toHaveLength(2)
    jonas.unplug(false)
    jonas.session.wake()
    await settled(jonas)
    expect(await rowsOf('quote_likes')).toMatchObject([{ quote_text: 'Wer wagt' }])
    jonas.journal.write({ action: 'unlike-quote', quote })
    await settled(jonas)
    expect(await rowsOf('quote_likes')).toEqual([])
    expect(jonas.journal.likes()).toMatchObject([{ text: 'Anderes' }])
  })
})

describe('an automatic entry whose id the partner took', () => {
  const first = specialDayEntryId('anniversary', 2026)
  const write = async (device: Device) =>
    device.journal.createEntry({ ...note('💕 Heute vor einem Jahr'), id: first })

  it('is written once under the next id, whichever device writes it', long, async () => {
    const second = nextSpecialDayEntryId(first, jonas.id)
    await hidden(first)
    await hidden(second)
    const third = nextSpecialDayEntryId(second, jonas.id)
    await write(jonas)
    await settled(jonas)
    expect(await rowsOf('entries')).toMatchObject([{ id: third }])
    expect(await jonas.journal.knowsEntry(first)).toBe(true)
    // Another device of the same person knows nothing of it.
    await jonas.session.wipe()
    await jonas.reload()
    await write(jonas)
    await settled(jonas)
    expect(await rowsOf('entries')).toMatchObject([{ id: third }])
    expect(await jonas.journal.knowsEntry(first)).toBe(true)
  })

  it('keeps what was done with it meanwhile', long, async () => {
    await hidden(first)
    jonas.unplug(true)
    await write(jonas)
    jonas.journal.write({ action: 'toggle-completed', entryId: first, completed: true })
    jonas.journal.write({ action: 'add-reaction', entryId: first, emoji: '🎉' })
    jonas.unplug(false)
    jonas.session.wake()
    await settled(jonas)
    const next = nextSpecialDayEntryId(first, jonas.id)
    expect(await rowsOf('entries')).toMatchObject([{ id: next, completed: true }])
    expect(await rowsOf('reactions')).toMatchObject([{ entry_id: next, emoji: '🎉' }])
    expect(jonas.journal.refusals()).toEqual([])
  })

  it('is written once if the app ends between the new id and its answer', async () => {
    await hidden(first)
    let inserts = 0
    jonas.setNetwork(({ method }) => {
      if (method !== 'POST') return 'arrives'
      inserts += 1
      // The first is refused for its id, the second carried out without a word.
      return inserts === 2 ? 'answer-lost' : inserts > 2 ? 'lost' : 'arrives'
    })
    await write(jonas)
    await expect.poll(async () => inserts).toBeGreaterThan(2)
    await jonas.reload()
    jonas.setNetwork(() => 'arrives')
    await settled(jonas)
    expect(await rowsOf('entries')).toHaveLength(1)
  })

  it('counts as written if the partner’s was shared and is hidden now', async () => {
    await insert('entries', { id: first, category: 'erzaehlen', content: 'Heute' })
    await curious.rest.from('entries').update({ is_private: true }).eq('id', first)
    await write(jonas)
    await settled(jonas)
    expect(await rowsOf('entries')).toEqual([])
    expect(await jonas.journal.knowsEntry(first)).toBe(true)
  })
})

describe('an entry whose id is taken', () => {
  it('gets another id together with its deletion', async () => {
    jonas.unplug(true)
    const id = jonas.journal.createEntry(note('meins'))
    const other = jonas.journal.createEntry(note('auch meins'))
    await hidden(id)
    await hidden(other)
    jonas.unplug(false)
    jonas.session.wake()
    await settled(jonas)
    const rows = await rowsOf('entries')
    expect(rows.map((row) => String(row['content'])).toSorted()).toEqual(['auch meins', 'meins'])
    expect(jonas.journal.refusals()).toEqual([])
  })
})
