import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PhotoId } from '../../../domain/ids.ts'
import type { Calls } from '../../backend/calls.ts'
import {
  at,
  entryOn,
  idOf,
  journalRow,
  photoOf,
  removalOf,
  unsentPhoto,
} from '../memory/test-journal.ts'
import { StorageError } from '../disk/storage-error.ts'
import { applyRows } from '../store/apply-rows.ts'
import type { Store } from '../store/store.ts'
import { wipeReplica } from '../device-copies.ts'
import { gate } from '../outbox/test-sending.ts'
import { fillDevice, hasCopy, onDevice } from '../test-faults.ts'
import { formPhoto } from '../test-photos.ts'
import { draftsIn, forgetTabs, me, note, openStore, openTab } from '../test-tabs.ts'
import { Pictures } from './pictures.ts'

const photoId = (number: number) => idOf(number) as string as PhotoId
const bytes = (length: number) => new Uint8Array(length).fill(7).buffer
const own = { preview: bytes(10), full: bytes(100) }

let now: number
let store: Store
let pictures: Pictures
/** The server's answers to the next requests for a picture; further ones get a picture of ten bytes. */
let answers: (() => ReturnType<Calls['readPicture']>)[]
let asked: string[]
/** The texts of a form that the copy does not have yet. */
let unstored: unknown
const opened: Pictures[] = []

beforeEach(async () => {
  now = Date.UTC(2026, 5, 1)
  answers = []
  asked = []
  unstored = undefined
  store = await openStore({ now: () => now })
  pictures = picturesOf(store)
  // The server's journal has been read whole.
  store.change((rows) => {
    rows.put('journal', journalRow())
    rows.put('progress', { table: 'photos', cursor: undefined, backfillCursor: undefined })
    rows.put('entries', entryOn(1))
    for (const number of [11, 12, 13]) rows.put('photos', photoOf(1, { id: photoId(number) }))
  })
  await store.written()
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const one of opened.splice(0)) one.stop()
  await forgetTabs()
})

function picturesOf(of: Store, kept = { preview: 1000, full: 1000 }): Pictures {
  const calls: Pick<Calls, 'readPicture'> = {
    async readPicture(id, size) {
      asked.push(`${id.slice(-2)} ${size}`)
      return answers.shift()?.() ?? { ok: true, value: bytes(10) }
    },
  }
  const unstoredTexts = () => unstored
  const made = new Pictures({ store: of, calls, now: () => now, unstoredTexts, kept })
  opened.push(made)
  return made
}

/** Opens the copy in another page. */
const openAgain = async () => openStore({ now: () => now })

/** The pictures on the device, as "11 preview". */
async function held(): Promise<readonly string[]> {
  const keys = await onDevice(async (database) => database.getAllKeys('pictures'))
  return keys.map(([id, size]) => `${id.slice(-2)} ${size}`)
}

const hide = (of: Store) =>
  of.change((rows) => applyRows(rows, 'removals', [{ ...removalOf(1, 2), updatedAt: at(9) }]))

