import { expect, vi } from 'vitest'
import { editOf } from '../../domain/entry.ts'
import type { FormPhoto } from '../../domain/form-photos.ts'
import type { EntryId, PhotoId } from '../../domain/ids.ts'
import type { RowOf } from '../../domain/table-schemas.ts'
import type { AddedPhoto, Calls, NewPhoto, PhotoFailure } from '../backend/calls.ts'
import { createTestTimers, type TestTimers } from '../browser/test-timers.ts'
import type { Journal } from './journal.ts'
import { entryOn, idOf, me, photoOf, setQueue } from './memory/test-journal.ts'
import { shownPhotosOf } from './questions/shown-photos.ts'
import { openTab } from './test-tabs.ts'
import { PhotoSender } from './outbox/photo-sender.ts'
import type { SenderLock } from './outbox/sender-lock.ts'
import { quiet } from './outbox/test-sending.ts'

export type Answer = 'ok' | PhotoFailure | { code: PhotoFailure; retryAfter: number }

export const entryId = idOf(1)
const own = entryOn(1, { userId: me })

/** The photo of a form that ends with this number. */
export function formPhoto(number: number): FormPhoto {
  const id = idOf(number) as string as PhotoId
  return { id, width: 8, height: 6, placeholder: 'AAAAAAA=', description: `Bild ${number}` }
}

/** Saves the form of an entry in which photos were added; their pictures are kept before. */
export function addPhotos(journal: Journal, id: EntryId, added: readonly FormPhoto[]): void {
  const entry = journal.rows.get('entries', id)
  if (entry === undefined) throw new Error('the entry is not there')
  const photos = { removed: [], described: [], added, order: undefined }
  journal.write({ action: 'edit-entry', entryId: id, edit: editOf(entry) }, { photos })
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer
export const pictures = { preview: bytes('klein'), full: bytes('groß') }

export const numbersOf = (photos: readonly { readonly id: string }[]) =>
  photos.map(({ id }) => Number(id.slice(-4)))

/** A server that answers as a test says. */
function createServer() {
  return {
    /** The photos that it was asked to add. */
    sent: [] as NewPhoto[],
    /** Those that it has, in order. */
    held: [] as PhotoId[],
    /** The answers to the next requests; further ones are carried out. */
    answers: [] as (Answer | Promise<Answer>)[],
    /** The answer to a question for the entry. */
    entry: 'there' as 'there' | 'gone' | 'network',
    /** Ends the last request. */
    signal: undefined as AbortSignal | undefined,
    /** The right to send. */
    lock: (async (work) => {
      await work(async () => true)
      return true
    }) as SenderLock,
  }
}

type TestServer = ReturnType<typeof createServer>
type Tab = Awaited<ReturnType<typeof openTab>>

function senderOf({ store, journal }: Tab, server: TestServer, timers: TestTimers): PhotoSender {
  return new PhotoSender({
    store,
    calls: callsTo(server),
    pictures: journal.pictures,
    isReachable: () => true,
    clock: { verdictOn: () => 'not-yet' },
    now: () => timers.now(),
    timers,
    lock: async (work) => server.lock(work),
    onFault(cause) {
      throw cause
    },
  })
}

/** The calls by which a test adds photos to the entry, and waits for them. */
function photosOf({ store, journal }: Tab, server: TestServer, timers: TestTimers) {
  const unsent = () => [...store.memory.rows('unsentPhotos').values()]
  /** Adds photos to the entry, with their pictures on this device. */
  async function add(...numbers: readonly number[]) {
    const photos = numbers.map(formPhoto)
    for (const { id } of photos) await journal.pictures.keep(id, pictures)
    addPhotos(journal, entryId, photos)
  }
  return {
    add,
    /** Adds photos to which the server answers like this. */
    async addAnswered(answers: TestServer['answers'], ...numbers: readonly number[]) {
      server.answers = answers
      await add(...numbers)
    },
    unsent,
    /** Resolves when no photo waits any more. */
    allSent: async () => vi.waitFor(() => expect(unsent()).toEqual([])),
    /** Resolves when as many requests have come, and nothing is under way any more. */
    async requests(count: number) {
      await vi.waitFor(() => expect(server.sent).toHaveLength(count))
      await quiet()
    },
    async advance(milliseconds: number) {
      timers.advance(milliseconds)
      await quiet()
    },
  }
}

/** A tab with an own entry and its sender of photos, and a server that answers as a test says. */
export async function openPhotos(name = 'tab') {
  const tab = await openTab(name)
  tab.store.change((rows) => rows.put('entries', own))
  const timers = createTestTimers()
  const server = createServer()
  const sender = senderOf(tab, server, timers)
  const { memory } = tab.store
  return {
    ...photosOf(tab, server, timers),
    tab,
    timers,
    server,
    sender,
    /** A photo of this number comes from the server, behind those that are there. */
    addSent(number: number) {
      tab.store.change((rows) => rows.put('photos', heldPhoto(server, formPhoto(number))))
    },
    /** Adds one whose pictures are not on this device. */
    addWithoutPictures: (number: number) => addPhotos(tab.journal, entryId, [formPhoto(number)]),
    shown: () =>
      shownPhotosOf(
        memory.shown.of('photos', entryId),
        memory.state().unsentPhotos.get(entryId) ?? [],
      ),
    /** As if all texts that wait were sent. */
    emptyOutbox: () => setQueue(tab.store),
  }
}

/** The row of a photo that the server has now, behind those that it had. */
function heldPhoto({ held }: TestServer, { id, description }: FormPhoto): RowOf<'photos'> {
  if (!held.includes(id)) held.push(id)
  const position = held.indexOf(id)
  return photoOf(1, { id, description, userId: me, entryId, position })
}

function callsTo(server: TestServer): Pick<Calls, 'addPhoto' | 'read'> {
  return {
    async addPhoto(photo, signal): AddedPhoto {
      server.sent.push(photo)
      server.signal = signal
      const answer = await (server.answers.shift() ?? 'ok')
      if (typeof answer === 'object') return { ok: false, ...answer }
      if (answer !== 'ok') return { ok: false, code: answer }
      return { ok: true, value: heldPhoto(server, photo) }
    },
    async read() {
      if (server.entry === 'network') return { ok: false, code: 'network' }
      return { ok: true, value: (server.entry === 'there' ? own : undefined) as never }
    },
  }
}
