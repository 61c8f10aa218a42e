import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'

import type { PartnerId } from '../../domain/ids.ts'
import { emptyFilter } from '../../domain/filter.ts'
import { createDatabase, databaseName, type ReplicaDatabase } from './copy/database.ts'
import { TabDrafts } from './copy/drafts.ts'
import type { Drafts, FormDraft } from './copy/form-draft.ts'
import type { Journal } from './journal.ts'
import { createLocalJournal } from './local-journal.ts'
import { dropMemoryCopy, memoryCopyOf } from './copy/memory-copies.ts'
import { unsentWork, wipeReplica } from './replica.ts'
import { AnswerWait } from './outbox/answer-wait.ts'
import { SwitchOver } from './switch-over.ts'
import { createSwitchingJournal } from './switching-journal.ts'
import type { TabPresence } from './copy/tab-presence.ts'
import { UnstoredDrafts } from './copy/unstored-drafts.ts'
import { localSiteStorage } from '../browser/site-storage.ts'
import {
  createFollowing,
  delayOpening,
  deleteFromOutside,
  fillDevice,
  evict,
  settleFirst,
} from './test-faults.ts'
import { createTestTimers } from '../browser/test-timers.ts'

const me = '00000000-0000-4000-8000-000000000001' as PartnerId
const note = (content: string) =>
  ({ category: 'erzaehlen', content, isPrivate: false, scheduledDate: null }) as const

const idle = { start: () => undefined, wake: () => undefined, stop: async () => undefined }
const alone: TabPresence = { show: idle.stop, isOpen: async () => false, stop: idle.start }

let copies: SwitchOver
let journal: Journal
let drafts: Drafts
let answers: AnswerWait
let following: ReturnType<typeof createFollowing>
let faults: unknown[]

/** Opens the journal as a page does, without a server. */
function openPage(openTimeoutMs?: number): Promise<void> {
  const timers = createTestTimers()
  answers = new AnswerWait(timers)
  following = createFollowing(answers)
  faults = []
  copies = new SwitchOver({
    me,
    now: () => timers.now(),
    openTimeoutMs,
    onSignedOut: () => undefined,
    onFault: (cause) => faults.push(cause),
    liveQuery: following.liveQuery,
    use: (database) => ({
      database,
      journal: createLocalJournal({ database, me, tab: 'tab', timers, sender: () => undefined }),
      ...idle,
    }),
  })
  drafts = new TabDrafts({
    run: async (work) => copies.runOnDatabase(work),
    tab: 'tab',
    presence: alone,
    unstored: new UnstoredDrafts(me, localSiteStorage),
  })
  journal = createSwitchingJournal(copies, drafts)
  return copies.open()
}

async function onDevice<Value>(
  read: (database: ReplicaDatabase) => PromiseLike<Value>,
): Promise<Value> {
  const database = createDatabase(me)
  try {
    return await read(database)
  } finally {
    database.close()
  }
}

/** Opens a form and types. */
function type(text: string): FormDraft {
  const form = drafts.begin('new-entry')
  form.write(text)
  return form
}

/** Closes the form and reads what the next one would take up. */
async function typed(form: FormDraft): Promise<unknown> {
  form.leave()
  return (await drafts.takeOldest('new-entry', (value) => value))?.value
}

async function shown(): Promise<string[]> {
  const page = await journal.entries({ filter: emptyFilter, now: 0, limit: 10_000 })
  return page.entries.map((entry) => entry.content)
}

afterEach(async () => {
  vi.restoreAllMocks()
  await copies.close()
  await dropMemoryCopy(me)
  await onDevice((database) => database.delete())
})

describe('a device that never answers', () => {
  it('is given up, and the journal goes on in memory', async () => {
    vi.spyOn(indexedDB, 'open').mockReturnValue(new EventTarget() as IDBOpenDBRequest)
    await openPage(10)
    await journal.createEntry(note('nur hier'))
    expect(await shown()).toEqual(['nur hier'])
    expect(copies.current()).toMatchObject({ fault: 'unavailable', isFromStart: true })
    expect((await unsentWork(me)).changes).toBe(1)
    expect(faults).toEqual([])
  })

  it('is taken up again when it answers late', async () => {
    await openPage()
    await journal.createEntry(note('lag schon da'))
    await copies.close()
    const answer = delayOpening()
    await openPage(10)
    expect(await shown()).toEqual([])
    answer()
    await vi.waitFor(() => expect(copies.current().kind).toBe('on-device'))
    expect(await shown()).toEqual(['lag schon da'])
  })

  it('takes up what was made meanwhile when it answers late', async () => {
    await openPage()
    await journal.createEntry(note('lag schon da'))
    await copies.close()
    const answer = delayOpening()
    await openPage(10)
    const form = type('halb')
    await journal.createEntry(note('inzwischen'))
    await vi.waitFor(async () => expect((await unsentWork(me)).drafts).toBe(1))
    answer()
    await vi.waitFor(() => expect(copies.current().kind).toBe('on-device'))
    expect((await shown()).toSorted()).toEqual(['inzwischen', 'lag schon da'])
    expect(await typed(form)).toBe('halb')
    expect(copies.wouldLose()).toBe(false)
    await vi.waitFor(() => expect(memoryCopyOf(me)).toBeUndefined())
    expect(await onDevice((device) => device.outbox.count())).toBe(2)
  })

  it('is left alone when it answers late and stores nothing', async () => {
    const answer = delayOpening()
    await openPage(10)
    await journal.createEntry(note('nur hier'))
    fillDevice(me)
    answer()
    await vi.waitFor(async () =>
      expect((await indexedDB.databases()).map((each) => each.name)).toContain(databaseName(me)),
    )
    await journal.createEntry(note('auch nur hier'))
    expect((await shown()).toSorted()).toEqual(['auch nur hier', 'nur hier'])
    expect(copies.current().kind).toBe('in-memory')
  })
})