describe('a picture', () => {
  it('is read from the server once, and then from the device, without a network too', async () => {
    const read = async () => pictures.read(photoId(11), 'preview')
    const both = await Promise.all([read(), read()])
    expect(both.map((picture) => picture instanceof Blob && picture.size)).toEqual([10, 10])
    answers = [async () => ({ ok: false, code: 'network' })]
    expect(await pictures.read(photoId(11), 'preview')).toBeInstanceOf(Blob)
    expect(await pictures.read(photoId(11), 'full')).toBe('not-here')
    expect(asked).toEqual(['11 preview', '11 full'])
  })

  it('is gone where the person sees no such photo, whether there is one or not', async () => {
    answers = [async () => ({ ok: true, value: undefined })]
    expect(await pictures.read(photoId(11), 'preview')).toBe('gone')
    expect(await pictures.read(photoId(99), 'preview')).toBe('gone')
    expect(asked).toEqual(['11 preview'])
    store.memory.setReadState({ isWhole: false })
    expect(await pictures.read(photoId(99), 'preview')).toBe('not-here')
  })

  it('leaves the device with an entry that was hidden, whichever tab hears of it', async () => {
    await pictures.keep(photoId(11), own)
    await pictures.read(photoId(12), 'preview')
    const other = await openAgain()
    hide(other)
    await other.written()
    expect(await held()).toEqual([])
    await vi.waitFor(() => expect(store.memory.rows('photos').size).toBe(0))
    expect(await pictures.read(photoId(11), 'full')).toBe('gone')
  })

  it('is not left behind by a read that ends after its entry was hidden', async () => {
    const answer = gate()
    answers = [async () => answer.opened.then(() => ({ ok: true, value: bytes(10) }))]
    const reading = pictures.read(photoId(11), 'preview')
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    // Another tab has hidden it on the disk, and this one hears of it in a moment.
    await onDevice(async (database) => database.delete('photos', photoId(11)))
    hide(store)
    answer.open()
    expect(await reading).toBe('gone')
    expect(await held()).toEqual([])
  })

  it('leaves with the sign-out', async () => {
    await pictures.keep(photoId(11), own)
    await wipeReplica(me)
    expect(await hasCopy()).toBe(false)
  })
})

describe('the pictures that a device keeps', () => {
  it('lose those that were seen longest ago, of each size beyond its limit', async () => {
    pictures = picturesOf(store, { preview: 25, full: 1000 })
    for (const number of [11, 12, 13]) {
      now += 4_000_000
      await pictures.read(photoId(number), number === 13 ? 'full' : 'preview')
    }
    now += 4_000_000
    await pictures.read(photoId(11), 'preview')
    await vi.waitFor(async () => {
      const facts = await onDevice(async (database) => database.getAll('pictureFacts'))
      expect(facts.find(({ photoId: id }) => id === photoId(11))?.seenAt).toBe(now)
    })
    await pictures.read(photoId(13), 'preview')
    await vi.waitFor(async () =>
      expect(await held()).toEqual(['11 preview', '13 full', '13 preview']),
    )
  })

  it('never lose by themselves what the server lacks, nor when they are emptied', async () => {
    pictures = picturesOf(store, { preview: 0, full: 0 })
    const { journal } = await openTab('form', undefined, { now: () => now })
    for (const number of [21, 22, 23, 24]) await pictures.keep(photoId(number), own)
    const draft = journal.drafts.begin('new-entry')
    draft.write({ photos: [{ id: photoId(21) }] })
    await draft.stored()
    store.change((rows) => {
      rows.put('unsentPhotos', unsentPhoto(1, { id: photoId(22) }))
      const row = photoOf(1, { id: photoId(23) })
      rows.put('lostRows', { key: `photos ${row.id}`, table: 'photos', row })
    })
    await store.written()
    unstored = [photoId(24)]
    // Long enough for their forms to have stored their drafts.
    now += 86_400_000
    await pictures.keep(photoId(25), own)
    await pictures.discard(photoId(22))
    // This one the server has.
    await pictures.keep(photoId(12), own)
    await pictures.read(photoId(11), 'preview')
    await vi.waitFor(async () => expect(await held()).not.toContain('11 preview'))
    await pictures.empty()
    const stayed = [21, 22, 23, 24, 25].flatMap((number) => [`${number} full`, `${number} preview`])
    expect(await held()).toEqual(stayed)
    expect(await pictures.usage()).toEqual({ bytes: 550, photos: 5 })
  })

  it('stay while the copy is read from the server again', async () => {
    pictures = picturesOf(store, { preview: 0, full: 1000 })
    await pictures.read(photoId(11), 'full')
    const cursor = { updatedAt: at(1), id: idOf(1) }
    const rebuild = { name: 'rebuilt', value: undefined } as const
    await store.change((rows) => {
      rows.remove('photos', photoId(11))
      rows.put('progress', { table: 'photos', cursor, backfillCursor: cursor })
    }, rebuild).stored
    await pictures.read(photoId(12), 'preview')
    await vi.waitFor(async () => expect(await held()).toEqual(['11 full']))
  })

  it('lose those of no photo and no draft once the journal is read whole, a while after they were made', async () => {
    await pictures.keep(photoId(31), own)
    // A clock that went ahead for a while.
    now += 1_000_000_000
    await pictures.keep(photoId(32), own)
    now -= 1_000_000_000
    for (const left of [['31 full', '31 preview'], []]) {
      const next = await openAgain()
      picturesOf(next)
      next.change((rows) => rows.put('knownIds', { id: `something ${left.length}` }))
      await vi.waitFor(async () => expect(await held()).toEqual(left))
      now += 86_400_000
    }
  })

  it('stay away from a full device, which goes on storing texts', async () => {
    fillDevice()
    expect(await pictures.keep(photoId(41), own)).toBe('no-room')
    expect(await pictures.read(photoId(11), 'preview')).toBeInstanceOf(Blob)
    vi.restoreAllMocks()
    expect(store.current().kind).toBe('on-device')
    expect(await held()).toEqual([])
  })

  it('are in the page where the device stores nothing', async () => {
    vi.spyOn(store.disk, 'withPictures').mockRejectedValue(new StorageError('unavailable'))
    expect(await pictures.keep(photoId(41), own)).toBe('kept')
    expect(await pictures.both(photoId(41))).toEqual(own)
    await pictures.discard(photoId(41))
    expect(await pictures.both(photoId(41))).toBeUndefined()
  })

  it('make room for one that is not sent yet', async () => {
    await pictures.read(photoId(11), 'preview')
    const begin = store.disk.withPictures.bind(store.disk)
    let refusals = 1
    vi.spyOn(store.disk, 'withPictures').mockImplementation(async (work) => {
      refusals -= 1
      if (refusals === 0) throw new DOMException('no room', 'QuotaExceededError')
      return begin(work)
    })
    expect(await pictures.keep(photoId(41), own)).toBe('kept')
    expect(await held()).toEqual(['41 full', '41 preview'])
  })
})

