import { expect, it } from 'vitest'
import { systemTimers } from '../../browser/timers.ts'
import { OwnFrames } from './own-frames.ts'

const row = (id: string, updatedAt: string) => ({ id, updatedAt }) as never
const frame = (id: string, updatedAt: string) =>
  ({ kind: 'row', table: 'entries', row: row(id, updatedAt) }) as const
const queued = { aggregateId: 'entry' } as never
const answer = { table: 'entries', row: row('entry', '1') } as const

it('an answered row is known in its frame, an older or newer version and another row are not', async () => {
  const frames = new OwnFrames(systemTimers)
  expect(await frames.isOwn(frame('entry', '1'))).toBe(false)
  frames.noteStored(answer)
  expect(await frames.isOwn(frame('entry', '1'))).toBe(true)
  expect(await frames.isOwn(frame('entry', '0'))).toBe(false)
  expect(await frames.isOwn(frame('entry', '2'))).toBe(false)
  expect(await frames.isOwn(frame('other', '1'))).toBe(false)
})

it('a frame waits for the answer to a write about its entry, and no other frame does', async () => {
  const frames = new OwnFrames(systemTimers)
  let send: () => void = () => undefined
  const sending = frames.during(queued, async () => {
    await new Promise<void>((resolve) => {
      send = resolve
    })
    frames.noteStored(answer)
  })
  const own = frames.isOwn(frame('entry', '1'))
  expect(await frames.isOwn(frame('other', '1'))).toBe(false)
  send()
  expect(await own).toBe(true)
  await sending
})

it('a frame waits a second at most', async () => {
  const waits: number[] = []
  const frames = new OwnFrames({
    ...systemTimers,
    after(milliseconds, callback) {
      waits.push(milliseconds)
      callback()
      return () => undefined
    },
  })
  void frames.during(queued, async () => new Promise(() => undefined))
  expect(await frames.isOwn(frame('entry', '1'))).toBe(false)
  expect(waits).toEqual([1000])
})

it('a write that failed holds up no frame', async () => {
  const frames = new OwnFrames(systemTimers)
  await expect(frames.during(queued, async () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  )
  expect(await frames.isOwn(frame('entry', '1'))).toBe(false)
})
