import { describe, expect, it } from 'vitest'
import { mostPhotos } from '../../../../domain/limits.ts'
import { newId } from '../../../../domain/ids.ts'
import type { PreparedPhoto } from '../../../pictures/prepared-photo.ts'
import { ChosenPhotos, type ChosenFile } from './chosen-photos.ts'

const prepared: PreparedPhoto = {
  width: 800,
  height: 600,
  placeholder: 'AAAA',
  preview: new ArrayBuffer(1),
  full: new ArrayBuffer(1),
}
const none = { base: [], mine: [] }

/** Files whose preparation ends when the test says so. */
function openForm(room: 'kept' | 'no-room' = 'kept') {
  const waiting: (() => void)[] = []
  const chosen = new ChosenPhotos({
    start: none,
    prepare: async () =>
      new Promise((resolve) => {
        waiting.push(() => resolve(prepared))
      }),
    keep: async () => Promise.resolve(room),
    newId,
  })
  return { chosen, waiting }
}

/** Lets all that is not held by the test happen. */
async function pass() {
  await new Promise((resolve) => setTimeout(resolve))
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
    expect(chosen.state()).toMatchObject({ mine: [{ id: first }], preparing: [second] })
    waiting[1]?.()
    await chosen.settled()
    expect(chosen.state().mine.map(({ id }) => id)).toEqual([first, second])
  })

  it('are the first four; a further one is refused, also while they are being prepared', async () => {
    const { chosen, waiting } = openForm()
    chosen.add(files(mostPhotos + 1))
    expect(chosen.state().preparing).toHaveLength(mostPhotos)
    expect(chosen.state().refused).toEqual([{ reason: 'too-many' }])
    chosen.add(files(1))
    expect(chosen.state().preparing).toHaveLength(mostPhotos)
    for (let index = 0; index < mostPhotos; index++) {
      await pass()
      waiting[index]?.()
    }
    await chosen.settled()
    chosen.add(files(1))
    expect(chosen.state()).toMatchObject({ preparing: [], refused: [{ reason: 'too-many' }] })
  })

  it('lack the one that the device has no room for, which is named', async () => {
    const { chosen, waiting } = openForm('no-room')
    chosen.add(files(1))
    await pass()
    waiting[0]?.()
    await chosen.settled()
    expect(chosen.state()).toMatchObject({
      mine: [],
      refused: [{ reason: 'no-room', name: '0.jpg' }],
    })
  })

  it('lack one that was left out while it was being prepared', async () => {
    const { chosen, waiting } = openForm()
    chosen.add(files(1))
    await pass()
    for (const id of chosen.state().preparing) chosen.cancel(id)
    waiting[0]?.()
    await pass()
    expect(chosen.state()).toMatchObject({ mine: [], preparing: [] })
  })
})
