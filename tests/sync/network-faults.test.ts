import { describe, expect, it } from 'vitest'
import { contentLimit } from '../../src/domain/limits.ts'

import { newId, type EntryId } from '../../src/domain/ids.ts'
import { systemTimers } from '../../src/web/browser/timers.ts'
import { jonas, openJonas, server, withBoth, zeljka } from './two-people.ts'
import {
  eventually,
  fair,
  feed,
  note,
  offline,
  settled,
  texts,
  unhurriedTimers,
  type Device,
  type Fate,
  type Network,
} from './device.ts'
import { long } from '../support/quick.ts'

withBoth({ realtime: false })

/** The first answer to each write is lost after the server has carried it out. */
function firstAnswersLost(): Network {
  const seen = new Set<string>()
  return ({ method, url }) => {
    const key = `${method} ${url}`
    if (method === 'GET' || seen.has(key)) return 'arrives'
    seen.add(key)
    return 'answer-lost'
  }
}

const entryOf = (device: Device, id: EntryId) => async () => {
  device.session.wake()
  return device.journal.entry(id)
}

async function sharedIdea(content: string): Promise<EntryId> {
  const id = jonas.journal.createEntry(ideaText(content))
  await settled(jonas)
  await eventually(entryOf(zeljka, id), (entry) => entry !== undefined)
  return id
}

const ideaText = (content: string) => note(content, { category: 'ideen' })

describe('without a network', () => {
  it('reads and writes, and sends everything once in order when the network returns', async () => {
    jonas.setNetwork(offline)
    const id = jonas.journal.createEntry(note('eins'))
    jonas.journal.write({ action: 'edit-entry', entryId: id, edit: note('eins, verbessert') })
    jonas.journal.write({ action: 'toggle-completed', entryId: id, completed: true })
    jonas.journal.write({ action: 'add-reaction', entryId: id, emoji: '❤️' })
    jonas.journal.createEntry(note('zwei'))
    await expect.poll(async () => jonas.session.connection()).toBe('offline')
    await jonas.reload()
    expect(new Set(await texts(jonas.journal))).toEqual(new Set(['eins, verbessert', 'zwei']))
    jonas.setNetwork(fair)
    jonas.session.wake()
    await settled(jonas)
    const rows = await server.sql()`select content, completed from public.entries order by content`
    expect([...rows]).toEqual([
      { content: 'eins, verbessert', completed: true },
      { content: 'zwei', completed: false },
    ])
    const seen = await eventually(entryOf(zeljka, id), (entry) => entry?.reactions.length === 1)
    expect(seen?.reactions.map((reaction) => reaction.emoji)).toEqual(['❤️'])
  })

  it('never shows the partner what was written and deleted offline', async () => {
    const sent: string[] = []
    jonas.setNetwork(({ method }) => {
      sent.push(method)
      return 'arrives'
    })
    jonas.unplug(true)
    const id = jonas.journal.createEntry(note('doch nicht'))
    jonas.journal.write({ action: 'add-reaction', entryId: id, emoji: '❗' })
    jonas.journal.write({ action: 'delete-entry', entryId: id })
    await expect.poll(async () => jonas.session.unsentCount()).toBe(0)
    jonas.unplug(false)
    jonas.session.wake()
    await settled(jonas)
    expect(sent).not.toContain('POST')
  })

  it(
    'treats a deletion as final when the app is closed within its time to undo',
    long,
    async () => {
      await jonas.close()
      await openJonas({ realtime: false, timers: systemTimers })
      const id = jonas.journal.createEntry(note('weg damit'))
      await settled(jonas)
      jonas.journal.write({ action: 'delete-entry', entryId: id })
      expect(jonas.journal.undoDelete(id)).toBe(true)
      expect(await jonas.journal.entry(id)).toBeDefined()
      jonas.journal.write({ action: 'delete-entry', entryId: id })
      await jonas.reload()
      expect(await jonas.journal.entry(id)).toBeUndefined()
      await settled(jonas)
      expect(await server.sql()`select 1 from public.entries`).toHaveLength(0)
    },
  )

  it('leaves the time to undo alone when a second tab opens', async () => {
    await jonas.close()
    await openJonas({ realtime: false, timers: unhurriedTimers() })
    const id = jonas.journal.createEntry(note('doch nicht'))
    await settled(jonas)
    jonas.journal.write({ action: 'delete-entry', entryId: id })
    const tab = await jonas.openTab()
    expect(jonas.journal.undoDelete(id)).toBe(true)
    await tab.stop()
    expect(await jonas.journal.entry(id)).toBeDefined()
  })
})

