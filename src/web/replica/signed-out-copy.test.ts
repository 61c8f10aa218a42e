import 'fake-indexeddb/auto'
import { setTimeout as delay } from 'node:timers/promises'
import { openDB } from 'idb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { reuseReplica, wipeReplica } from './device-copies.ts'
import { databaseName } from './disk/schema.ts'
import { onDevice } from './test-faults.ts'
import { forgetTabs, me, note, openTab, textsIn, waiting } from './test-tabs.ts'

const onSignedOut = vi.fn<() => void>()
const openPage = async () => openTab('tab', undefined, { onSignedOut })

const never = new Promise<void>(() => undefined)

let letGo: () => void = () => undefined

/** As where a frozen tab holds the copy open until the browser is killed. */
async function holdCopyOpen(): Promise<void> {
  const frozen = await openDB(databaseName(me))
  letGo = () => frozen.close()
}

/** Opens the journal and writes one entry, which is stored. */
async function openWritten(content: string) {
  const page = await openPage()
  page.journal.createEntry(note(content))
  await page.store.written()
  return page
}
const queuedOnDevice = async () => onDevice(async (database) => database.count('outbox'))
const markSignedOut = async () =>
  onDevice(async (database) =>
    database.put('leases', { name: 'wipe', owner: 'signed-out', until: 0 }),
  )

afterEach(async () => {
  letGo()
  vi.resetAllMocks()
  await forgetTabs()
})

describe('a copy that a sign-out could not delete', () => {
  it('is emptied, and not shown again', async () => {
    const { store } = await openWritten('nur für uns')
    store.close()
    await holdCopyOpen()
    await expect(wipeReplica(me)).rejects.toThrow('timed out')
    letGo()
    expect(await queuedOnDevice()).toBe(0)
  })

  it('sends the person who opens it away', async () => {
    await markSignedOut()
    const { store } = await openPage()
    expect(onSignedOut).toHaveBeenCalledTimes(1)
    expect(store.memory.state()).toMatchObject({ isRead: false, queue: [] })
  })

  it('belongs to the person again who signs in', async () => {
    await markSignedOut()
    await reuseReplica(me)
    const { store, journal } = await openPage()
    journal.createEntry(note('wieder da'))
    await store.written()
    expect(onSignedOut).not.toHaveBeenCalled()
    expect(await queuedOnDevice()).toBe(1)
  })
})

describe('a sign-out in another tab', () => {
  it('empties the memory of this one, and tells it', async () => {
    const { store } = await openWritten('nur für uns')
    await wipeReplica(me)
    expect(onSignedOut).toHaveBeenCalledTimes(1)
    expect([textsIn(store), waiting(store)]).toEqual([[], []])
  })
})

describe('a page that was left', () => {
  it('stores on as it is shown again', async () => {
    const { store, journal } = await openWritten('vorher')
    store.disk.leave(Promise.resolve())
    journal.createEntry(note('nachher'))
    await store.written()
    expect(store.current()).toEqual({ kind: 'on-device' })
    expect(await queuedOnDevice()).toBe(2)
  })

  it('has stored what was written just before', async () => {
    const { store, journal } = await openPage()
    journal.createEntry(note('zuletzt'))
    store.disk.leave(never)
    store.close()
    expect(await queuedOnDevice()).toBe(1)
  })

  it('goes on with what was broken off', async () => {
    const { store } = await openPage()
    const reading = store.disk.readQueue('outbox')
    store.disk.leave(Promise.resolve())
    expect(await reading).toEqual([])
  })

  it('opens nothing until it is shown, which would keep another page waiting', async () => {
    const { store } = await openPage()
    const order: string[] = []
    const reading = store.disk.readQueue('outbox').then(() => order.push('read'))
    store.disk.leave(delay(50).then(() => void order.push('shown')))
    await reading
    expect(order).toEqual(['shown', 'read'])
  })
})
