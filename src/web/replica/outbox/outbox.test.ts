import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestTimers } from '../../browser/test-timers.ts'
import type { Calls } from '../../backend/calls.ts'
import { at, createEntry, entryOn, idOf, me } from '../memory/test-journal.ts'
import { rejected } from '../mutations/send-result.ts'
import type { Queued } from '../memory/stored-rows.ts'
import type { Store } from '../store/store.ts'
import { onDevice } from '../test-faults.ts'
import { draftsIn, forgetTabs, note, openStore, openTab, waiting } from '../test-tabs.ts'
import type { Journal } from '../journal.ts'
import { applyResult } from './apply-result.ts'
import { sendNext } from './send-next.ts'
import { createSenderLock, leaseLock } from './sender-lock.ts'
import { gate, quiet, sendingOf } from './test-sending.ts'
import { enqueue } from '../store/queue.ts'
import { write } from './write.ts'

const one = idOf(1)

let store: Store
let journal: Journal
beforeEach(async () => {
  ;({ store, journal } = await openTab('tab'))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await forgetTabs()
})

const quote = (text: string) => ({ text, author: 'A' })

/** Sends what is next with a server that answers with these calls. */
const send = async (calls: Partial<Calls>) => sendNext(sendingOf(store, calls))
/** The mutation that was queued first. */
function firstQueued(): Queued {
  const [first] = store.memory.state().queue
  if (first === undefined) throw new Error('nothing was queued')
  return first
}
/** A page whose end the test decides. */
function stubPage(): EventTarget {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  return page
}
const inFlight = () => store.memory.state().queue.map((one) => one.isInFlight === true)

describe('a mutation that is sent', () => {
  it('is marked on the disk before it is handed to the network', async () => {
    for (const text of ['eins', 'zwei']) journal.write({ action: 'like-quote', quote: quote(text) })
    const seen: unknown[] = []
    const result = await send({
      async insert() {
        const rows = await onDevice(async (database) => database.getAll('outbox'))
        seen.push(rows.toSorted((a, b) => a.seq - b.seq).map((row) => row.isInFlight))
        return { ok: false, code: 'network' }
      },
    })
    expect(result).toBe('network')
    expect(seen).toEqual([[true, undefined]])
    expect(inFlight()).toEqual([true, false])
  })

  it('is what was pressed last until then, and never changes once it is on its way', async () => {
    for (const day of [11, 12]) journal.write({ action: 'last-look', seenUntil: at(day) })
    const sent: unknown[] = []
    await send({
      async update(_, __, changes) {
        sent.push(changes)
        journal.write({ action: 'last-look', seenUntil: at(13) })
        return { ok: false, code: 'network' }
      },
    })
    expect(sent).toEqual([{ seenUntil: at(12) }])
    expect(waiting(store)).toMatchObject([{ seenUntil: at(12) }, { seenUntil: at(13) }])
    expect(inFlight()).toEqual([true, false])
  })

  it('is not one that was taken back before', async () => {
    for (const action of ['like-quote', 'unlike-quote'] as const)
      journal.write({ action, quote: quote('eins') })
    expect(await send({})).toBe('empty')
    expect(waiting(store)).toEqual([])
  })

  it('leaves its place and its row in one step, and rebases the edit queued behind it', () => {
    store.change((rows) => rows.put('entries', entryOn(1)))
    journal.write({ action: 'edit-entry', entryId: one, edit: note('a') })
    const taken = firstQueued()
    store.change((rows) => rows.put('outbox', { ...taken, isInFlight: true }))
    journal.write({ action: 'edit-entry', entryId: one, edit: note('ab') })
    const row = entryOn(1, { content: 'a', editVersion: 2, updatedAt: at(2) })
    const shown: unknown[] = []
    store.memory.subscribe(() => shown.push(store.memory.shown.get('entries', one)?.content))
    const result = { kind: 'done', returned: { table: 'entries', row } } as const
    for (let times = 0; times < 2; times += 1)
      store.change((rows) => applyResult(rows, taken, result))
    expect(waiting(store)).toMatchObject([{ edit: { content: 'ab' }, baseVersion: 2 }])
    expect(store.memory.shown.get('entries', one)).toMatchObject({ content: 'ab', editVersion: 2 })
    expect(shown).toEqual(['ab'])
  })

  it('gives the last text typed on it back when it is refused', () => {
    const id = journal.createEntry(note('a'))
    const taken = firstQueued()
    journal.write({ action: 'edit-entry', entryId: id, edit: note('ab') })
    store.change((rows) => applyResult(rows, taken, rejected))
    expect(store.memory.state().rejections).toMatchObject([{ keptText: 'ab' }])
    expect(draftsIn(store)).toMatchObject([{ form: 'new-entry', value: { content: 'ab' } }])
    expect(waiting(store)).toEqual([])
  })
})