describe('a write during the very first pull', () => {
  it('stays on the screen when page one was read before it', async () => {
    await jonas.close()
    await openJonas({ realtime: false })
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await jonas.session.wipe()
    // Page one of the entries is read at once and comes back only after the write.
    const read = new Set<string>()
    jonas.setNetwork(async ({ method, url }): Promise<Fate> => {
      if (method === 'GET' && url.includes('/removals')) await held
      return { whileAnswerTravels: async () => read.add(new URL(url).pathname) }
    })
    await jonas.reload()
    await expect.poll(async () => read).toContain('/rest/v1/entries')
    jonas.journal.createEntry(note('mittendrin'))
    await expect.poll(async () => jonas.session.unsentCount()).toBe(0)
    release()
    await settled(jonas)
    expect(await texts(jonas.journal)).toEqual(['mittendrin'])
  })
})

describe('an answer lost after the server carried it out', () => {
  it('changes nothing for any kind of write', async () => {
    const idea = await sharedIdea('Reise')
    jonas.setNetwork(firstAnswersLost())
    const id = jonas.journal.createEntry(note('neu'))
    jonas.journal.write({ action: 'edit-entry', entryId: idea, edit: ideaText('Reise nach Zadar') })
    jonas.journal.write({ action: 'toggle-completed', entryId: idea, completed: true })
    jonas.journal.write({ action: 'add-reaction', entryId: idea, emoji: '😎' })
    jonas.journal.write({ action: 'like-quote', quote: { text: 'T', author: 'A' } })
    const quote = newId()
    jonas.journal.write({
      action: 'add-custom-quote',
      quoteId: quote,
      quote: { text: 'T', author: 'A' },
    })
    await settled(jonas)
    expect(jonas.journal.refusals()).toEqual([])
    expect(await jonas.journal.entry(idea)).toMatchObject({
      content: 'Reise nach Zadar',
      completed: true,
    })
    jonas.journal.write({ action: 'remove-reaction', entryId: idea, emoji: '😎' })
    jonas.journal.write({ action: 'unlike-quote', quote: { text: 'T', author: 'A' } })
    jonas.journal.write({ action: 'delete-custom-quote', quoteId: quote })
    jonas.journal.write({ action: 'delete-entry', entryId: id })
    await settled(jonas)
    expect(jonas.journal.refusals()).toEqual([])
    const counts = await server.sql()`
      select (select count(*)::int from public.entries) entries,
        (select count(*)::int from public.reactions) reactions,
        (select count(*)::int from public.quote_likes) likes,
        (select count(*)::int from public.custom_quotes) quotes,
        (select edit_version from public.entries where id = ${idea}) version`
    expect(counts[0]).toMatchObject({ entries: 1, reactions: 0, likes: 0, quotes: 0 })
  })

  it('does not bring back an entry that the partner deleted before the second try', async () => {
    let lose = true
    jonas.setNetwork(({ method }) => {
      if (method !== 'POST' || !lose) return lose && method === 'POST' ? 'lost' : 'arrives'
      return 'answer-lost'
    })
    const id = jonas.journal.createEntry(ideaText('kurz'))
    await eventually(entryOf(zeljka, id), (entry) => entry !== undefined)
    jonas.setNetwork(offline)
    zeljka.journal.write({ action: 'delete-entry', entryId: id })
    await settled(zeljka)
    lose = false
    jonas.setNetwork(fair)
    jonas.session.wake()
    await settled(jonas)
    await eventually(entryOf(jonas, id), (entry) => entry === undefined)
    expect(jonas.journal.refusals()).toEqual([])
  })
})

