import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReplyId } from '../../../domain/ids.ts'
import { createTestTimers } from '../../browser/test-timers.ts'
import { at, entryOn, idOf, me, replyTo } from '../memory/test-journal.ts'
import type { Store } from '../store/store.ts'
import { forgetTabs, note, openTab, waiting } from '../test-tabs.ts'
import { letWait, watchDeletions, type Deletion } from './deletions.ts'

const one = idOf(1)

let store: Store
let tab: Awaited<ReturnType<typeof openTab>>
beforeEach(async () => {
  tab = await openTab('tab')
  ;({ store } = tab)
})
afterEach(forgetTabs)

describe('a deletion that can be undone', () => {
  /** Watches in a tab with this name, on a clock of its own. */
  function watch(name: string) {
    const timers = createTestTimers()
    const stop = watchDeletions(store, name, timers)
    return { timers, stop }
  }
  const put = (due: number, owner = 'tab') =>
    store.change((rows) => rows.put('deletions', { entryId: one, due, tab: owner }))

  it('is queued when its time is over, and not before', () => {
    const { timers, stop } = watch('tab')
    put(timers.now() + 5000)
    timers.advance(4999)
    expect(waiting(store)).toEqual([])
    timers.advance(1)
    expect(waiting(store)).toMatchObject([{ action: 'delete-entry', entryId: one }])
    stop()
  })

  it('is left to the tab that offers the undo, for two seconds more', () => {
    const { timers, stop } = watch('tab')
    put(timers.now() + 5000, 'another')
    timers.advance(6999)
    expect(waiting(store)).toEqual([])
    timers.advance(1)
    expect(waiting(store)).toHaveLength(1)
    stop()
  })

  it('waits no longer than its window where the clock was set back', () => {
    const { timers, stop } = watch('tab')
    put(timers.now() + 3_600_000)
    timers.advance(7000)
    expect(waiting(store)).toHaveLength(1)
    stop()
  })

  it('is not queued once it was taken back', () => {
    const { timers, stop } = watch('tab')
    put(timers.now() + 5000)
    expect(tab.journal.undoDelete(one)).toBe(true)
    timers.advance(10_000)
    expect(waiting(store)).toEqual([])
    expect(tab.journal.undoDelete(one)).toBe(false)
    stop()
  })

  it('enters the outbox as what it was, each at its time, and none once the watch has ended', () => {
    const { timers, stop } = watch('tab')
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
