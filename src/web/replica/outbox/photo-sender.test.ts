import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FormPhoto } from '../../../domain/form-photos.ts'
import type { PhotoId } from '../../../domain/ids.ts'
import type { AddedPhoto, Calls, NewPhoto, PhotoFailure } from '../../backend/calls.ts'
import { createTestTimers, type TestTimers } from '../../browser/test-timers.ts'
import { entryOn, idOf, me, photoOf } from '../memory/test-journal.ts'
import { shownPhotosOf } from '../questions/shown-photos.ts'
import { draftsIn, forgetTabs, note, openTab, waiting } from '../test-tabs.ts'
import { PhotoSender } from './photo-sender.ts'

type Tab = Awaited<ReturnType<typeof openTab>>
type Answer = 'ok' | PhotoFailure | { code: PhotoFailure; retryAfter: number }

const entryId = idOf(1)
const own = entryOn(1, { userId: me })

/** The photo of a form that ends with this number. */
function formPhoto(number: number): FormPhoto {
  const id = idOf(number) as string as PhotoId
  return { id, width: 8, height: 6, placeholder: 'AAAAAAA=', description: `Bild ${number}` }
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const pictures = { preview: bytes('klein'), full: bytes('groß') }

let tab: Tab
let timers: TestTimers
let sender: PhotoSender
/** The photos that the server was asked to add. */
let sent: NewPhoto[]
/** The answers to the next requests; further ones are carried out. */
let answers: (Answer | Promise<Answer>)[]
let isEntryThere: boolean
let underWay: AbortSignal | undefined

beforeEach(async () => {
  tab = await openTab('tab')
  tab.store.change((rows) => rows.put('entries', own))
  sent = []
  answers = []
  isEntryThere = true
  sender = senderOf(tab)
})
afterEach(async () => {
  await sender.stop()
  await forgetTabs()
})

function senderOf({ store, journal }: Tab): PhotoSender {
  timers = createTestTimers()
  let held = 0
  const calls: Pick<Calls, 'addPhoto' | 'read'> = {
    async addPhoto(photo, signal): AddedPhoto {
      sent.push(photo)
      underWay = signal
      const answer = await (answers.shift() ?? 'ok')
      if (typeof answer === 'object') return { ok: false, ...answer }
      if (answer !== 'ok') return { ok: false, code: answer }
      const { id, entryId, description } = photo
      const value = photoOf(1, { id, entryId, description, userId: me, position: held })
      held += 1
      return { ok: true, value }
    },
    read: async () => ({ ok: true, value: (isEntryThere ? own : undefined) as never }),
  }
  return new PhotoSender({
    store,
    calls,
    pictures: journal.pictures,
    isReachable: () => true,
    clock: { verdictOn: () => 'not-yet' },
    now: () => timers.now(),
    timers,
    async lock(work) {
      await work(async () => true)
      return true
    },
    onFault(cause) {
      throw cause
    },
  })
}

/** Adds photos to the entry, with their pictures on this device. */
async function add(...numbers: readonly number[]): Promise<void> {
  const photos = numbers.map(formPhoto)
  for (const { id } of photos) await tab.journal.pictures.keep(id, pictures)
  tab.journal.addPhotos(entryId, photos)
}

const unsentIn = ({ store }: Tab) => [...store.memory.rows('unsentPhotos').values()]
const numbersOf = (photos: readonly { readonly id: string }[]) =>
  photos.map(({ id }) => Number(id.slice(-4)))
const shown = ({ store }: Tab) =>
  shownPhotosOf(
    store.memory.shown.of('photos', entryId),
    store.memory.state().unsentPhotos.get(entryId) ?? [],
  )

const requests = async (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count))
/** Resolves when nothing of the sender is under way any more. */
const quiet = async () => {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
/** An answer that the test gives. */
function gate() {
  let open: (answer: Answer) => void = () => undefined
  const opened = new Promise<Answer>((resolve) => {
    open = resolve
  })
  return { open: (answer: Answer) => open(answer), opened }
}

describe('the sender of photos', () => {
  it('sends one after the other, in order, with their pictures, and shows them all the time', async () => {
    const first = gate()
    answers = [first.opened]
    await add(11, 12)
    await requests(1)
    await quiet()
    expect(sent).toMatchObject([{ id: idOf(11), entryId, description: 'Bild 11', ...pictures }])
    expect(shown(tab).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    first.open('ok')
    await requests(2)
    await vi.waitFor(() => expect(unsentIn(tab)).toEqual([]))
    expect(numbersOf(shown(tab))).toEqual([11, 12])
  })

  it('waits until no text can be sent, and until its entry is on the server', async () => {
    const later = tab.journal.createEntry(note('Neu'), { photos: [formPhoto(13)] })
    await tab.journal.pictures.keep(formPhoto(13).id, pictures)
    await add(11)
    await quiet()
    expect(sent).toEqual([])
    const [queued] = tab.store.memory.state().queue
    tab.store.change((rows) => {
      rows.remove('outbox', queued?.id ?? '')
      rows.put('entries', entryOn(2, { id: later, userId: me }))
    })
    await requests(2)
    await vi.waitFor(() => expect(unsentIn(tab)).toEqual([]))
  })

  it.each(['network', 'rate-limited', 'server', 'full', 'unauthorized'] as const)(
    'keeps a photo on "%s" and tries it again after a pause',
    async (code) => {
      answers = [code]
      await add(11)
      await requests(1)
      await quiet()
      expect(shown(tab)).toMatchObject([{ state: 'waiting' }])
      timers.advance(1000)
      await requests(2)
      await vi.waitFor(() => expect(shown(tab)).toMatchObject([{ state: 'sent' }]))
    },
  )

  it('leaves the server alone for as long as that asks, an hour at most', async () => {
    answers = [300_000, 86_400_000].map((retryAfter) => ({ code: 'rate-limited', retryAfter }))
    await add(11)
    for (const [index, pause] of [300_000, 3_600_000].entries()) {
      await requests(index + 1)
      await quiet()
      sender.wake('try-now')
      timers.advance(pause - 1)
      await quiet()
      expect(sent).toHaveLength(index + 1)
      timers.advance(1)
    }
    await requests(3)
  })

  it.each([
    ['too-many', 'too-many'],
    ['too-large', 'too-large'],
    ['rejected', 'not-taken'],
  ] as const)('keeps a photo that is refused as "%s" with its reason', async (code, reason) => {
    answers = [code]
    await add(11, 12)
    await requests(2)
    await quiet()
    expect(shown(tab)).toMatchObject([{ state: 'sent' }, { state: 'refused', reason }])
  })

  it('sends a refused photo once more, or leaves it out with its pictures', async () => {
    answers = ['too-many', 'too-many']
    await add(11, 12)
    await requests(2)
    await quiet()
    tab.journal.retryPhoto(formPhoto(11).id)
    tab.journal.leaveOutPhoto(formPhoto(12).id)
    await requests(3)
    await vi.waitFor(() => expect(unsentIn(tab)).toEqual([]))
    await tab.store.written()
    expect(numbersOf(shown(tab))).toEqual([11])
    expect((await tab.journal.pictures.usage()).photos).toBe(1)
  })

  it('lets others go before one that the server fails on, and gives that one up after five faults', async () => {
    answers = ['fault', 'ok', 'fault', 'fault', 'fault', 'fault']
    await add(11, 12)
    for (let turn = 0; turn < 8; turn += 1) {
      await quiet()
      timers.advance(60_000)
    }
    expect(numbersOf(sent)).toEqual([11, 12, 11, 11, 11, 11])
    expect(shown(tab)).toMatchObject([{ state: 'sent' }, { state: 'refused', reason: 'fault' }])
  })

  it('gives a photo another id where its own is taken', async () => {
    answers = ['duplicate']
    await add(11)
    await requests(2)
    expect(sent[1]).toMatchObject({ description: 'Bild 11', ...pictures })
    expect(sent[1]?.id).not.toBe(sent[0]?.id)
    await vi.waitFor(() => expect(unsentIn(tab)).toEqual([]))
  })

  it('asks a server without photos once in ten minutes, and the photos stay', async () => {
    answers = ['unsupported']
    tab.store.change((rows) =>
      rows.put('progress', { table: 'photos', cursor: undefined, backfillCursor: undefined }),
    )
    await add(11)
    await requests(1)
    await quiet()
    expect(tab.store.memory.rows('progress').get('photos')?.isMissing).toBe(true)
    timers.advance(599_000)
    await quiet()
    expect(sent).toHaveLength(1)
    timers.advance(1000)
    await requests(2)
  })

  it('sends what was changed in a photo while it was under way, and the order that was wanted', async () => {
    const first = gate()
    answers = [first.opened]
    await add(11, 12, 13)
    await requests(1)
    const about = { photoId: formPhoto(11).id, entryId }
    tab.journal.write({ action: 'describe-photo', ...about, description: 'Am Meer' })
    const photoIds = [13, 11, 12].map((number) => formPhoto(number).id)
    tab.journal.write({ action: 'order-photos', entryId, photoIds })
    expect(numbersOf(shown(tab))).toEqual([13, 11, 12])
    first.open('ok')
    await vi.waitFor(() => expect(waiting(tab.store)).toMatchObject([{ description: 'Am Meer' }]))
    expect(shown(tab)).toMatchObject([{}, { description: 'Am Meer', state: 'sent' }, {}])
    tab.store.change((rows) => {
      for (const { id } of rows.all('outbox')) rows.remove('outbox', id)
    })
    await requests(2)
    await vi.waitFor(() => expect(numbersOf(unsentIn(tab))).toEqual([12]))
    expect(waiting(tab.store)).toMatchObject([{ photoIds: photoIds.slice(0, 2) }])
    expect(numbersOf(shown(tab))).toEqual([13, 11, 12])
  })

  it('removes a photo on the server that was removed here while it was under way', async () => {
    const first = gate()
    answers = [first.opened]
    await add(11)
    await requests(1)
    tab.journal.write({ action: 'remove-photo', photoId: formPhoto(11).id, entryId })
    expect(shown(tab)).toEqual([])
    first.open('ok')
    await quiet()
    expect(shown(tab)).toEqual([])
    expect(waiting(tab.store).at(-1)).toMatchObject({ action: 'remove-photo' })
  })

  it('makes a draft of the photos whose entry is gone, with their pictures', async () => {
    answers = ['rejected']
    isEntryThere = false
    await add(11, 12)
    await requests(1)
    await vi.waitFor(() => expect(draftsIn(tab.store)).toHaveLength(1))
    expect(draftsIn(tab.store)[0]?.value).toMatchObject({
      content: '',
      photos: [formPhoto(11), formPhoto(12)],
    })
    expect(tab.store.memory.state().rejections).toMatchObject([{ action: 'add-photo' }])
    await tab.store.written()
    expect(await tab.journal.pictures.both(formPhoto(12).id)).toEqual(pictures)
  })

  it('sends nothing once it was stopped, and a new tab sends each photo once under the same id', async () => {
    answers = [gate().opened]
    await add(11, 12)
    await requests(1)
    await sender.stop()
    expect(underWay?.aborted).toBe(true)
    await tab.store.written()
    tab.crash()
    tab = await openTab('two')
    sender = senderOf(tab)
    sender.wake('try-now')
    await vi.waitFor(() => expect(unsentIn(tab)).toEqual([]))
    expect(numbersOf(sent)).toEqual([11, 11, 12])
  })
})
