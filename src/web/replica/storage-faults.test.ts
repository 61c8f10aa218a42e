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
import { forgetTabs, me, note, openTab, textsIn, waiting } from './test-tabs.ts'

let store: Store
let journal: Journal
let drafts: Drafts

/** Opens the journal as a page does, without a server. */
async function openPage(openTimeoutMs?: number): Promise<void> {
  ;({ store, journal, drafts } = await openTab('tab', undefined, { openTimeoutMs }))
}

/** Opens a form and types. */
function type(text: string): FormDraft {
  const form = drafts.begin('new-entry')
  form.write(text)
  return form
}

/** Closes the form and reads which draft the next one would adopt. */
async function typed(form: FormDraft): Promise<unknown> {
  form.leave()
  return (await drafts.takeOldest('new-entry', (value) => value))?.value
}

const write = (content: string) => journal.createEntry(note(content))
/** Closes the page after all is stored that can be. */
async function closePage(): Promise<void> {
  await store.written()
  store.close()
}
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
    await openPage()
    write('lag schon da')
    await closePage()
    const answer = delayOpening()
    await openPage(10)
    expect(textsIn(store)).toEqual([])
    answer()
    await vi.waitFor(() => expect(textsIn(store)).toEqual(['lag schon da']))
    expect(store.current().kind).toBe('on-device')
  })

  it('takes up what was made meanwhile when it answers late', async () => {
    await openPage()
    write('lag schon da')
    await closePage()
    const answer = delayOpening()
    await openPage(10)
    const form = type('halb')
    write('inzwischen')
    await vi.waitFor(async () =>
      expect(await unsentWork(me)).toEqual({ changes: 1, drafts: 1, photos: 0, lost: 0 }),
    )
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
    await openPage()
    write('vorher')
    const form = type('halb')
    await form.stored()
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
    const form = type('halb')
    await form.stored()
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
    await openPage()
    write('vorher')
    await store.written()
    fillDevice()
    store.change((rows) => rows.put('knownIds', { id: 'not a person’s work' }))
    await store.written()
    expect([store.current().kind, store.wouldLose()]).toEqual(['in-memory', false])
    const form = type('halb')
    await form.stored()
    expect(store.wouldLose()).toBe(true)
    form.clear()
    await form.stored()
    expect(store.wouldLose()).toBe(false)
  })
})

describe('a copy that is deleted under the open page', () => {
  it('stays on the screen, and is not made again', async () => {
    await openPage()
    write('vorher')
    await store.written()
    await deleteCopy()
    expect(textsIn(store)).toEqual(['vorher'])
    write('danach')
    await store.written()
    expect(store.current()).toMatchObject({ kind: 'in-memory', fault: 'closed' })
    expect(store.wouldLose()).toBe(true)
    expect(await hasCopy()).toBe(false)
  })

  it('stays on the screen when the browser took it away unasked', async () => {
    await openPage()
    write('vorher')
    const form = type('halb')
    await form.stored()
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
    await openPage()
    write('vorher')
    await store.written()
    evict()
    await store.readAgain()
    expect(store.current()).toMatchObject({ kind: 'in-memory', fault: 'closed' })
    expect(textsIn(store)).toEqual(['vorher'])
  })

  it('ends when a sign-out in another tab wiped it', async () => {
    await openPage()
    write('vorher')
    await store.written()
    await wipeReplica(me)
    expect(textsIn(store)).toEqual([])
    expect(store.memory.state().queue).toEqual([])
    write('danach')
    await store.written()
    expect(store.current().kind).toBe('on-device')
    expect(await unsentWork(me)).toEqual({ changes: 0, drafts: 0, photos: 0, lost: 0 })
    expect(await hasCopy()).toBe(false)
  })
})

describe('a connection that the system closed', () => {
  it('is opened again for what is written, in its order', async () => {
    await openPage()
    write('vorher')
    await store.written()
    closeConnections()
    write('danach')
    const form = type('eins')
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
    await openPage()
    write('vorher')
    await store.written()
    closeConnections()
    await store.readAgain()
    expect(store.current().kind).toBe('on-device')
    expect(waiting(store)).toHaveLength(1)
  })
})

describe('what could not be stored', () => {
  it('is found again when the person signs in again after a lost session', async () => {
    await openPage()
    fillDevice()
    write('nur hier')
    await closePage()
    await openPage()
    expect(textsIn(store)).toEqual(['nur hier'])
    await store.written()
    expect(store.current().kind).toBe('in-memory')
  })

  it('is stored where the device has room by then', async () => {
    await openPage()
    fillDevice()
    write('nur hier')
    await closePage()
    vi.restoreAllMocks()
    await openPage()
    await store.written()
    expect([await queuedOnDevice(), store.wouldLose()]).toEqual([1, false])
  })

  it.each(['before', 'after'])(
    'is deleted by a wanted sign-out %s the page closes, and with it what the device still holds',
    async (when) => {
      await openPage()
      write('vorher')
      await store.written()
      fillDevice()
      write('danach')
      await store.written()
      if (when === 'after') store.close()
      await wipeReplica(me)
      if (when === 'before') store.close()
      expect(await unsentWork(me)).toEqual({ changes: 0, drafts: 0, photos: 0, lost: 0 })
      vi.restoreAllMocks()
      expect(await queuedOnDevice()).toBe(0)
      await openPage()
      expect(textsIn(store)).toEqual([])
    },
  )
})
