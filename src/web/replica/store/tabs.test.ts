import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  at,
  entriesIn,
  entryOn,
  idOf,
  journalRow,
  reactionTo,
  removalOf,
} from '../memory/test-journal.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import { onDevice } from '../test-faults.ts'
import { draftsIn, forgetTabs, note, openTab, textsIn, waiting } from '../test-tabs.ts'
import { applyRows } from './apply-rows.ts'
import type { Store } from './store.ts'

afterEach(async () => {
  vi.unstubAllGlobals()
  await forgetTabs()
})

const pulled = (store: Store, ...days: readonly number[]) => {
  const entries = days.map((day) => entryOn(day))
  return store.change((rows) => applyRows(rows, 'entries', entries)).stored
}
const removed = (store: Store, removal: RowOf<'removals'>) =>
  store.change((rows) => applyRows(rows, 'removals', [removal])).stored
const unseen = { ...removalOf(1, 5), unseenVersion: 4 }

describe.each([
  ['that hears the others', true],
  ['that heard nothing and reads again', false],
] as const)('a tab %s', (_, hears) => {
  /** Two tabs; the second has learned what the first did when `learned` ends. */
  async function twoTabs() {
    if (!hears) vi.stubGlobal('BroadcastChannel', undefined)
    const [first, second] = [await openTab('one'), await openTab('two')]
    const learned = async (look: () => void) => {
      await first.store.written()
      if (!hears) await second.store.readAgain()
      await vi.waitFor(look)
    }
    return { first, second, learned }
  }

  /** Two tabs that know a text that was sent from here. */
  async function tabsWithSentEdit() {
    const tabs = await twoTabs()
    const { first, second, learned } = tabs
    const sent = { entryId: idOf(1), edit: note('ungesehen'), editVersion: 4, updatedAt: at(2) }
    first.store.change((rows) => rows.put('sentEdits', sent))
    await learned(() => expect(second.store.memory.rows('sentEdits').size).toBe(1))
    return tabs
  }

  it('knows the rows of the server that another tab has merged', async () => {
    const { first, second, learned } = await twoTabs()
    await pulled(first.store, 1, 2)
    first.store.change((rows) => rows.put('reactions', reactionTo(1)))
    await learned(() => {
      expect(textsIn(second.store)).toEqual(['Tag 1', 'Tag 2'])
      expect(second.store.memory.shown.of('reactions', idOf(1))).toHaveLength(1)
    })
  })

  it('knows what another tab has queued, sent, set to be deleted and typed', async () => {
    const { first, second, learned } = await twoTabs()
    await pulled(first.store, 1, 2)
    const id = first.journal.createEntry(note('Neu'))
    first.journal.write({ action: 'toggle-completed', entryId: idOf(1), completed: true })
    first.journal.write({ action: 'delete-entry', entryId: idOf(2) })
    first.drafts.begin('custom-quote').write('halb')
    await vi.waitFor(() => expect(draftsIn(first.store)).toHaveLength(1))
    const shown = () => second.store.memory.state()
    await learned(() => {
      expect(draftsIn(second.store)).toMatchObject([{ value: 'halb' }])
      expect(entriesIn(second.store.memory)).toMatchObject([
        { id: idOf(1), completed: true },
        { id },
      ])
      expect([...shown().waitingDeletions]).toEqual([idOf(2)])
      expect(shown().draftCount).toBe(1)
    })

    const { queue } = first.store.memory.state()
    first.store.change((rows) => {
      for (const sent of queue) rows.remove('outbox', sent.id)
      applyRows(rows, 'entries', [entryOn(1, { completed: true, updatedAt: at(9) })])
    })
    first.journal.undoDelete(idOf(2))
    await learned(() => {
      expect(waiting(second.store)).toEqual([])
      expect(shown().waitingDeletions.size).toBe(0)
      const entries = [{ id: idOf(2) }, { id: idOf(1), completed: true }]
      expect(entriesIn(second.store.memory)).toMatchObject(entries)
    })
  })

  it('gives a text that was deleted unseen back once, where both learn of it at the same time', async () => {
    const { first, second, learned } = await tabsWithSentEdit()
    for (const { store } of [first, second]) void removed(store, unseen)
    await second.store.written()
    await learned(() =>
      expect(draftsIn(second.store)).toMatchObject([{ value: note('ungesehen') }]),
    )
    expect(second.store.memory.state().rejections).toMatchObject([{ reason: 'gone' }])
    expect(await onDevice(async (database) => database.count('drafts'))).toBe(1)
  })

  it('gives no such text back that another tab gave back before', async () => {
    const { first, second, learned } = await tabsWithSentEdit()
    void removed(first.store, unseen)
    const [draft] = draftsIn(first.store)
    first.store.change((rows) => rows.remove('drafts', draft?.key ?? ''))
    await learned(() => expect(second.store.memory.rows('sentEdits').size).toBe(0))
    await vi.waitFor(() => expect(draftsIn(second.store)).toEqual([]))
    void removed(second.store, unseen)
    expect(draftsIn(second.store)).toEqual([])
  })

  it('forgets an entry that became private, with its reactions, and no older version brings it back', async () => {
    const { first, second, learned } = await twoTabs()
    await pulled(first.store, 1, 2)
    first.store.change((rows) => rows.put('reactions', reactionTo(1)))
    await learned(() => expect(second.store.memory.rows('reactions').size).toBe(1))
    await removed(first.store, removalOf(1, 5))
    await learned(() => expect(textsIn(second.store)).toEqual(['Tag 2']))
    expect(second.store.memory.rows('entries').has(idOf(1))).toBe(false)
    expect(second.store.memory.rows('reactions').size).toBe(0)
    await pulled(second.store, 1)
    expect(textsIn(second.store)).toEqual(['Tag 2'])
    expect(await onDevice(async (database) => database.count('reactions'))).toBe(0)
  })

  it('follows another tab’s rebuild: what the server no longer has goes, older versions stay', async () => {
    const { first, second, learned } = await twoTabs()
    const journal = journalRow({ copy: 'a', rebuilt: 'a' })
    first.store.change((rows) => rows.put('journal', journal))
    await pulled(first.store, 1, 2, 3)
    await removed(first.store, { ...removalOf(4, 5), kind: 'deleted' })
    await learned(() => expect(textsIn(second.store)).toHaveLength(3))
    first.store.change((rows) => {
      for (const day of [1, 2, 3]) rows.remove('entries', idOf(day))
      for (const { table, rowId } of rows.all('tombstones'))
        rows.remove('tombstones', `${table} ${rowId}`)
      applyRows(rows, 'entries', [entryOn(1, { content: 'zurück', updatedAt: at(0) }), entryOn(4)])
      rows.put('journal', { ...journal, copy: 'b', rebuilt: 'b' })
    })
    await learned(() => expect(textsIn(second.store)).toEqual(['Tag 4', 'zurück']))
  })
})

describe('a tab that reads again', () => {
  it('keeps what it has made and not stored yet, and what is typed while it reads', async () => {
    const { store, journal, drafts } = await openTab('one')
    journal.createEntry(note('gespeichert'))
    const draft = drafts.begin('new-entry')
    draft.write('a')
    await draft.stored()
    const reading = store.readAgain()
    draft.write('ab')
    journal.createEntry(note('eben erst'))
    await reading
    expect(textsIn(store)).toEqual(['eben erst', 'gespeichert'])
    expect(draftsIn(store)).toMatchObject([{ value: 'ab' }])
    await store.written()
    expect(draftsIn(store)).toMatchObject([{ value: 'ab' }])
  })
})
