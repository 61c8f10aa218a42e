import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Drafts } from './drafts/drafts.ts'
import type { FormDraft } from './drafts/form-draft.ts'
import { unsentWork, wipeReplica } from './device-copies.ts'
import type { Journal } from './journal.ts'
import type { Store } from './store/store.ts'
import {
  closeConnections,
  delayOpening,
  deleteCopy,
  evict,
  fillDevice,
  hasCopy,
  neverOpen,
  onDevice,
} from './test-faults.ts'
import {
  forgetTabs,
  left,
  me,
  note,
  openTab,
  textsIn,
  type,
  typeAndStore,
  waiting,
} from './test-tabs.ts'

let store: Store
let journal: Journal
let drafts: Drafts

/** Opens the journal as a page does, without a server. */
async function openPage(openTimeoutMs?: number): Promise<void> {
  ;({ store, journal, drafts } = await openTab('tab', undefined, { openTimeoutMs }))
}

/** Closes the form and reads which draft the next one would adopt. */
async function typed(form: FormDraft): Promise<unknown> {
  form.leave()
  return left(drafts)
}

const write = (content: string) => journal.createEntry(note(content))
/** Opens the journal and writes one entry, which is stored. */
async function openWritten(content = 'vorher'): Promise<void> {
  await openPage()
  write(content)
  await store.written()
}
const nothing = { changes: 0, drafts: 0, photos: 0, lost: 0 }
const queuedOnDevice = async () => onDevice(async (database) => database.count('outbox'))

afterEach(async () => {
  vi.restoreAllMocks()
  await forgetTabs()
})

describe('a device that never answers', () => {
  it('is given up, and the journal goes on in memory', async () => {
    neverOpen()
    await openPage(10)
    write('nur hier')
    expect(textsIn(store)).toEqual(['nur hier'])
    expect(store.memory.state()).toMatchObject({ isRead: true, isWhole: true })
    expect(store.current()).toMatchObject({ fault: 'unavailable', isFromStart: true })
    expect((await unsentWork(me)).changes).toBe(1)
  })

  it('is taken up again when it answers late', async () => {
    await openWritten('lag schon da')
    store.close()
    const answer = delayOpening()
    await openPage(10)
    expect(textsIn(store)).toEqual([])
    answer()
    await vi.waitFor(() => expect(textsIn(store)).toEqual(['lag schon da']))
    expect(store.current().kind).toBe('on-device')
  })

  it('takes up what was made meanwhile when it answers late', async () => {
    await openWritten('lag schon da')
    store.close()
    const answer = delayOpening()
    await openPage(10)
    const form = type(drafts, 'halb')
    write('inzwischen')
    const unsent = { ...nothing, changes: 1, drafts: 1 }
    await vi.waitFor(async () => expect(await unsentWork(me)).toEqual(unsent))
    answer()
    await vi.waitFor(() => expect(textsIn(store)).toEqual(['inzwischen', 'lag schon da']))
    await vi.waitFor(() => expect(store.wouldLose()).toBe(false))
    expect(store.current().kind).toBe('on-device')
    expect(await typed(form)).toBe('halb')
    await store.written()
    expect(await queuedOnDevice()).toBe(2)
    expect(await unsentWork(me)).toEqual({ changes: 2, drafts: 1, photos: 0, lost: 0 })
  })

  it('is left alone when it answers late and stores nothing', async () => {
    const answer = delayOpening()
    await openPage(10)
    write('nur hier')
    fillDevice()
    answer()
    await vi.waitFor(() => expect(store.current()).toMatchObject({ fault: 'full' }))
    write('auch nur hier')
    expect(textsIn(store)).toEqual(['auch nur hier', 'nur hier'])
    expect(store.wouldLose()).toBe(true)
  })
})

describe('a device that is full', () => {
  it('loses nothing typed or queued, and takes the write that failed', async () => {
    await openWritten()
    const form = await typeAndStore(drafts, 'halb')
    await store.written()
    fillDevice()
    write('danach')
    await store.written()
    expect(textsIn(store)).toEqual(['danach', 'vorher'])
    expect(await typed(form)).toBe('halb')
    expect(store.current()).toMatchObject({ fault: 'full', isFromStart: false })
    expect((await unsentWork(me)).changes).toBe(2)
  })

  it('keeps each queued mutation until it is sent, and no longer', async () => {
    await openPage()
    write('eins')
    write('zwei')
    const form = await typeAndStore(drafts, 'halb')
    await store.written()
    fillDevice()
    write('drei')
    await store.written()
    for (const left of [1, 0, 0]) {
      // The sender does this with a mutation that the server has answered.
      const [first] = store.memory.state().queue
      store.change((rows) => rows.remove('outbox', first?.id ?? ''))
      await store.written()
      expect(await queuedOnDevice()).toBe(left)
    }
    expect((await unsentWork(me)).changes).toBe(0)
    form.clear()
    await form.stored()
    expect(await onDevice(async (database) => database.count('drafts'))).toBe(0)
  })

  it('asks before closing only while something exists in memory alone', async () => {
    await openWritten()
    fillDevice()
    store.change((rows) => rows.put('knownIds', { id: 'not a person’s work' }))
    await store.written()
    expect([store.current().kind, store.wouldLose()]).toEqual(['in-memory', false])
    const form = await typeAndStore(drafts, 'halb')
    expect(store.wouldLose()).toBe(true)
    form.clear()
    await form.stored()
    expect(store.wouldLose()).toBe(false)
  })
})

