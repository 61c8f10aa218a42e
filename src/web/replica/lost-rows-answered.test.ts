import 'fake-indexeddb/auto'
import { describe, expect, it, vi } from 'vitest'
import { instantFromMilliseconds, type CustomQuoteId } from '../../domain/ids.ts'
import {
  at,
  entriesIn,
  entryOn,
  idOf,
  linkOf,
  me,
  note,
  reactionTo,
  removalOf,
  reviewOn,
} from './memory/test-journal.ts'
import { fillDevice, onDevice } from './test-faults.ts'
import { openStore, openTab, waiting } from './test-tabs.ts'
import { applyRows } from './store/apply-rows.ts'
import { discardLostRows, keepOwnRows } from './store/lost-rows.ts'
import {
  add,
  hold,
  items,
  journalIn,
  retained,
  mine,
  now,
  rebuild,
  reopen,
  replyTo,
  store,
  withFilledCopy,
} from './test-rebuild.ts'

withFilledCopy()

describe('privacy', () => {
  it('goes first: an entry that was private here later is made private at once, and only that', async () => {
    hold(mine(1, { isPrivate: true, content: 'geheim', updatedAt: at(6) }))
    await rebuild([mine(1, { content: 'damals' })], { isFilled: false })
    expect(waiting(store)).toEqual([{ action: 'make-private', entryId: idOf(1) }])
    expect(store.memory.shown.get('entries', idOf(1))).toMatchObject({
      isPrivate: true,
      content: 'damals',
    })
    hold(mine(2))
    expect(waiting(store)).toHaveLength(1)
    hold(mine(1, { content: 'damals', isPrivate: true, updatedAt: at(7) }))
    expect(waiting(store)).toHaveLength(1)
  })

  it('goes first although someone has touched the row that came back', async () => {
    hold(mine(1, { isPrivate: true, updatedAt: at(6) }))
    const ticked = mine(1, { completed: true, updatedAt: at(8) })
    await rebuild([ticked])
    expect(waiting(store)).toEqual([{ action: 'make-private', entryId: idOf(1) }])
  })

  it('is not touched where it was shared again, or belongs to the partner', async () => {
    hold(mine(1, { isPrivate: true, updatedAt: at(2) }))
    await rebuild([mine(1, { visibleSince: at(3), updatedAt: at(3) }), entryOn(2)])
    expect(waiting(store)).toEqual([])
    expect(retained()).toEqual([])
  })

  it('that waits to be sent stays, whether the server has the entry or not', async () => {
    hold(mine(1), mine(2))
    const { journal, store: tab } = await openTab('tab')
    const edit = note('geheim', { isPrivate: true })
    for (const day of [1, 2]) journal.write({ action: 'edit-entry', entryId: idOf(day), edit })
    await tab.written()
    await expect.poll(() => waiting(store)).toHaveLength(2)
    await rebuild([mine(1)])
    expect(waiting(store)).toMatchObject(
      (['edit-entry', 'make-private'] as const).flatMap((action) =>
        [1, 2].map((day) => ({ action, entryId: idOf(day) })),
      ),
    )
    const kept = store.memory.rows('lostRows').get(`entries ${idOf(2)}`)
    expect(kept?.row).toMatchObject({ isPrivate: true })
  })

  it('of the partner’s entries survives: what they took back is not shown again, what was deleted is', async () => {
    hold(entryOn(1), entryOn(2), entryOn(3))
    const deleted = { ...removalOf(2, 5), kind: 'deleted' } as const
    const removed = [removalOf(1, 5), deleted, removalOf(3, 5)]
    store.change((rows) => applyRows(rows, 'removals', removed))
    // They have shared this one again since.
    hold(entryOn(3, { updatedAt: at(6) }))
    await rebuild([entryOn(1), entryOn(2), entryOn(3)])
    const shown = () => entriesIn(store.memory).map(({ content }) => content)
    expect(shown()).toEqual(['Tag 3', 'Tag 2'])
    hold(entryOn(1, { updatedAt: at(8) }))
    expect(shown()).toHaveLength(3)
  })
})

