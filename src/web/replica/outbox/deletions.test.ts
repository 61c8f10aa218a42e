import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReplyId } from '../../../domain/ids.ts'
import { createTestTimers, type TestTimers } from '../../browser/test-timers.ts'
import { at, entryOn, idOf, me, replyTo } from '../memory/test-journal.ts'
import { forgetTabs, note, openTab, waiting } from '../test-tabs.ts'
import { letWait, watchDeletions, type Deletion } from './deletions.ts'

const one = idOf(1)

let tab: Awaited<ReturnType<typeof openTab>>
let timers: TestTimers
/** Ends the watch of the tab. */
let stop: () => void
beforeEach(async () => {
  tab = await openTab('tab')
  timers = createTestTimers()
  stop = watchDeletions(tab.store, 'tab', timers)
})
afterEach(async () => {
  stop()
  await forgetTabs()
})

describe('a deletion that can be undone', () => {
  const put = (due: number, owner = 'tab') =>
    tab.store.change((rows) => rows.put('deletions', { entryId: one, due, tab: owner }))

  it.each([
    ['when its time is over', 5000, 'tab', 5000],
    ['two seconds later where another tab offers the undo', 5000, 'another', 7000],
    ['after its window at the latest where the clock was set back', 3_600_000, 'tab', 7000],
  ])('is queued %s, and not before', (_, due, owner, end) => {
    put(timers.now() + due, owner)
    timers.advance(end - 1)
    expect(waiting(tab.store)).toEqual([])
    timers.advance(1)
    expect(waiting(tab.store)).toMatchObject([{ action: 'delete-entry', entryId: one }])
  })

  it('is not queued once it was taken back', () => {
    put(timers.now() + 5000)
    expect(tab.journal.undoDelete(one)).toBe(true)
    timers.advance(10_000)
    expect(waiting(tab.store)).toEqual([])
    expect(tab.journal.undoDelete(one)).toBe(false)
  })

  it('enters the outbox as what it was, each at its time, and none once the watch has ended', () => {
    const { store } = tab
    store.change((rows) => {
      rows.put('entries', entryOn(1, { userId: me, content: 'gesehen' }))
      rows.put('replies', replyTo(1))
    })
    const delay = (deletion: Deletion) =>
      store.change((rows) => letWait(rows, deletion, timers.now(), 'tab'))
    const reply: Deletion = { action: 'delete-reply', replyId: 'r' as ReplyId, entryId: idOf(2) }
    const quote: Deletion = { action: 'delete-custom-quote', quoteId: 'q' as never }
    delay({ action: 'delete-entry', entryId: one })
    timers.advance(1000)
    delay(reply)
    timers.advance(1000)
    delay(quote)
    timers.advance(3000)
    const entry = { action: 'delete-entry', entryId: one, seen: note('gesehen') }
    const seenReplies = { [replyTo(1).id]: at(1) }
    expect(waiting(store)).toEqual([{ ...entry, seenReplies }])
    timers.advance(2000)
    expect(waiting(store).slice(1)).toEqual([reply, quote])
    delay({ action: 'delete-entry', entryId: idOf(3) })
    stop()
    timers.advance(10_000)
    expect(waiting(store)).toHaveLength(3)
  })
})
