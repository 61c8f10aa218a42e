import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestTimers } from '../browser/test-timers.ts'
import { channelLiveness } from './drafts/tab-liveness.ts'
import { at, createEntry, idOf, setQueue } from './memory/test-journal.ts'
import { editForm, type DraftForm } from './mutations/draft-form.ts'
import { rejected } from './mutations/send-result.ts'
import { applyResult } from './outbox/apply-result.ts'
import { queueOf } from './store/queue.ts'
import { addDraft } from './store/draft-rows.ts'
import type { Store } from './store/store.ts'
import { evict, onDevice } from './test-faults.ts'
import {
  adopt,
  allLeft,
  draftsIn,
  forgetTabs,
  left,
  note,
  openTab,
  type,
  typeAndStore,
  waiting,
} from './test-tabs.ts'

const one = idOf(1)
const quote = { text: 'Carpe diem', author: 'Horaz' }

/** Waits until a tab knows a draft with this value. */
async function isKnown(store: Store, value: unknown): Promise<void> {
  await vi.waitFor(() => expect(draftsIn(store).map((row) => row.value)).toContainEqual(value))
}

const add = (store: Store, form: DraftForm, value: unknown) =>
  store.change((rows) => addDraft(rows, form, value)).stored

afterEach(forgetTabs)

it('the next form opens with the draft that a message has named, before older ones', async () => {
  const { drafts, store } = await openTab('one')
  for (const value of ['Erster', 'Zweiter', 'Dritter']) await add(store, 'new-entry', value)
  const named = draftsIn(store).find(({ value }) => value === 'Zweiter')
  drafts.openNext(named?.key ?? '')
  expect(await allLeft(drafts)).toEqual(['Zweiter', 'Erster', 'Dritter'])
})

describe('the draft of an open form', () => {
  it('belongs to that form alone, and to the next one once it is closed', async () => {
    const [{ drafts }, other] = [await openTab('one'), await openTab('two')]
    const draft = type(drafts, 'Erster')
    await isKnown(other.store, 'Erster')
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
    await draft.stored()
    first.crash()
    const { drafts } = await openTab('two')
    expect(await left(drafts)).toBe('Letzte Worte')
  })

  it('goes to one of two tabs that ask at the same time', async () => {
    const [first, second] = [await openTab('one'), await openTab('two')]
    await add(first.store, 'custom-quote', quote)
    await isKnown(second.store, quote)
    const found = await Promise.all(
      [first, second].map(async ({ drafts }) => left(drafts, 'custom-quote')),
    )
    expect(found.filter((value) => value !== undefined)).toEqual([quote])
  })

  it('is gone with the text, and what was typed before a clearing does not bring it back', async () => {
    const { drafts, store } = await openTab('one')
    const draft = type(drafts, 'weg')
    draft.write('damit')
    draft.clear()
    await draft.stored()
    draft.leave()
    expect(await left(drafts)).toBeUndefined()
    expect(draftsIn(store)).toEqual([])
    expect(await onDevice(async (database) => database.count('drafts'))).toBe(0)
  })

  it('passes over what its form cannot read', async () => {
    const { drafts, store } = await openTab('one')
    await add(store, 'new-entry', { broken: true })
    await add(store, 'new-entry', 'lesbar')
    const read = (value: unknown) => (typeof value === 'string' ? value : undefined)
    expect((await drafts.takeOldest('new-entry', read))?.value).toBe('lesbar')
  })

  it('is found by the next form where the storage fails, and typing goes on', async () => {
    const { drafts } = await openTab('one')
    expect(await left(drafts)).toBeUndefined()
    evict()
    const draft = await typeAndStore(drafts, 'nur auf dem Bildschirm')
    draft.leave()
    expect(await left(drafts)).toBe('nur auf dem Bildschirm')
  })
})