describe('adding', () => {
  it('queues ordinary writes with the ids and times of writing, the entries first', async () => {
    const quote = { text: 'Ein Zitat', author: 'Jemand' }
    const own = { userId: me, createdAt: at(1), updatedAt: at(1) }
    const mark = { id: 'mark' as never, entryId: idOf(2), until: null }
    hold(
      mine(1, { isPrivate: true, completed: true, completedAt: at(3), category: 'ideen' }),
      mine(2),
    )
    store.change((rows) => {
      rows.put('replies', replyTo(1))
      rows.put('reactions', reactionTo(1, { userId: me }))
      rows.put('story_links', linkOf(2, 1))
      rows.put('memory_marks', { ...own, ...mark })
      rows.put('reviews', reviewOn(2, { entryId: idOf(2) }))
      rows.put('custom_quotes', { ...own, ...quote, id: 'quote' as CustomQuoteId })
      rows.put('quote_likes', { ...own, ...quote, id: 'like' as never })
    })
    await rebuild([])
    expect(items()).toHaveLength(9)
    add()
    expect(retained()).toEqual([])
    expect(waiting(store)).toMatchObject([
      { action: 'create-entry', entryId: idOf(1), createdAt: at(1), edit: { isPrivate: true } },
      { action: 'toggle-completed', completedAt: at(3) },
      { action: 'create-entry', entryId: idOf(2) },
      { action: 'add-reaction', reactionId: 'reaction 1' },
      { action: 'create-reply', replyId: 'reply 1', createdAt: at(1) },
      { action: 'like-quote', quote, likeId: 'like', createdAt: at(1) },
      { action: 'add-custom-quote', quoteId: 'quote' },
      { action: 'add-memory-mark', markId: 'mark' },
      { action: 'link-story', storyId: idOf(2), ideaId: idOf(1) },
      { action: 'add-review', reviewId: 'review 2 de-hr', grade: 3 },
    ])
    add()
    expect(waiting(store)).toHaveLength(10)
  })

  it('waits for the entry that something belongs to, and goes on once it is back', async () => {
    hold(entryOn(1), mine(2))
    store.change((rows) => rows.put('replies', replyTo(1)))
    await rebuild([])
    expect(items()).toEqual(['entries Tag 2 ready', 'replies Antwort 1 waiting'])
    add()
    expect(items()).toEqual(['replies Antwort 1 wanted'])
    expect(waiting(store)).toHaveLength(1)
    hold(entryOn(1))
    expect(retained()).toEqual([])
    expect(waiting(store)).toMatchObject([{}, { action: 'create-reply', replyId: 'reply 1' }])
  })

  it('leaves out what was left out, with what belongs to it', async () => {
    hold(mine(1), mine(2))
    store.change((rows) => rows.put('replies', replyTo(1)))
    await rebuild([])
    add(`entries ${idOf(2)}`, 'replies reply 1')
    expect(waiting(store)).toMatchObject([{ entryId: idOf(2) }])
    expect(items()).toEqual(['entries Tag 1 ready', 'replies Antwort 1 ready'])
  })

  it('names what is older than 90 days, and what belongs to it, and does not send it', async () => {
    const old = instantFromMilliseconds(now - 91 * 86_400_000)
    hold(mine(1, { createdAt: old }))
    store.change((rows) => rows.put('replies', replyTo(1)))
    await rebuild([])
    expect(items()).toEqual(['entries Tag 1 old', 'replies Antwort 1 old'])
  })

  it('ends with a discard, which is for this device alone', async () => {
    hold(mine(1))
    await rebuild([])
    store.change((rows) => discardLostRows(rows))
    expect(items()).toEqual([])
    expect(waiting(store)).toEqual([])
    await store.written()
    expect(await onDevice(async (database) => database.count('lostRows'))).toBe(0)
  })
})

describe('the disk', () => {
  it('holds what was kept from before the old rows go, over a reload', async () => {
    hold(mine(1), mine(2))
    await rebuild([mine(1)])
    await store.written()
    expect(items(await openStore({ now: () => now }))).toEqual(['entries Tag 2 ready'])
  })

  it('keeps the old copy where it has no room for it; memory goes on with what is missing', async () => {
    hold(mine(1), mine(2))
    await store.written()
    fillDevice()
    await rebuild([mine(1)])
    await store.written()
    expect(items()).toEqual(['entries Tag 2 ready'])
    expect(store.wouldLose()).toBe(true)
    vi.restoreAllMocks()
    expect(await onDevice(async (database) => database.count('entries'))).toBe(2)
    expect(await onDevice(async (database) => database.count('lostRows'))).toBe(0)
    expect(await onDevice(async (database) => database.get('journal', 'journal'))).toMatchObject({
      copy: 'a',
    })
  })

  it('has all of it after a crash between the keeping and the clearing', async () => {
    hold(mine(1), mine(2))
    await store.change((rows) => {
      rows.put('journal', { ...journalIn(store), copy: 'b' })
      keepOwnRows(rows, undefined)
    }).stored
    await reopen()
    // Nothing lets go what the old copy still shows.
    hold(entryOn(9))
    expect(items()).toEqual([])
    expect(retained()).toHaveLength(2)
    await rebuild([mine(1)])
    expect(items()).toEqual(['entries Tag 2 ready'])
  })

  it('tells a second tab what was kept, and what has left', async () => {
    const other = await openStore({ now: () => now })
    hold(mine(1), mine(2))
    await rebuild([mine(1)])
    await expect.poll(() => items(other)).toEqual(['entries Tag 2 ready'])
    add()
    await expect.poll(() => items(other)).toEqual([])
    expect(other.memory.state().queue).toHaveLength(1)
  })
})