it('a chosen file stays, as bytes, until its pictures take its place or it is taken out', async () => {
  const { journal } = await openTab('form', undefined, { now: () => now })
  await journal.chosenFiles.keep(photoId(61), bytes(50))
  await journal.chosenFiles.keep(photoId(62), bytes(50))
  expect(await held()).toEqual(['61 file', '62 file'])
  const [stored] = await onDevice(async (database) => database.getAll('pictures'))
  expect(stored?.bytes).toBeInstanceOf(ArrayBuffer)
  expect((await journal.chosenFiles.read(photoId(61)))?.size).toBe(50)
  await pictures.keep(photoId(61), own)
  await pictures.discard(photoId(62))
  expect(await held()).toEqual(['61 full', '61 preview'])
  expect(await journal.chosenFiles.read(photoId(61))).toBeUndefined()
})

describe('a tab that dies while it sends an entry with photos', () => {
  it.each([1, 2])('leaves the photos in the form or in the queue, after %d writes', async (end) => {
    const tab = await openTab('one', { writes: 0, end }, { now: () => now })
    const photo = formPhoto(51)
    await pictures.keep(photo.id, own)
    const draft = tab.drafts.begin('new-entry')
    draft.write({ ...note('Text'), photos: [photo] })
    await vi.waitFor(() => expect(draftsIn(tab.store)).toHaveLength(1))
    tab.journal.createEntry(note('Text'), { draft, photos: [photo] })
    await onDevice(async (database) => database.count('outbox'))
    tab.crash()
    const found = await onDevice(async (database) => ({
      drafts: await database.count('drafts'),
      texts: await database.count('outbox'),
      photos: await database.count('unsentPhotos'),
    }))
    expect(found).toEqual(
      end === 1 ? { drafts: 1, texts: 0, photos: 0 } : { drafts: 0, texts: 1, photos: 1 },
    )
    expect(await held()).toEqual(['51 full', '51 preview'])
  })
})
