import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, describe, expect, it } from 'vitest'

import { instantFromMilliseconds, type EntryId } from '../../domain/ids.ts'
import { databaseName, type ReplicaDatabase } from './copy/database.ts'
import { addDraft } from './copy/draft-rows.ts'
import type { Drafts } from './copy/form-draft.ts'
import { editForm, type DraftForm } from './mutations/draft-form.ts'
import { enqueue, markInFlight, outboxScope } from './outbox/outbox.ts'
import { applyResult } from './outbox/apply-result.ts'
import { channelPresence } from './copy/tab-presence.ts'
import { forgetTabs, left, me, note, openTab } from './test-tabs.ts'
import { createTestTimers } from '../browser/test-timers.ts'

const one = '00000000-0000-4000-8000-00000000000a' as EntryId
const at = instantFromMilliseconds
const quote = { text: 'Carpe diem', author: 'Horaz' }

async function isStored(database: ReplicaDatabase, value: unknown): Promise<void> {
  const values = async () => (await database.drafts.toArray()).map((row) => row.value)
  await expect.poll(values).toContainEqual(value)
}

/** Everything that is left for a form, in the order in which it is offered. */
async function allLeft(drafts: Drafts, form: DraftForm = 'new-entry') {
  const found: unknown[] = []
  for (;;) {
    const value = await left(drafts, form)
    if (value === undefined) return found
    found.push(value)
  }
}

afterEach(forgetTabs)

describe('the draft of an open form', () => {
  it('belongs to that form alone, and to the next one once it is closed', async () => {
    const { drafts, database } = await openTab('one')
    const other = await openTab('two')
    const draft = drafts.begin('new-entry')
    draft.write('Erster')
    await isStored(database, 'Erster')
    expect(await left(drafts)).toBeUndefined()
    expect(await left(other.drafts)).toBeUndefined()
    draft.leave()
    expect(await left(drafts)).toBe('Erster')
    expect(await left(other.drafts)).toBeUndefined()
  })

  it('is free once its tab has crashed, with the last that was typed', async () => {
    const first = await openTab('one')
    const draft = first.drafts.begin('new-entry')
    for (const text of ['L', 'Le', 'Let', 'Letzte Worte']) draft.write(text)
    await isStored(first.database, 'Letzte Worte')
    first.crash()
    const { drafts } = await openTab('two')
    expect(await left(drafts)).toBe('Letzte Worte')
  })

  it('goes to one of two tabs that ask at the same time', async () => {
    const [first, second] = [await openTab('one'), await openTab('two')]
    await addDraft(first.database, 'custom-quote', quote)
    const found = await Promise.all([
      left(first.drafts, 'custom-quote'),
      left(second.drafts, 'custom-quote'),
    ])
    expect(found.filter((value) => value !== undefined)).toEqual([quote])
  })

  it('is gone with the text, and what was typed before a clearing does not bring it back', async () => {
    const { drafts, database } = await openTab('one')
    const draft = drafts.begin('new-entry')
    draft.write('weg')
    draft.write('damit')
    draft.clear()
    draft.leave()
    expect(await left(drafts)).toBeUndefined()
    expect(await database.drafts.count()).toBe(0)
  })

  it('passes over what its form cannot read', async () => {
    const { drafts, database } = await openTab('one')
    await addDraft(database, 'new-entry', { broken: true })
    await addDraft(database, 'new-entry', 'lesbar')
    const read = (value: unknown) => (typeof value === 'string' ? value : undefined)
    expect((await drafts.takeOldest('new-entry', read))?.value).toBe('lesbar')
  })

  it('reads as empty where the storage fails, and typing goes on', async () => {
    const { drafts, crash } = await openTab('one')
    crash()
    expect(await left(drafts)).toBeUndefined()
    drafts.begin('new-entry').write('nur auf dem Bildschirm')
  })
})

describe('a form whose tab was still for so long that another took up its text', () => {
  it('sends what was sent there no second time', async () => {
    const first = await openTab('one')
    const draft = first.drafts.begin('new-entry')
    draft.write('einmal')
    await isStored(first.database, 'einmal')
    first.seemGone()
    const second = await openTab('two')
    const taken = await second.drafts.takeOldest('new-entry', (value) => value)
    if (taken === undefined) throw new Error('nothing was left')
    await second.journal.createEntry(note('einmal'), { draft: taken.draft })
    await first.journal.createEntry(note('einmal'), { draft })
    expect(await first.database.outbox.count()).toBe(1)
    expect(await first.database.drafts.count()).toBe(0)
  })

  it('keeps what is typed on there as another text', async () => {
    const first = await openTab('one')
    const draft = first.drafts.begin('new-entry')
    draft.write('halb')
    await isStored(first.database, 'halb')
    first.seemGone()
    const second = await openTab('two')
    const taken = await second.drafts.takeOldest('new-entry', (value) => value)
    if (taken === undefined) throw new Error('nothing was left')
    draft.write('halb und ganz')
    await isStored(first.database, 'halb und ganz')
    await second.journal.createEntry(note('halb'), { draft: taken.draft })
    await first.journal.createEntry(note('halb und ganz'), { draft })
    const queued = await first.database.outbox.toArray()
    expect(queued.map(({ mutation }) => mutation)).toMatchObject([
      { edit: { content: 'halb' } },
      { edit: { content: 'halb und ganz' } },
    ])
  })
})