describe('a form whose tab was still for so long that another took up its text', () => {
  /** Both tabs know that the second one holds the text of the first one's open form. */
  async function takenUp(text: string) {
    const first = await openTab('one')
    const second = await openTab('two')
    const draft = first.drafts.begin('new-entry')
    draft.write(text)
    await isKnown(second.store, text)
    first.seemGone()
    const taken = await adopt(second.drafts)
    await vi.waitFor(() => expect(draftsIn(first.store)).toMatchObject([{ owner: 'two' }]))
    return { first, second, draft, taken }
  }

  it('sends what was sent there no second time', async () => {
    const { first, second, draft, taken } = await takenUp('einmal')
    const id = second.journal.createEntry(note('einmal'), { draft: taken })
    await vi.waitFor(() => expect(waiting(first.store)).toHaveLength(1))
    first.journal.createEntry(note('einmal'), { draft })
    await first.store.written()
    expect(waiting(first.store)).toMatchObject([{ entryId: id }])
    expect(draftsIn(first.store)).toEqual([])
  })

  it('keeps what is typed on there as another text', async () => {
    const { first, second, draft, taken } = await takenUp('halb')
    draft.write('halb und ganz')
    await draft.stored()
    second.journal.createEntry(note('halb'), { draft: taken })
    first.journal.createEntry(note('halb und ganz'), { draft })
    const sent = async () => {
      const queue = await onDevice(async (database) => database.getAll('outbox'))
      return new Set(queue.map(({ mutation }) => 'edit' in mutation && mutation.edit.content))
    }
    await expect.poll(sent).toEqual(new Set(['halb', 'halb und ganz']))
  })
})

describe('sending', () => {
  it('gives the entry the id its draft had, so that it is the same entry if sent again', async () => {
    const { drafts, journal, store } = await openTab('one')
    const draft = await typeAndStore(drafts, 'a')
    const [row] = draftsIn(store)
    expect(journal.createEntry(note('a'), { draft })).toBe(row?.key)
  })

  it('leaves what had no room in the entry as a draft of its own, in the same step', async () => {
    const { drafts, journal, store } = await openTab('one')
    const draft = type(drafts, 'alles')
    journal.createEntry(note('das Eine'), { draft, rest: 'das Andere' })
    draft.write('ein später Anschlag')
    draft.leave()
    expect(await left(drafts)).toBe('das Andere')
    expect(draftsIn(store)).toHaveLength(1)
  })

  it('keeps the form’s draft where an edit is refused at once, and adds no second one', async () => {
    const { drafts, journal, store } = await openTab('one')
    const draft = type(drafts, 'meins', editForm(one))
    expect(
      journal.write(
        { action: 'edit-entry', entryId: one, edit: note('meins') },
        { draft, seen: note('alt') },
      ),
    ).toBe('refused')
    draft.write('meins, weiter')
    await draft.stored()
    expect(draftsIn(store)).toMatchObject([{ value: 'meins, weiter' }])
    // Its form is still open.
    expect(await left(drafts, editForm(one))).toBeUndefined()
    expect(store.memory.state().rejections).toMatchObject([{ keptText: 'meins' }])
  })
})

describe('texts that came back refused', () => {
  it('are all found again, the oldest first, and none in place of what is being typed', async () => {
    const { drafts, store } = await openTab('one')
    await typeAndStore(drafts, 'wird gerade getippt')
    const texts = Array.from({ length: 12 }, (_, index) => `Text ${index + 1}`)
    setQueue(store, ...texts.map((text, index) => createEntry(index + 1, { edit: note(text) })))
    store.change((rows) => {
      for (const sent of queueOf(rows)) applyResult(rows, sent, rejected)
    })
    expect(await allLeft(drafts)).toMatchObject(texts.map((content) => ({ content })))
  })
})

describe('the draft of an edit', () => {
  it('waits for its entry, and is a new entry’s once that was removed', async () => {
    const { drafts, store } = await openTab('one')
    await add(store, editForm(one), note('bleibt übrig'))
    expect(await left(drafts)).toBeUndefined()
    store.change((rows) =>
      rows.put('tombstones', { table: 'entries', rowId: one, removedAt: at(1) }),
    )
    expect(await left(drafts)).toMatchObject({ content: 'bleibt übrig' })
    expect(draftsIn(store)).toMatchObject([{ form: 'new-entry' }])
  })
})

describe('tabs without Web Locks', () => {
  it('tell an open tab from one that is gone', async () => {
    const timers = createTestTimers()
    const first = channelLiveness('copy', 'one', timers)
    const second = channelLiveness('copy', 'two', timers)
    await first.show()
    expect(await second.isOpen('one')).toBe(true)
    first.stop()
    const answer = second.isOpen('one')
    timers.advance(1000)
    expect(await answer).toBe(false)
    second.stop()
  })
})
