import { expect, it } from 'vitest'
import { createFairShare } from './fair-share.ts'

/** A task that ends when the test ends it. */
function task(log: string[], name: string) {
  let resolve: (name: string) => void = () => undefined
  const promise = new Promise<string>((done) => (resolve = done))
  const work = async () => {
    log.push(name)
    return promise
  }
  return { work, end: () => resolve(name) }
}

it('runs some of a person’s tasks at a time, the others in their order, and another’s beside them', async () => {
  const shares = createFairShare({ atOnce: 2, waiting: 2 })
  const log: string[] = []
  const tasks = ['one', 'two', 'three', 'four', 'five'].map((name) => task(log, name))
  const his = tasks.map(async ({ work }) => shares.run('Jonas', work))
  const hers = task(log, 'hers')
  const answered = shares.run('Željka', hers.work)
  await expect.poll(() => log).toEqual(['one', 'two', 'hers'])
  // No place is left to wait in.
  expect(await his[4]).toBeUndefined()
  tasks[1]?.end()
  expect(await his[1]).toBe('two')
  await expect.poll(() => log).toEqual(['one', 'two', 'hers', 'three'])
  for (const { end } of [...tasks, hers]) end()
  expect(await Promise.all([...his, answered])).toEqual([
    'one',
    'two',
    'three',
    'four',
    undefined,
    'hers',
  ])
})

it('gives a place on when a task fails', async () => {
  const shares = createFairShare({ atOnce: 1, waiting: 1 })
  const failing = shares.run('Jonas', async () => Promise.reject(new Error('broken')))
  const next = shares.run('Jonas', async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
})
