import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import {
  at,
  entryOn,
  idOf,
  me,
  note,
  photoOf,
  reactionTo,
  removalOf,
  setQueue,
} from './memory/test-journal.ts'
import { draftsIn, openTab, waiting } from './test-tabs.ts'
import { applyRows } from './store/apply-rows.ts'
import {
  add,
  hold,
  items,
  retained,
  mine,
  rebuild,
  replyTo,
  store,
  withFilledCopy,
} from './test-rebuild.ts'

withFilledCopy()

describe('what stays of the own rows once the server was put back', () => {
  it('is what it neither has nor has a removal for; the partner’s rows do not', async () => {
    hold(mine(1), mine(2), mine(3), entryOn(4))
    store.change((rows) => {
      rows.put('replies', replyTo(3))
      rows.put('reactions', reactionTo(3, { userId: me }))
      rows.put('reactions', reactionTo(4))
    })
    await rebuild([mine(1)])
    expect(items()).toHaveLength(4)
    store.change((rows) => applyRows(rows, 'removals', [{ ...removalOf(3, 9), kind: 'deleted' }]))
    expect(retained()).toEqual([`entries ${idOf(2)}`])
    expect(items()).toEqual(['entries Tag 2 ready'])
  })

  it('is known only when the backfill has ended, and a removal counts only then', async () => {
    hold(entryOn(1))
    store.change((rows) => rows.put('replies', replyTo(1)))
    await rebuild([], { isFilled: false })
    expect(items()).toEqual([])
    // It was hidden once, and its newer row comes with an older page.
    store.change((rows) => applyRows(rows, 'removals', [removalOf(1, 2)]))
    expect(retained()).toEqual(['replies reply 1'])
    hold(entryOn(1, { updatedAt: at(3) }))
    store.change((rows) =>
      rows.put('progress', { table: 'entries', cursor: undefined, backfillCursor: undefined }),
    )
    expect(items()).toEqual(['replies Antwort 1 ready'])
  })

  it('leaves as soon as the server has it, under another id of the same key, too', async () => {
    hold(mine(1), mine(2))
    store.change((rows) => {
      rows.put('reactions', reactionTo(1, { userId: me }))
      rows.put('replies', replyTo(1))
    })
    await rebuild([mine(1)])
    expect(items()).toHaveLength(3)
    store.change((rows) => {
      rows.put('reactions', reactionTo(1, { userId: me, id: 'another' as never }))
      applyRows(rows, 'replies', [replyTo(1)])
    })
    hold(mine(2))
    expect(retained()).toEqual([])
  })

  it('has what was deleted here no more, also where the deletion is still to be sent', async () => {
    hold(mine(1), mine(2))
    store.change((rows) => rows.put('replies', replyTo(2)))
    const { journal, store: tab } = await openTab('tab')
    journal.write({ action: 'delete-entry', entryId: idOf(1) })
    await tab.written()
    await rebuild([])
    expect(items()).toEqual(['entries Tag 2 ready', 'replies Antwort 2 ready'])
    setQueue(store, { action: 'delete-entry', entryId: idOf(2) })
    expect(retained()).toEqual([`entries ${idOf(1)}`])
  })

  it('has no reaction and no photo more whose removal is still to be sent', async () => {
    const reaction = reactionTo(1, { userId: me })
    const photo = photoOf(1, { userId: me })
    store.change((rows) => {
      rows.put('reactions', reaction)
      rows.put('photos', photo)
    })
    const { entryId } = photo
    const removed = { entryId, reactionId: reaction.id, emoji: reaction.emoji }
    const removePhoto = { action: 'remove-photo', entryId, photoId: photo.id } as const
    setQueue(store, { action: 'remove-reaction', ...removed }, removePhoto)
    await rebuild([mine(1)])
    expect(retained()).toEqual([])
  })

  it('merges with what a rebuild before has kept: the newer version stays', async () => {
    hold(mine(1), mine(2))
    await rebuild([])
    hold(mine(2, { content: 'neuer', updatedAt: at(9) }), mine(3))
    await rebuild([])
    expect(items()).toEqual(['entries Tag 1 ready', 'entries Tag 3 ready', 'entries neuer ready'])
  })
})

describe('an own text that is newer than the server’s', () => {
  it('is offered, and one from before the backup is not; ticks and dates are the server’s', async () => {
    hold(
      mine(1, { content: 'danach', updatedAt: at(6) }),
      mine(2, { content: 'davor', updatedAt: at(4) }),
      mine(3, { completed: true, updatedAt: at(9) }),
    )
    const content = { content: 'damals' }
    const server = [mine(1, content), mine(2, content), mine(3)]
    const rows = server.map((row) => ({ ...row, updatedAt: at(5) }))
    await rebuild(rows, { restoredTo: at(5) })
    expect(items()).toEqual(['texts danach ready'])
  })

  it('is offered without a known time of the backup where its version is newer', async () => {
    hold(mine(1, { content: 'neu', updatedAt: at(6) }), mine(2, { content: 'alt' }))
    await rebuild([mine(1), mine(2, { content: 'inzwischen', updatedAt: at(3) })])
    expect(items()).toEqual(['texts neu ready'])
  })

  it('of an idea is the edit that was sent from here, on the partner’s ideas too', async () => {
    const edit = note('mein Zusatz', { category: 'ideen' })
    const idea = entryOn(1, { ...edit, editVersion: 4, updatedAt: at(6) })
    const theirs = mine(2, { ...edit, editVersion: 5, content: 'von ihr', updatedAt: at(6) })
    hold(idea, theirs)
    store.change((rows) => {
      rows.put('sentEdits', { entryId: idOf(1), edit, editVersion: 4, updatedAt: at(6) })
      // The partner has written over it.
      rows.put('sentEdits', { entryId: idOf(2), edit, editVersion: 3, updatedAt: at(5.5) })
    })
    const restored = [
      { ...idea, content: 'die Idee', updatedAt: at(1), editVersion: 9, scheduledDate: at(20) },
      { ...theirs, content: 'damals', updatedAt: at(2), editVersion: 8 },
    ]
    await rebuild(restored, { restoredTo: at(5) })
    expect(items()).toEqual(['texts mein Zusatz ready'])
    add()
    expect(retained()).toEqual([])
    expect(waiting(store)).toEqual([])
    const value = { content: 'mein Zusatz', category: 'ideen', scheduledDate: at(20) }
    expect(draftsIn(store)).toMatchObject([{ form: `edit:${idOf(1)}`, value }])
    const rejection = { action: 'edit-entry', reason: 'stale', keptText: 'mein Zusatz' }
    expect(store.memory.state().rejections).toMatchObject([rejection])
  })

  it('of a reply is sent as its edit', async () => {
    hold(entryOn(1))
    store.change((rows) => rows.put('replies', replyTo(1, { content: 'neu', updatedAt: at(6) })))
    await rebuild([entryOn(1)])
    store.change((rows) => applyRows(rows, 'replies', [replyTo(1)]))
    expect(items()).toEqual(['texts neu ready'])
    add()
    expect(waiting(store)).toMatchObject([{ action: 'edit-reply', content: 'neu' }])
  })
})