describe('a copy that is deleted under the open page', () => {
  it('stays on the screen, and is not made again', async () => {
    await openWritten()
    await deleteCopy()
    expect(textsIn(store)).toEqual(['vorher'])
    write('danach')
    await store.written()
    expect(store.current()).toMatchObject({ kind: 'in-memory', fault: 'closed' })
    expect(store.wouldLose()).toBe(true)
    expect(await hasCopy()).toBe(false)
  })

  it('stays on the screen when the browser took it away unasked', async () => {
    await openWritten()
    const form = await typeAndStore(drafts, 'halb')
    evict()
    write('danach')
    await store.written()
    expect(textsIn(store)).toEqual(['danach', 'vorher'])
    expect(store.current()).toMatchObject({ kind: 'in-memory', fault: 'closed' })
    expect(await unsentWork(me)).toEqual({ changes: 2, drafts: 1, photos: 0, lost: 0 })
    expect(await typed(form)).toBe('halb')
    expect(await hasCopy()).toBe(false)
  })

  it('stays on the screen when it was gone as the page went on after a rest', async () => {
    await openWritten()
    evict()
    await store.readAgain()
    expect(store.current()).toMatchObject({ kind: 'in-memory', fault: 'closed' })
    expect(textsIn(store)).toEqual(['vorher'])
  })

  it('ends when a sign-out in another tab wiped it', async () => {
    await openWritten()
    await wipeReplica(me)
    expect(textsIn(store)).toEqual([])
    expect(store.memory.state().queue).toEqual([])
    write('danach')
    await store.written()
    expect(store.current().kind).toBe('on-device')
    expect(await unsentWork(me)).toEqual(nothing)
    expect(await hasCopy()).toBe(false)
  })
})

describe('a connection that the system closed', () => {
  it('is opened again for what is written, in its order', async () => {
    await openWritten()
    closeConnections()
    write('danach')
    const form = type(drafts, 'eins')
    form.write('zwei')
    await form.stored()
    write('zuletzt')
    await store.written()
    expect(store.current().kind).toBe('on-device')
    expect(await queuedOnDevice()).toBe(3)
    const kept = await onDevice(async (database) => database.getAll('drafts'))
    expect(kept).toMatchObject([{ value: 'zwei' }])
    // None was left behind that would hold up a sign-out.
    await deleteCopy()
    expect(await hasCopy()).toBe(false)
  })

  it('is opened again for what is read', async () => {
    await openWritten()
    closeConnections()
    await store.readAgain()
    expect(store.current().kind).toBe('on-device')
    expect(waiting(store)).toHaveLength(1)
  })
})

describe('what could not be stored', () => {
  /** Writes on a page that ends, of a device that takes nothing in. */
  async function writeOnFullDevice(): Promise<void> {
    await openPage()
    fillDevice()
    write('nur hier')
    await store.written()
    store.close()
  }

  it('is found again when the person signs in again after a lost session', async () => {
    await writeOnFullDevice()
    await openPage()
    expect(textsIn(store)).toEqual(['nur hier'])
    await store.written()
    expect(store.current().kind).toBe('in-memory')
  })

  it('is stored where the device has room by then', async () => {
    await writeOnFullDevice()
    vi.restoreAllMocks()
    await openPage()
    await store.written()
    expect([await queuedOnDevice(), store.wouldLose()]).toEqual([1, false])
  })

  it.each(['before', 'after'])(
    'is deleted by a wanted sign-out %s the page closes, and with it what the device still holds',
    async (when) => {
      await openWritten()
      fillDevice()
      write('danach')
      await store.written()
      if (when === 'after') store.close()
      await wipeReplica(me)
      if (when === 'before') store.close()
      expect(await unsentWork(me)).toEqual(nothing)
      vi.restoreAllMocks()
      expect(await queuedOnDevice()).toBe(0)
      await openPage()
      expect(textsIn(store)).toEqual([])
    },
  )
})
