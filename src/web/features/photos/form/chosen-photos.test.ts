import { describe, expect, it, vi } from 'vitest'
import { mostPhotos } from '../../../../domain/limits.ts'
import type { PhotosInDraft } from '../../../../domain/form-photos.ts'
import { newId, type PhotoId } from '../../../../domain/ids.ts'
import type { PreparedPhoto } from '../../../pictures/prepared-photo.ts'
import { ChosenPhotos } from './chosen-photos.ts'
import type { ChosenFile } from './prepare-file.ts'

const prepared: PreparedPhoto = {
  width: 800,
  height: 600,
  placeholder: 'AAAA',
  preview: new ArrayBuffer(1),
  full: new ArrayBuffer(1),
}
const none: PhotosInDraft = { base: [], mine: [], preparing: [] }

/** Files whose preparation ends when the test says so, and the files that this device keeps. */
function openForm({
  room = 'kept',
  start = none,
  files = new Map(),
}: {
  readonly room?: 'kept' | 'no-room'
  readonly start?: PhotosInDraft
  readonly files?: Map<PhotoId, ArrayBuffer>
} = {}) {
  const waiting: (() => void)[] = []
  const keep = vi.fn<() => Promise<'kept' | 'no-room'>>().mockResolvedValue(room)
  const chosen = new ChosenPhotos({
    start,
    prepare: async () =>
      new Promise((resolve) => {
        waiting.push(() => resolve(prepared))
      }),
    keep,
    async keepFile(id, bytes) {
      if (room === 'kept') files.set(id, bytes)
      return room === 'kept'
    },
    readFile: async (id) => files.get(id) && new Blob([files.get(id) ?? '']),
    newId,
  })
  return { chosen, waiting, keep, files }
}

/** Lets all that is not held by the test happen. */
async function pass() {
  await new Promise((resolve) => setTimeout(resolve))
}

/** Lets the preparations of these numbers end, one after the other. */
async function finish(waiting: readonly (() => void)[], ...numbers: readonly number[]) {
  for (const number of numbers) {
    await pass()
    waiting[number]?.()
  }
}

const files = (count: number): readonly ChosenFile[] =>
  Array.from({ length: count }, (_, index) => ({ file: new Blob(), name: `${index}.jpg` }))

describe('the photos of a form', () => {
  it('are prepared one after the other, in the order in which they were chosen', async () => {
    const { chosen, waiting } = openForm()
    chosen.add(files(2))
    const [first, second] = chosen.state().preparing
    await pass()
    expect(waiting).toHaveLength(1)
    expect(chosen.isUntouched).toBe(false)
    waiting[0]?.()
    await pass()
    expect(chosen.state()).toMatchObject({ mine: [{ id: first?.id }], preparing: [second] })
    waiting[1]?.()
    await chosen.settled()
    expect(chosen.state().mine.map(({ id }) => id)).toEqual([first?.id, second?.id])
  })

  it('are the first four; a further one is refused, also while they are being prepared', async () => {
    const { chosen, waiting } = openForm()
    chosen.add(files(mostPhotos + 1))
    expect(chosen.state().preparing).toHaveLength(mostPhotos)
    expect(chosen.state().refused).toEqual([{ reason: 'too-many' }])
    chosen.add(files(1))
    expect(chosen.state().preparing).toHaveLength(mostPhotos)
    await finish(waiting, 0, 1, 2, 3)
    await chosen.settled()
    chosen.add(files(1))
    expect(chosen.state()).toMatchObject({ preparing: [], refused: [{ reason: 'too-many' }] })
  })

  it('lack the one that the device has no room for, which is named', async () => {
    const { chosen, waiting } = openForm({ room: 'no-room' })
    chosen.add(files(1))
    await finish(waiting, 0)
    await chosen.settled()
    const refused = [{ reason: 'no-room', name: '0.jpg' }]
    expect(chosen.state()).toMatchObject({ mine: [], refused })
  })

  it('lack those that were left out while they were being prepared or kept', async () => {
    const { chosen, waiting, keep } = openForm()
    chosen.add(files(2))
    const [one, other] = chosen.state().preparing.map(({ id }) => id)
    await pass()
    if (one !== undefined) chosen.cancel(one)
    waiting[0]?.()
    await pass()
    expect(keep).not.toHaveBeenCalled()
    keep.mockImplementationOnce(async () => {
      if (other !== undefined) chosen.cancel(other)
      return 'kept'
    })
    waiting[1]?.()
    await pass()
    expect(keep).toHaveBeenCalledOnce()
    expect(chosen.state()).toMatchObject({ mine: [], preparing: [] })
  })

  it('are kept as files before their pictures are, and not at all once they were left out', async () => {
    const { chosen, waiting, keep, files: held } = openForm()
    let read: () => void = () => undefined
    const bytes = new Promise<ArrayBuffer>((resolve) => {
      read = () => resolve(new ArrayBuffer(1))
    })
    const file = Object.assign(new Blob(), { arrayBuffer: async () => bytes })
    chosen.add([{ file }])
    await finish(waiting, 0)
    await pass()
    expect(keep).not.toHaveBeenCalled()
    for (const { id } of chosen.state().preparing) chosen.cancel(id)
    read()
    await pass()
    expect([held.size, keep.mock.calls.length]).toEqual([0, 0])
  })

  it('go on in another form where the page has ended: it names those that are lost or were tried too often', async () => {
    const ended = openForm()
    ended.chosen.add(files(4))
    await pass()
    const { preparing } = ended.chosen.inDraft()
    expect(preparing.map(({ name }) => name)).toEqual(['0.jpg', '1.jpg', '2.jpg', '3.jpg'])
    const [first, second, third, fourth] = preparing
    if (second !== undefined) ended.files.delete(second.id)
    const tried = preparing.map((one) => (one === third ? { ...one, attempts: 3 } : one))
    const next = openForm({ start: { ...none, preparing: tried }, files: ended.files })
    await finish(next.waiting, 0, 1)
    await next.chosen.settled()
    expect(next.chosen.state()).toMatchObject({
      mine: [{ id: first?.id }, { id: fourth?.id }],
      refused: [
        { reason: 'lost', name: '1.jpg' },
        { reason: 'failed', name: '2.jpg' },
      ],
    })
    expect(first?.attempts).toBe(1)
    expect(next.chosen.inDraft().preparing).toEqual([])
  })

  it('that were shared are in the draft once they are on the device, and let go then', async () => {
    const { chosen, files: held } = openForm()
    const letGo = vi.fn<() => void>()
    chosen.add(files(1).map((file) => ({ ...file, onTaken: letGo })))
    expect(chosen.inDraft().preparing).toEqual([])
    await vi.waitFor(() => expect(letGo).toHaveBeenCalledOnce())
    expect(chosen.inDraft().preparing).toHaveLength(1)
    expect(held.size).toBe(1)
  })
})