describe('a device that is full', () => {
  it('loses nothing typed or queued, and takes the write that failed', async () => {
    await openPage()
    await journal.createEntry(note('vorher'))
    const form = type('halb')
    fillDevice(me)
    await journal.createEntry(note('danach'))
    expect((await shown()).toSorted()).toEqual(['danach', 'vorher'])
    expect(await typed(form)).toBe('halb')
    expect(copies.current()).toMatchObject({ fault: 'full', isFromStart: false })
    expect((await unsentWork(me)).changes).toBe(2)
  })

  it('keeps each queued operation until it is sent, and no longer', async () => {
    await openPage()
    await journal.createEntry(note('eins'))
    await journal.createEntry(note('zwei'))
    const form = type('halb')
    fillDevice(me)
    await journal.createEntry(note('drei'))
    for (const left of [1, 0]) {
      await settleFirst(me)
      await vi.waitFor(async () =>
        expect(await onDevice((device) => device.outbox.count())).toBe(left),
      )
    }
    expect((await unsentWork(me)).changes).toBe(1)
    form.clear()
    await vi.waitFor(async () => expect(await onDevice((device) => device.drafts.count())).toBe(0))
  })

  it('asks before closing only while something exists in memory alone', async () => {
    await openPage()
    await journal.createEntry(note('vorher'))
    fillDevice(me)
    await journal.acknowledge(1)
    const form = type('halb')
    await vi.waitFor(() => expect(copies.wouldLose()).toBe(true))
    form.clear()
    await vi.waitFor(() => expect(copies.wouldLose()).toBe(false))
  })

  it('carries only the newest of very many entries over', async () => {
    await openPage()
    await onDevice(async (database) =>
      database.entries.bulkAdd(
        Array.from({ length: 4500 }, (_, index) => ({
          ...note(`Nr. ${index}`),
          id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` as never,
          userId: me,
          completed: false,
          completedAt: null,
          createdAt: String(index).padStart(6, '0') as never,
          visibleSince: '' as never,
          editVersion: 0,
          updatedAt: '' as never,
        })),
      ),
    )
    fillDevice(me)
    await journal.createEntry(note('danach'))
    expect(await shown()).toHaveLength(501)
    expect(await shown()).toContain('Nr. 4499')
  })
})

describe('a copy that is deleted under the open page', () => {
  it('is carried over first', async () => {
    await openPage()
    await journal.createEntry(note('vorher'))
    await deleteFromOutside(me)
    expect(await shown()).toEqual(['vorher'])
    await journal.createEntry(note('danach'))
    expect(copies.current()).toMatchObject({ kind: 'in-memory', fault: 'closed' })
    await vi.waitFor(() => expect(copies.wouldLose()).toBe(true))
    expect((await indexedDB.databases()).map((each) => each.name)).not.toContain(databaseName(me))
  })

  it('is made up from what was last seen when the browser took it away unasked', async () => {
    await openPage()
    await journal.createEntry(note('vorher'))
    await following.until('vorher')
    evict(me)
    await journal.createEntry(note('danach'))
    expect((await shown()).toSorted()).toEqual(['danach', 'vorher'])
    expect(copies.current()).toMatchObject({ kind: 'in-memory', fault: 'closed' })
  })

  it('offers a text anew whose write had no answer yet when it was taken away', async () => {
    await openPage()
    const form = type('noch unterwegs')
    await following.until('noch unterwegs')
    answers.begin()
    await journal.createEntry(note('noch unterwegs'), { draft: form, rest: undefined })
    // One turn, in which it would be read anew if it did not wait.
    await new Promise((resolve) => setTimeout(resolve, 20))
    evict(me)
    expect(await shown()).toEqual([])
    expect(await typed(form)).toBe('noch unterwegs')
  })

  it('ends when a sign-out in another tab wiped it', async () => {
    await openPage()
    await journal.createEntry(note('vorher'))
    await wipeReplica(me)
    await expect(journal.createEntry(note('danach'))).rejects.toMatchObject({ code: 'closed' })
    expect(copies.current().kind).toBe('on-device')
    expect(memoryCopyOf(me)).toBeUndefined()
  })
})

describe('a copy in memory', () => {
  it('is found again when the person signs in again after a lost session', async () => {
    await openPage()
    fillDevice(me)
    await journal.createEntry(note('nur hier'))
    await copies.close()
    await openPage()
    expect(await shown()).toEqual(['nur hier'])
    expect(copies.current().kind).toBe('in-memory')
  })

  it('goes with a wanted sign-out, and with it what the device still holds', async () => {
    await openPage()
    await journal.createEntry(note('vorher'))
    fillDevice(me)
    await journal.createEntry(note('danach'))
    await copies.close()
    await wipeReplica(me)
    expect(await unsentWork(me)).toEqual({ changes: 0, drafts: 0 })
    vi.restoreAllMocks()
    expect(await onDevice((device) => device.outbox.count())).toBe(0)
  })
})