describe('two edits of the same idea', () => {
  it('keeps the second text as a draft and overwrites nothing', async () => {
    const id = await sharedIdea('Wandern')
    jonas.setNetwork(offline)
    jonas.journal.write({ action: 'edit-entry', entryId: id, edit: ideaText('Wandern im Harz') })
    zeljka.journal.write({ action: 'edit-entry', entryId: id, edit: ideaText('Wandern am Meer') })
    await settled(zeljka)
    jonas.setNetwork(fair)
    jonas.session.wake()
    const [refusal] = await eventually(
      async () => jonas.journal.refusals(),
      (all) => all.length === 1,
    )
    expect(refusal).toMatchObject({
      action: 'edit-entry',
      reason: 'stale',
      keptText: 'Wandern im Harz',
    })
    const left = await jonas.journal.drafts.takeOldest(`edit:${id}`, (value) => value)
    expect(left?.value).toMatchObject({ content: 'Wandern im Harz' })
    await eventually(entryOf(jonas, id), (entry) => entry?.content === 'Wandern am Meer')
  })

  it('refuses at once what was typed on a text that has changed under the form', long, async () => {
    const id = await sharedIdea('alt')
    const opened = await jonas.journal.entry(id)
    zeljka.journal.write({ action: 'edit-entry', entryId: id, edit: ideaText('neu von ihr') })
    await settled(zeljka)
    await eventually(entryOf(jonas, id), (entry) => entry?.content === 'neu von ihr')
    jonas.journal.write(
      { action: 'edit-entry', entryId: id, edit: ideaText('neu von ihm') },
      { seen: opened },
    )
    expect(jonas.journal.refusals()).toMatchObject([{ reason: 'stale' }])
    expect(await jonas.journal.entry(id)).toMatchObject({ content: 'neu von ihr' })
  })

  it('sends one person’s edits in turn without a conflict', long, async () => {
    const id = await sharedIdea('a')
    const network = firstAnswersLost()
    let sent = 0
    jonas.setNetwork((request) => {
      if (request.method === 'PATCH') sent += 1
      return network(request)
    })
    for (const content of ['ab', 'abc', 'abcd']) {
      const before = sent
      jonas.journal.write({ action: 'edit-entry', entryId: id, edit: ideaText(content) })
      await expect.poll(async () => sent).toBeGreaterThan(before)
    }
    await settled(jonas)
    expect(jonas.journal.refusals()).toEqual([])
    const rows = await server.sql()`select content from public.entries where id = ${id}`
    expect(rows[0]).toEqual({ content: 'abcd' })
  })
})

describe('a definite refusal', () => {
  it('keeps the text of an entry the server refuses, with what was queued on it', async () => {
    jonas.setNetwork(offline)
    const id = jonas.journal.createEntry(note('x'.repeat(contentLimit + 1)))
    jonas.journal.write({ action: 'add-reaction', entryId: id, emoji: '👍' })
    jonas.setNetwork(fair)
    jonas.session.wake()
    const refusals = await eventually(
      async () => jonas.journal.refusals(),
      (all) => all.length > 0,
    )
    expect(refusals).toMatchObject([{ action: 'create-entry', reason: 'rejected' }])
    const left = await jonas.journal.drafts.takeOldest('new-entry', (value) => value)
    expect(left?.value).toMatchObject({ content: 'x'.repeat(contentLimit + 1) })
    expect(await feed(jonas.journal)).toEqual([])
    expect(jonas.session.unsentCount()).toBe(0)
  })

  it('restores an entry whose edit is not allowed', async () => {
    const id = jonas.journal.createEntry(note('seins'))
    await settled(jonas)
    await eventually(entryOf(zeljka, id), (entry) => entry !== undefined)
    zeljka.journal.write({ action: 'edit-entry', entryId: id, edit: note('ihres') })
    expect(await zeljka.journal.entry(id)).toMatchObject({ content: 'ihres', pending: true })
    await expect.poll(async () => zeljka.journal.refusals()).toHaveLength(1)
    expect(await zeljka.journal.entry(id)).toMatchObject({ content: 'seins', pending: false })
  })
})