describe('sending', () => {
  it('gives the entry the id its draft had, so that it is the same entry if sent again', async () => {
    const { drafts, journal, database } = await openTab('one')
    const draft = drafts.begin('new-entry')
    draft.write('a')
    await isStored(database, 'a')
    const [row] = await database.drafts.toArray()
    const id = await journal.createEntry(note('a'), { draft })
    expect(id).toBe(row?.key)
  })

  it('leaves what had no room in the entry as a draft of its own, in the same step', async () => {
    const { drafts, journal, database } = await openTab('one')
    const draft = drafts.begin('new-entry')
    draft.write('alles')
    await journal.createEntry(note('das Eine'), { draft, rest: 'das Andere' })
    draft.write('ein später Anschlag')
    draft.leave()
    expect(await left(drafts)).toBe('das Andere')
    expect(await database.drafts.count()).toBe(1)
  })

  it('keeps the form’s draft where an edit is refused at once, and adds no second one', async () => {
    const { drafts, journal, database } = await openTab('one')
    const draft = drafts.begin(editForm(one))
    draft.write('meins')
    expect(await journal.editEntry(one, note('meins'), note('alt'), { draft })).toBe('refused')
    draft.write('meins, weiter')
    await isStored(database, 'meins, weiter')
    expect(await database.drafts.count()).toBe(1)
    expect(await journal.refusals()).toMatchObject([{ keptText: 'meins' }])
  })
})

describe('texts that came back refused', () => {
  it('are all found again, the oldest first, and none in place of what is being typed', async () => {
    const { drafts, database } = await openTab('one')
    const typed = drafts.begin('new-entry')
    typed.write('wird gerade getippt')
    await isStored(database, 'wird gerade getippt')
    const texts = Array.from({ length: 12 }, (_, index) => `Text ${index + 1}`)
    for (const text of texts)
      await database.transaction('rw', outboxScope(database), async () =>
        enqueue(
          database,
          {
            action: 'create-entry',
            entryId: `${text} `.repeat(3) as EntryId,
            edit: note(text),
            createdAt: at(1),
            automatic: false,
          },
          1,
        ),
      )
    for (;;) {
      const taken = await markInFlight(database)
      if (taken === undefined) break
      await applyResult(
        database,
        taken,
        { kind: 'refused', reason: 'rejected', returned: undefined },
        me,
      )
    }
    expect(await allLeft(drafts)).toMatchObject(texts.map((content) => ({ content })))
  })
})

describe('the draft of an edit', () => {
  it('waits for its entry, and is a new entry’s once that was removed', async () => {
    const { drafts, database } = await openTab('one')
    await addDraft(database, editForm(one), note('bleibt übrig'))
    expect(await left(drafts)).toBeUndefined()
    await database.tombstones.put({ table: 'entries', rowId: one, removedAt: at(1) })
    expect(await left(drafts)).toMatchObject({ content: 'bleibt übrig' })
    expect(await database.drafts.toArray()).toMatchObject([{ form: 'new-entry' }])
  })
})

describe('the drafts of version 0.1.0', () => {
  it('are all taken over, each to its form, in the order in which they came', async () => {
    const old = new Dexie(databaseName(me))
    old.version(1).stores({ drafts: 'key' })
    const numbered = Array.from({ length: 12 }, (_, index) => ({
      key: index === 0 ? 'create:ideen' : `create:ideen:${index + 1}`,
      value: note(`Text ${index + 1}`),
    }))
    const others = [
      { key: `edit:${one}`, value: 'eine Änderung' },
      { key: `edit:${one}:2`, value: 'noch eine' },
      { key: 'custom-quote', value: quote },
      { key: 'custom-quote:2', value: { text: 'b', author: 'c' } },
      { key: 'create:gedanken', value: 'ein Gedanke' },
    ]
    await old.table('drafts').bulkAdd([...numbered, ...others])
    old.close()

    const { drafts } = await openTab('one')
    expect(await allLeft(drafts, editForm(one))).toEqual(['eine Änderung', 'noch eine'])
    expect(await allLeft(drafts, 'custom-quote')).toEqual([quote, { text: 'b', author: 'c' }])
    const entries = await allLeft(drafts)
    expect(entries.filter((value) => value !== 'ein Gedanke')).toEqual(
      numbered.map(({ value }) => value),
    )
    expect(entries).toHaveLength(13)
  })
})

describe('tabs without Web Locks', () => {
  it('tell an open tab from one that is gone', async () => {
    const timers = createTestTimers()
    const first = channelPresence('copy', 'one', timers)
    const second = channelPresence('copy', 'two', timers)
    await first.show()
    expect(await second.isOpen('one')).toBe(true)
    first.stop()
    const answer = second.isOpen('one')
    timers.advance(1000)
    expect(await answer).toBe(false)
    second.stop()
  })
})
