import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/domain/ids.ts'
import { quoteTextLimit } from '../../src/domain/limits.ts'

import {
  eventually,
  note,
  openDevice,
  settled,
  type Device,
  type Fate,
  type Network,
} from './device.ts'
import { server, withSharedServer } from '../support/signed-in.ts'

let jonas: Device
/** The writes that went out. */
let sent: string[]

withSharedServer()
beforeEach(async () => {
  await server.emptyJournal()
  jonas = await openDevice(server, 'Jonas', { realtime: false })
  await settled(jonas)
  sent = []
})
afterEach(async () => jonas.close())

const noting =
  (fate: ReturnType<Network>): Network =>
  ({ method, url }) => {
    if (method !== 'GET') sent.push(`${method} ${new URL(url).pathname}`)
    return fate
  }

const quote = { text: 'Wer wagt', author: 'Niemand' }

/** Three ways to have no network: the browser knows it, or the last contact failed, or a new start. */
const ways = {
  'while the browser knows that there is no network': async () => jonas.unplug(true),
  'while nothing has come back from the server': async () => {
    jonas.setNetwork(noting('lost'))
    jonas.session.wake()
    await expect.poll(async () => jonas.session.connection()).toBe('offline')
  },
}

describe.each(Object.entries(ways))('what is taken back %s', (_, goOffline) => {
  it('sends nothing for any kind of write, also across a reload', async () => {
    const id = jonas.journal.createEntry(note('da', { category: 'ideen' }))
    await settled(jonas)
    jonas.setNetwork(noting('arrives'))
    await goOffline()
    jonas.journal.write({ action: 'add-reaction', entryId: id, emoji: '🔥' })
    jonas.journal.write({ action: 'like-quote', quote })
    jonas.journal.write({ action: 'toggle-completed', entryId: id, completed: true })
    jonas.journal.write({
      action: 'edit-entry',
      entryId: id,
      edit: note('anders', { category: 'ideen' }),
    })
    const quoteId = newId()
    jonas.journal.write({ action: 'add-custom-quote', quoteId, quote })
    const doomed = jonas.journal.createEntry(note('doch nicht'))
    jonas.journal.write({ action: 'add-reaction', entryId: doomed, emoji: '👍' })
    await jonas.reload()
    jonas.journal.write({ action: 'remove-reaction', entryId: id, emoji: '🔥' })
    jonas.journal.write({ action: 'unlike-quote', quote })
    jonas.journal.write({ action: 'toggle-completed', entryId: id, completed: false })
    jonas.journal.write({
      action: 'edit-entry',
      entryId: id,
      edit: note('da', { category: 'ideen' }),
    })
    jonas.journal.write({ action: 'delete-custom-quote', quoteId })
    jonas.journal.write({ action: 'delete-entry', entryId: doomed })
    await expect.poll(async () => jonas.session.unsentCount()).toBe(0)
    jonas.unplug(false)
    jonas.setNetwork(noting('arrives'))
    jonas.session.wake()
    await expect.poll(async () => jonas.session.connection()).toBe('online')
    // An entry that is written now goes out after everything that was waiting.
    jonas.journal.createEntry(note('danach'))
    await settled(jonas)
    expect(sent).toEqual(['POST /rest/v1/entries'])
  })
})

describe('a personal quote that was deleted', () => {
  it('stays away when its insert arrives once more', async () => {
    const id = newId()
    jonas.journal.write({ action: 'add-custom-quote', quoteId: id, quote })
    await settled(jonas)
    jonas.journal.write({ action: 'delete-custom-quote', quoteId: id })
    await settled(jonas)
    const { rest } = await server.client('Jonas')
    const late = await rest.from('custom_quotes').insert({
      id,
      user_id: jonas.id,
      quote_text: quote.text,
      quote_author: quote.author,
    })
    expect(late).toMatchObject({ status: 409, error: { code: '23505' } })
  })

  it('by another device stays away when the lost insert is sent again', async () => {
    jonas.setNetwork(({ method }) => (method === 'POST' ? 'answer-lost' : 'arrives'))
    const id = newId()
    jonas.journal.write({ action: 'add-custom-quote', quoteId: id, quote })
    const stored = async () => server.sql()`select id::text from public.custom_quotes`
    await eventually(stored, (rows) => rows.length === 1)
    const { rest } = await server.client('Jonas')
    await rest.from('custom_quotes').delete().eq('id', id)
    jonas.setNetwork(() => 'arrives')
    await settled(jonas)
    expect(await stored()).toHaveLength(0)
    expect(jonas.journal.customQuotes()).toEqual([])
    expect(jonas.journal.refusals()).toEqual([])
  })

  it('in a second tab while its insert is under way stays away in both', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    jonas.setNetwork(async ({ method }): Promise<Fate> => {
      if (method === 'POST') await held
      return 'arrives'
    })
    const id = newId()
    jonas.journal.write({ action: 'add-custom-quote', quoteId: id, quote })
    const tab = await jonas.openTab()
    tab.journal.write({ action: 'delete-custom-quote', quoteId: id })
    const shown = async () => [...jonas.journal.customQuotes(), ...tab.journal.customQuotes()]
    await eventually(shown, (quotes) => quotes.length === 0)
    release()
    await expect
      .poll(async () => {
        expect(await shown()).toEqual([])
        return jonas.session.unsentCount()
      })
      .toBe(0)
    jonas.session.wake()
    tab.wake()
    await settled(jonas)
    expect(await shown()).toEqual([])
    await tab.stop()
    expect(await server.sql()`select from public.custom_quotes`).toHaveLength(0)
  })

  it('does not come back as a refused text', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    jonas.setNetwork(async ({ method }): Promise<Fate> => {
      if (method === 'POST') await held
      return 'arrives'
    })
    const id = newId()
    jonas.journal.write({
      action: 'add-custom-quote',
      quoteId: id,
      quote: { text: 'x'.repeat(quoteTextLimit + 1), author: 'A' },
    })
    jonas.journal.write({ action: 'delete-custom-quote', quoteId: id })
    await expect.poll(async () => jonas.session.state().queue).toHaveLength(2)
    release()
    await settled(jonas)
    expect(jonas.journal.refusals()).toEqual([])
    const left = await jonas.journal.drafts.takeOldest('custom-quote', (value) => value)
    expect(left).toBeUndefined()
  })
})
