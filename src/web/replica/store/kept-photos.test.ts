import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestTimers } from '../../browser/test-timers.ts'
import { at, entryOn, me, note, removalOf } from '../memory/test-journal.ts'
import { rejected } from '../mutations/send-result.ts'
import { applyPhotoRejection } from '../outbox/apply-photo.ts'
import { applyResult } from '../outbox/apply-result.ts'
import { watchDeletions } from '../outbox/deletions.ts'
import { addPhotos, entryId, formPhoto } from '../test-photos.ts'
import { draftsIn, forgetTabs, openTab, waiting } from '../test-tabs.ts'
import { applyDeleteFrame, applyRows } from './apply-rows.ts'

const [photo, second] = [formPhoto(11), formPhoto(12)]

let tab: Awaited<ReturnType<typeof openTab>>

beforeEach(async () => {
  tab = await openTab('tab')
  const own = entryOn(1, { userId: me, isPrivate: true })
  tab.store.change((rows) => rows.put('entries', own))
})
afterEach(forgetTabs)

const unsent = () => [...tab.store.memory.rows('unsentPhotos').values()]
const removeEntry = (day = 9) =>
  tab.store.change((rows) =>
    applyRows(rows, 'removals', [{ ...removalOf(1, 2), kind: 'deleted', updatedAt: at(day) }]),
  )

describe('photos that wait', () => {
  it('come back as a draft when their entry is removed elsewhere, as private as it was', () => {
    const photos = [second, photo]
    addPhotos(tab.journal, entryId, photos.toReversed())
    const photoIds = photos.map(({ id }) => id)
    tab.journal.write({ action: 'order-photos', entryId, photoIds })
    // Before the entry was as it is.
    removeEntry(0)
    expect(unsent()).toHaveLength(2)
    removeEntry()
    expect(unsent()).toEqual([])
    expect(draftsIn(tab.store)[0]?.value).toMatchObject({ isPrivate: true, photos })
    expect(tab.store.memory.state().rejections).toMatchObject([{ action: 'add-photo', entryId }])
  })

  it.each([true, false])(
    'are as private as their entry where a frame removes it: %s',
    (isPrivate) => {
      tab.store.change((rows) => rows.put('entries', entryOn(1, { userId: me, isPrivate })))
      addPhotos(tab.journal, entryId, [photo])
      tab.store.change((rows) => applyDeleteFrame(rows, 'entries', entryId, at(9)))
      removeEntry()
      expect(draftsIn(tab.store)).toMatchObject([{ value: { isPrivate, photos: [photo] } }])
    },
  )

  it.each(['is removed', 'is gone for the server'] as const)(
    'come back private where their entry is not here as it %s',
    (how) => {
      addPhotos(tab.journal, entryId, [photo])
      tab.store.change((rows) => rows.remove('entries', entryId))
      if (how === 'is removed') removeEntry()
      else tab.store.change((rows) => applyPhotoRejection(rows, photo.id, 'gone'))
      expect(draftsIn(tab.store)).toMatchObject([{ value: { isPrivate: true, photos: [photo] } }])
    },
  )

  it('wait with the text of an entry that is refused', () => {
    const { store, journal } = tab
    journal.createEntry(note('Neu'), { photos: [photo] })
    const [queued] = store.memory.state().queue
    if (queued === undefined) throw new Error('nothing is queued')
    store.change((rows) => applyResult(rows, queued, rejected))
    expect(unsent()).toEqual([])
    expect(draftsIn(store)[0]?.value).toMatchObject({ content: 'Neu', photos: [photo] })
  })

  it('stay while the deletion of their entry can be undone, and then go with it', () => {
    const { store, journal } = tab
    const timers = createTestTimers()
    const stop = watchDeletions(store, 'tab', timers)
    addPhotos(journal, entryId, [photo])
    journal.write({ action: 'delete-entry', entryId })
    timers.advance(4999)
    expect(unsent()).toHaveLength(1)
    timers.advance(1)
    removeEntry()
    expect(unsent()).toEqual([])
    expect(waiting(store)).toMatchObject([{ action: 'delete-entry' }])
    expect(draftsIn(store)).toEqual([])
    stop()
  })

  it('go with an entry that is deleted elsewhere while its deletion here can be undone', () => {
    addPhotos(tab.journal, entryId, [photo])
    tab.journal.write({ action: 'delete-entry', entryId })
    removeEntry()
    expect([unsent(), draftsIn(tab.store)]).toEqual([[], []])
  })

  it('are known to every tab', async () => {
    addPhotos(tab.journal, entryId, [photo])
    const known = ({ store }: typeof tab) => store.memory.state().unsentPhotos.get(entryId)
    expect(known(tab)).toMatchObject([photo])
    await tab.store.written()
    const other = await openTab('other')
    expect(known(other)).toMatchObject([photo])
    // It has sent the same draft.
    addPhotos(other.journal, entryId, [{ ...photo, description: '' }])
    expect(known(other)).toMatchObject([photo])
  })
})

it('an edit puts texts and photos into the queue in one change, and only what is about sent ones', () => {
  const { store, journal } = tab
  addPhotos(journal, entryId, [photo])
  const described = [{ ...photo, description: 'Im Wald' }]
  const photos = { added: [second], removed: [], described, order: [second.id, photo.id] }
  const edit = note('Neu', { isPrivate: true })
  journal.write({ action: 'edit-entry', entryId, edit }, { photos })
  expect(waiting(store).map(({ action }) => action)).toEqual(['edit-entry'])
  const inOrder = unsent().toSorted((one, other) => one.order - other.order)
  expect(inOrder).toMatchObject([{ id: second.id }, { id: photo.id, description: 'Im Wald' }])
})