describe('an entry that was created and deleted while its creation is in flight', () => {
  it('is not created again by the same special day', () => {
    const context = { store, me, tab: 'tab', now: () => 1_000_000, tryAgain: () => undefined }
    const create = createEntry(1, { automatic: true })
    write(context, create)
    const taken = firstQueued()
    store.change((rows) => rows.put('outbox', { ...taken, isInFlight: true }))
    store.change((rows) => enqueue(rows, { action: 'delete-entry', entryId: one }, 0))
    write(context, create)
    expect(waiting(store).map(({ action }) => action)).toEqual(['create-entry', 'delete-entry'])
  })
})

describe('the right to send', () => {
  it('belongs to one tab, and passes on when its tab has vanished', async () => {
    const timers = createTestTimers()
    const { disk } = await openStore()
    const [sending, ending] = [gate(), gate()]
    const held = leaseLock(
      store.disk,
      'one',
      timers,
    )(async () => {
      sending.open()
      await ending.opened
    })
    await sending.opened
    const other = leaseLock(disk, 'two', timers)
    const runs: string[] = []
    const work = async () => void runs.push('two')
    expect(await other(work)).toBe(false)
    timers.advance(60_000)
    expect(await other(work)).toBe(true)
    expect(runs).toEqual(['two'])
    ending.open()
    await held
  })

  it('passes on at once when its page is left, and comes back with a page that does if no other has it', async () => {
    const page = stubPage()
    const timers = createTestTimers()
    const { disk } = await openStore()
    const runs: string[] = []
    const left = leaseLock(store.disk, 'one', timers)
    const other = leaseLock(disk, 'two', timers)
    await left(async (renew) => {
      page.dispatchEvent(new Event('pagehide'))
      expect(await renew()).toBe(true)
      expect(await other(async () => void runs.push('too early'))).toBe(false)
      page.dispatchEvent(new Event('pagehide'))
      await other(async () => {
        runs.push('after it')
        expect(await renew()).toBe(false)
      })
    })
    expect(runs).toEqual(['after it'])
  })

  it('passes on at once when its page ends before it is given back', async () => {
    const page = stubPage()
    const timers = createTestTimers()
    const { disk } = await openStore()
    const swap = vi.spyOn(store.disk, 'swap')
    let isCutOff = true
    const lock = leaseLock(store.disk, 'one', timers)
    // Nothing is stored any more on a page that ends.
    const work = async () => void swap.mockReturnValue(new Promise(() => undefined))
    void lock(work).then(() => (isCutOff = false))
    await vi.waitFor(() => expect(swap).toHaveBeenCalledTimes(2))
    page.dispatchEvent(new Event('pagehide'))
    expect(await leaseLock(disk, 'two', timers)(async () => undefined)).toBe(true)
    expect(isCutOff).toBe(true)
  })
})

describe('the right to send where there are Web Locks', () => {
  it('is not asked for again while work goes on from which the browser has taken it back', async () => {
    let abort: () => void = () => undefined
    // WebKit's answer to a page that is left; the work goes on when the page does.
    const request = async (name: string, _: LockOptions, granted: LockGrantedCallback<boolean>) =>
      new Promise((resolve, reject) => {
        abort = () => reject(new DOMException('', 'AbortError'))
        Promise.resolve(granted({ mode: 'exclusive', name })).then(resolve, reject)
      })
    vi.stubGlobal('navigator', { locks: { request } })
    const seen: unknown[] = []
    const lock = createSenderLock(store, 'tab', createTestTimers())
    const isOurs = lock(async (renew) => {
      seen.push(await renew())
      abort()
      await quiet()
      seen.push(await renew(), 'work is over')
    })
    seen.push(await isOurs)
    expect(seen).toEqual([true, false, 'work is over', false])
  })
})
