import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, entryOn, idOf, reactionTo, removalOf, journalRow } from './memory/test-journal.ts'
import { StorageError, storageFaultOf } from './disk/storage-error.ts'
import { Superseded } from './disk/write-changes.ts'
import { knowsEntry } from './outbox/outbox.ts'
import { applyDeleteFrame, applyRows } from './store/apply-rows.ts'
import type { Store } from './store/store.ts'
import { onDevice } from './test-faults.ts'
import { forgetTabs, note, openStore, openTab, textsIn, waiting } from './test-tabs.ts'

const one = idOf(1)
const removal = removalOf(1, 3)

let store: Store
beforeEach(async () => {
  store = await openStore()
})
afterEach(forgetTabs)

const apply = (...entries: readonly ReturnType<typeof entryOn>[]) =>
  store.change((rows) => applyRows(rows, 'entries', entries)).value
const knows = () => store.memory.change((rows) => knowsEntry(rows, one)).value

describe('rows of the server', () => {
  it('count only when they are newer than what is held', () => {
    expect(apply(entryOn(1, { content: 'neu', updatedAt: at(2) }))).toBe(true)
    expect(apply(entryOn(1))).toBe(false)
    expect(textsIn(store)).toEqual(['neu'])
  })

  it('are not taken away by a DELETE frame that is older than they are', () => {
    apply(entryOn(1, { updatedAt: at(5) }))
    store.change((rows) => applyDeleteFrame(rows, 'entries', one, at(4.9)))
    expect(textsIn(store)).toEqual(['Tag 1'])
    store.change((rows) => applyDeleteFrame(rows, 'entries', one, at(5)))
    expect(textsIn(store)).toEqual([])
  })

  it('stay away after their removal, whichever came first, until they are newer', () => {
    apply(entryOn(1))
    store.change((rows) => applyRows(rows, 'removals', [removal]))
    expect(apply(entryOn(1, { updatedAt: at(2.9) }))).toBe(false)
    expect(textsIn(store)).toEqual([])
    expect(knows()).toBe(true)
    apply(entryOn(1, { updatedAt: at(3.1) }))
    store.change((rows) => applyRows(rows, 'removals', [removal]))
    expect(textsIn(store)).toEqual(['Tag 1'])
  })
})

describe('the copy on the disk', () => {
  it('holds what memory does, for the next start', async () => {
    apply(...Array.from({ length: 60 }, (_, index) => entryOn(index + 1)))
    store.change((rows) => {
      rows.put('journal', journalRow())
      rows.put('reactions', reactionTo(1))
      applyRows(rows, 'removals', [{ ...removal, rowId: idOf(2) }])
    })
    const { journal, store: last } = await openTab('tab')
    expect(last.memory.state().entries.list).toHaveLength(59)
    journal.write({ action: 'add-reaction', entryId: one, emoji: '👍' })
    journal.write({ action: 'delete-entry', entryId: idOf(3) })
    await last.written()
    const next = await openStore()
    const state = next.memory.state()
    expect(state.isWhole).toBe(true)
    expect(state.entries.list).toHaveLength(58)
    expect(next.memory.shown.of('reactions', one).map(({ emoji }) => emoji)).toEqual(['👍', '🔥'])
    expect(waiting(next)).toMatchObject([{ action: 'add-reaction' }])
    expect([...state.waitingDeletions]).toEqual([idOf(3)])
  })

  it('keeps the newer version of a row that two tabs write', async () => {
    const other = await openStore()
    const newer = entryOn(1, { content: 'neuer', updatedAt: at(9) })
    await Promise.all([
      other.change((rows) => rows.put('entries', newer)).stored,
      store.change((rows) => rows.put('entries', entryOn(1, { content: 'älter' }))).stored,
    ])
    const held = () => onDevice(async (database) => database.get('entries', one))
    expect(await held()).toEqual(newer)
    expect(textsIn(other)).toEqual(['neuer'])
    await expect.poll(() => textsIn(store)).toEqual(['neuer'])
  })

  it('keeps the row that came back after the removal that another tab stores late', async () => {
    const other = await openStore()
    apply(entryOn(1))
    await store.written()
    await expect.poll(() => textsIn(other)).toEqual(['Tag 1'])
    const again = entryOn(1, { content: 'wieder da', updatedAt: at(9) })
    await Promise.all([
      store.change((rows) => applyRows(rows, 'entries', [again])).stored,
      other.change((rows) => applyRows(rows, 'removals', [removal])).stored,
    ])
    expect(await onDevice(async (database) => database.get('entries', one))).toEqual(again)
    await expect.poll(() => textsIn(other)).toEqual(['wieder da'])
  })

  it('takes the older versions of a state that the server was put back to', async () => {
    const other = await openStore()
    const held = [entryOn(1, { updatedAt: at(8) }), entryOn(2), entryOn(3)]
    apply(...held)
    store.change((rows) => applyRows(rows, 'removals', [{ ...removal, rowId: idOf(4) }]))
    await store.written()
    await expect.poll(() => textsIn(other)).toHaveLength(3)
    const back = [entryOn(1, { content: 'zurück' }), entryOn(4)]
    await store.change((rows) => {
      for (const { id } of held) rows.remove('entries', id)
      for (const { table, rowId } of rows.all('tombstones'))
        rows.remove('tombstones', `${table} ${rowId}`)
      applyRows(rows, 'entries', back)
    }).stored
    expect(await onDevice(async (database) => database.getAll('entries'))).toEqual(back)
    expect(await onDevice(async (database) => database.count('tombstones'))).toBe(0)
    await expect.poll(() => textsIn(other)).toEqual(['Tag 4', 'zurück'])
  })
})

describe('a change that another tab’s rebuild has overtaken', () => {
  it('is neither stored nor shown', async () => {
    await store.change((rows) => rows.put('journal', journalRow({ copy: 'neu' }))).stored
    const { stored } = store.change((rows) => applyRows(rows, 'entries', [entryOn(1)]), {
      name: 'copy',
      value: 'alt',
    })
    await expect(stored).rejects.toBeInstanceOf(Superseded)
    expect(textsIn(store)).toEqual([])
    expect(await onDevice(async (database) => database.count('entries'))).toBe(0)
    expect(store.current().kind).toBe('on-device')
  })
})

describe('the journal’s writes', () => {
  it('queue nothing that changes nothing', async () => {
    const { journal, store: held } = await openTab('tab')
    held.change((rows) => applyRows(rows, 'entries', [entryOn(1)]))
    journal.write({ action: 'toggle-completed', entryId: one, completed: false })
    journal.write({ action: 'remove-reaction', entryId: one, emoji: '🔥' })
    journal.write({ action: 'edit-entry', entryId: one, edit: note('Tag 1') })
    expect(waiting(held)).toEqual([])
  })
})

describe('a fault of the storage', () => {
  it('has one code for each kind: none, full, closed, written by a newer app, anything else', () => {
    const names = ['SecurityError', 'InvalidStateError', 'QuotaExceededError', 'VersionError']
    const faults = [...names, 'AbortError'].map((name) =>
      storageFaultOf(new DOMException('no', name)),
    )
    expect(faults).toEqual(['unavailable', 'unavailable', 'full', 'newer', 'broken'])
    expect(storageFaultOf(new ReferenceError('indexedDB'))).toBe('unavailable')
    expect(storageFaultOf(new StorageError('closed'))).toBe('closed')
  })
})
