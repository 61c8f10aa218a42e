import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { entryOn, idOf, me } from '../memory/test-journal.ts'
import { onDevice } from '../test-faults.ts'
import { draftsIn, forgetTabs, note } from '../test-tabs.ts'
import { entryId, formPhoto, numbersOf, openPhotos, pictures, type Answer } from '../test-photos.ts'
import { gate, quiet } from './test-sending.ts'

let queue: Awaited<ReturnType<typeof openPhotos>>

beforeEach(async () => {
  queue = await openPhotos()
})
afterEach(async () => {
  await queue.sender.stop()
  await forgetTabs()
})

describe('the sender of photos', () => {
  it('sends one after the other, in order, with their pictures, and shows them all the time', async () => {
    const first = gate<Answer>()
    await queue.addAnswered([first.opened], 11, 12)
    await queue.requests(1)
    expect(queue.server.sent).toMatchObject([
      { id: idOf(11), entryId, description: 'Bild 11', ...pictures },
    ])
    expect(queue.shown().map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    first.open('ok')
    await queue.requests(2)
    await queue.allSent()
    expect(numbersOf(queue.shown())).toEqual([11, 12])
  })

  it('waits until no text can be sent, and until its entry is on the server', async () => {
    const later = queue.tab.journal.createEntry(note('Neu'), { photos: [formPhoto(13)] })
    await queue.tab.journal.pictures.keep(formPhoto(13).id, pictures)
    await queue.add(11)
    await quiet()
    expect(queue.server.sent).toEqual([])
    const [queued] = queue.tab.store.memory.state().queue
    queue.tab.store.change((rows) => {
      rows.remove('outbox', queued?.id ?? '')
      rows.put('entries', entryOn(2, { id: later, userId: me }))
    })
    await queue.requests(2)
    await queue.allSent()
  })

  it.each(['network', 'rate-limited', 'server', 'full', 'unauthorized'] as const)(
    'keeps a photo on "%s" and tries it again after a pause',
    async (code) => {
      await queue.addAnswered([code], 11)
      await queue.requests(1)
      expect(queue.shown()).toMatchObject([{ state: 'waiting' }])
      queue.timers.advance(1000)
      await queue.requests(2)
      await vi.waitFor(() => expect(queue.shown()).toMatchObject([{ state: 'sent' }]))
    },
  )

  it('leaves the server alone for as long as that asks, an hour at most', async () => {
    queue.server.answers = [300_000, 86_400_000].map((retryAfter) => ({
      code: 'rate-limited',
      retryAfter,
    }))
    await queue.add(11)
    for (const [index, pause] of [300_000, 3_600_000].entries()) {
      await queue.requests(index + 1)
      queue.sender.wake('try-now')
      await queue.advance(pause - 1)
      expect(queue.server.sent).toHaveLength(index + 1)
      queue.timers.advance(1)
    }
    await queue.requests(3)
  })

  it.each([
    ['too-many', 'too-many'],
    ['too-large', 'too-large'],
    ['rejected', 'not-taken'],
  ] as const)('keeps a photo that is refused as "%s" with its reason', async (code, reason) => {
    await queue.addAnswered([code], 11, 12)
    await queue.requests(2)
    expect(queue.shown()).toMatchObject([{ state: 'sent' }, { state: 'rejected', reason }])
  })

  it('sends a refused photo once more, or leaves it out with its pictures', async () => {
    await queue.addAnswered(['too-many', 'too-many'], 11, 12)
    await queue.requests(2)
    queue.tab.journal.retryPhoto(formPhoto(11).id)
    queue.tab.journal.leaveOutPhoto(formPhoto(12).id)
    await queue.requests(3)
    await queue.allSent()
    await queue.tab.store.written()
    expect(numbersOf(queue.shown())).toEqual([11])
    expect((await queue.tab.journal.pictures.usage()).photos).toBe(1)
  })

  it('lets others go before one that the server fails on, and gives that one up after five faults', async () => {
    await queue.addAnswered(['fault', 'ok', 'fault', 'fault', 'fault', 'fault'], 11, 12)
    for (let turn = 0; turn < 8; turn += 1) {
      await quiet()
      queue.timers.advance(60_000)
    }
    expect(numbersOf(queue.server.sent)).toEqual([11, 12, 11, 11, 11, 11])
    expect(queue.shown()).toMatchObject([{ state: 'sent' }, { state: 'rejected', reason: 'fault' }])
  })

  it('gives a photo another id where its own is taken', async () => {
    await queue.addAnswered(['duplicate'], 11)
    await queue.requests(2)
    expect(queue.server.sent[1]).toMatchObject({ description: 'Bild 11', ...pictures })
    expect(queue.server.sent[1]?.id).not.toBe(queue.server.sent[0]?.id)
    await queue.allSent()
  })

  it('asks a server without photos once in ten minutes, and the photos stay', async () => {
    queue.server.answers = ['unsupported']
    queue.tab.store.change((rows) =>
      rows.put('progress', { table: 'photos', cursor: undefined, backfillCursor: undefined }),
    )
    await queue.add(11)
    await queue.requests(1)
    expect(queue.tab.store.memory.rows('progress').get('photos')?.isMissing).toBe(true)
    await queue.advance(599_000)
    expect(queue.server.sent).toHaveLength(1)
    queue.timers.advance(1000)
    await queue.requests(2)
  })

  it('gives a photo up whose pictures are not here, and all of them on a server without room until one is tried again', async () => {
    queue.addWithoutPictures(10)
    await vi.waitFor(() => expect(queue.shown()).toMatchObject([{ reason: 'lost' }]))
    queue.tab.journal.leaveOutPhoto(formPhoto(10).id)
    await queue.addAnswered(['no-room'], 11, 12)
    await queue.requests(1)
    expect(queue.shown()).toMatchObject([{ reason: 'no-room' }, { reason: 'no-room' }])
    queue.tab.journal.retryPhoto(formPhoto(11).id)
    await queue.allSent()
  })

  it('keeps a photo that is refused while it cannot be asked whether its entry is there', async () => {
    queue.server.answers = ['rejected']
    queue.server.entry = 'network'
    await queue.add(11)
    await queue.requests(1)
    expect(queue.shown()).toMatchObject([{ state: 'waiting' }])
  })

  it('makes a draft of the photos whose entry is gone, with their pictures', async () => {
    queue.server.answers = ['rejected']
    queue.server.entry = 'gone'
    await queue.add(11, 12)
    await queue.requests(1)
    await vi.waitFor(() => expect(draftsIn(queue.tab.store)).toHaveLength(1))
    expect(draftsIn(queue.tab.store)[0]?.value).toMatchObject({
      content: '',
      photos: [formPhoto(11), formPhoto(12)],
    })
    expect(queue.tab.store.memory.state().rejections).toMatchObject([{ action: 'add-photo' }])
    await queue.tab.store.written()
    expect(await queue.tab.journal.pictures.both(formPhoto(12).id)).toEqual(pictures)
  })

  it('sends nothing once it was stopped, and a new tab sends each photo once under the same id', async () => {
    await queue.addAnswered([gate<Answer>().opened], 11, 12)
    await queue.requests(1)
    await queue.sender.stop()
    expect(queue.server.signal?.aborted).toBe(true)
    await queue.tab.store.written()
    queue.tab.crash()
    const { sent } = queue.server
    queue = await openPhotos('two')
    queue.sender.wake('try-now')
    await queue.allSent()
    expect(numbersOf([...sent, ...queue.server.sent])).toEqual([11, 11, 12])
  })

  it('sends nothing that another tab has sent, though it was not told', async () => {
    const { lock } = queue.server
    queue.server.lock = async () => false
    await queue.add(11)
    await queue.tab.store.written()
    await onDevice(async (database) => database.delete('unsentPhotos', formPhoto(11).id))
    queue.server.lock = lock
    queue.timers.advance(5000)
    await queue.allSent()
    expect(queue.server.sent).toEqual([])
  })

  it('waits longer after each failure in a row, until one is sent or the server may be back', async () => {
    await queue.addAnswered(
      ['server', 'server', 'ok', 'server', 'server', 'server', 'server'],
      11,
      12,
    )
    const pauses: number[] = []
    for (const count of [1, 2, 4, 5, 6, 7]) {
      await queue.requests(count)
      if (count === 6) queue.sender.wake('try-now')
      else
        for (pauses.push(0); queue.server.sent.length === count; await quiet()) {
          queue.timers.advance(500)
          pauses.push((pauses.pop() ?? 0) + 500)
        }
    }
    expect(pauses).toEqual([500, 1000, 500, 1000, 500])
  })

  it('keeps the right to send while a photo is under way, and asks for it again where another tab has it', async () => {
    const answer = gate<Answer>()
    queue.server.answers = [answer.opened]
    const { lock } = queue.server
    queue.server.lock = async () => false
    await queue.add(11)
    await quiet()
    // It is lost as soon as this tab has it.
    queue.server.lock = async (work) => work(async () => false).then(() => true)
    await queue.advance(5000)
    expect(queue.server.sent).toEqual([])
    const renew = vi.fn<() => Promise<boolean>>(async () => true)
    const ended = gate()
    queue.server.lock = async (work) => {
      await work(renew)
      await ended.opened
      return true
    }
    queue.timers.advance(5000)
    await queue.requests(1)
    const before = renew.mock.calls.length
    queue.timers.advance(40_000)
    expect(renew.mock.calls.length - before).toBe(2)
    answer.open('ok')
    await queue.allSent()
    await quiet()
    // What is added as the right is given back is not forgotten.
    await queue.add(12)
    queue.server.lock = lock
    ended.open()
    await queue.requests(2)
  })
})
