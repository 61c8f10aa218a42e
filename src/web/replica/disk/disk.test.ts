import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { entryOn } from '../memory/test-journal.ts'
import { evict } from '../test-faults.ts'
import { forgetTabs, me } from '../test-tabs.ts'
import { Disk } from './disk.ts'

afterEach(forgetTabs)

async function openedDisk(): Promise<Disk> {
  const options = { person: me, now: () => 0, openTimeoutMs: 2000, onSignedOut: () => undefined }
  const disk = new Disk(options)
  await disk.open(() => undefined)
  return disk
}

const { id } = entryOn(1)

describe('a copy that the browser deletes while it is read', () => {
  it.each<[string, (disk: Disk) => Promise<unknown>]>([
    ['for the first screen', async (disk) => disk.readFirst()],
    ['in pieces', async (disk) => disk.readPiece('entries', undefined)],
    ['because another tab wrote', async (disk) => disk.readMirrored()],
    ['for what is queued', async (disk) => disk.readQueue('outbox')],
    ['for one entry', async (disk) => disk.readEntry(id)],
    ['for the right to send', async (disk) => disk.swap('leases', 'sender', () => 'keep')],
  ])('%s leaves no unhandled failure', async (_, read) => {
    const disk = await openedDisk()
    const reading = read(disk)
    evict()
    await reading
    // An unhandled rejection, which fails the run, is reported after this.
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    expect(disk.current()).toMatchObject({ kind: 'in-memory', fault: 'closed' })
    disk.close()
  })
})
