import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetTabs, waiting } from '../test-tabs.ts'
import { entryId, formPhoto, numbersOf, openPhotos, pictures, type Answer } from '../test-photos.ts'
import { gate } from './test-sending.ts'

let queue: Awaited<ReturnType<typeof openPhotos>>

beforeEach(async () => {
  queue = await openPhotos()
})
afterEach(async () => {
  await queue.sender.stop()
  await forgetTabs()
})

describe('the answer to a photo', () => {
  it('sends what was changed in a photo while it was under way, and the order that was wanted', async () => {
    const first = gate<Answer>()
    await queue.addAnswered([first.opened], 11, 12, 13)
    await queue.requests(1)
    const about = { photoId: formPhoto(11).id, entryId }
    queue.tab.journal.write({ action: 'describe-photo', ...about, description: 'Am Meer' })
    const photoIds = [13, 11, 12].map((number) => formPhoto(number).id)
    queue.tab.journal.write({ action: 'order-photos', entryId, photoIds })
    expect(numbersOf(queue.shown())).toEqual([13, 11, 12])
    first.open('ok')
    await vi.waitFor(() =>
      expect(waiting(queue.tab.store)).toMatchObject([{ description: 'Am Meer' }]),
    )
    expect(queue.shown()).toMatchObject([{}, { description: 'Am Meer', state: 'sent' }, {}])
    queue.emptyOutbox()
    await queue.requests(2)
    await vi.waitFor(() => expect(numbersOf(queue.unsent())).toEqual([12]))
    expect(waiting(queue.tab.store)).toMatchObject([{ photoIds: photoIds.slice(0, 2) }])
    expect(numbersOf(queue.shown())).toEqual([13, 11, 12])
  })

  it('sends the order that was wanted, and keeps the pictures, where the row of a photo comes before its answer', async () => {
    const first = gate<Answer>()
    queue.addSent(10)
    await queue.addAnswered([first.opened], 11)
    const photoIds = [11, 10].map((number) => formPhoto(number).id)
    queue.tab.journal.write({ action: 'order-photos', entryId, photoIds })
    queue.emptyOutbox()
    await queue.requests(1)
    queue.addSent(11)
    expect(numbersOf(queue.shown())).toEqual([11, 10])
    first.open('ok')
    await queue.allSent()
    expect(waiting(queue.tab.store)).toMatchObject([{ photoIds }])
    await queue.tab.store.written()
    expect(await queue.tab.journal.pictures.both(formPhoto(11).id)).toEqual(pictures)
  })

  it('sends the order once more that may have come to the server before its photo', async () => {
    const first = gate<Answer>()
    queue.addSent(9)
    queue.addSent(10)
    await queue.addAnswered([first.opened], 11)
    await queue.requests(1)
    const photoIds = [11, 10, 9].map((number) => formPhoto(number).id)
    const order = { action: 'order-photos', entryId, photoIds } as const
    queue.tab.journal.write(order)
    queue.tab.store.change((rows) => {
      for (const queued of rows.all('outbox')) rows.put('outbox', { ...queued, isInFlight: true })
    })
    first.open('ok')
    await queue.allSent()
    expect(waiting(queue.tab.store)).toEqual([order, order])
  })

  it.each(['ok', 'network'] as const)(
    'removes a photo on the server that was removed here while it was under way, answered "%s"',
    async (answer) => {
      const first = gate<Answer>()
      await queue.addAnswered([first.opened], 11)
      await queue.requests(1)
      const removal = { action: 'remove-photo', photoId: formPhoto(11).id, entryId } as const
      queue.tab.journal.write(removal)
      expect(queue.shown()).toEqual([])
      expect(waiting(queue.tab.store)).toEqual([removal])
      // Sent before the photo has arrived, it removes nothing.
      queue.emptyOutbox()
      first.open(answer)
      await vi.waitFor(() => expect(waiting(queue.tab.store)).toEqual([removal]))
      expect(queue.shown()).toEqual([])
    },
  )
})
