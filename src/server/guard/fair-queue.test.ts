import { describe, expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const aRound = async () => new Promise((resolve) => setImmediate(resolve))

/** Starts `count` requests with this header; each adds `name` to `started`. */
function ask(
  fair: ReturnType<typeof createFairQueue>,
  started: string[],
  name: string,
  { authorization, count }: { authorization?: string; count: number },
): void {
  for (let asked = 0; asked < count; asked += 1)
    fair.run(authorization, () => void started.push(name))
}

describe('a request', () => {
  it('of a person waits for one of a stranger at most, however many strangers wait', async () => {
    const fair = createFairQueue()
    fair.recognise('Bearer hers', 'her')
    const started: string[] = []
    ask(fair, started, 'stranger', { count: 200 })
    ask(fair, started, 'forged', { authorization: 'Bearer forged', count: 1 })
    ask(fair, started, 'her', { authorization: 'Bearer hers', count: 1 })
    await aRound()
    expect(started).toEqual(['stranger', 'her'])
  })

  it('of one person does not wait for many of the other', async () => {
    const fair = createFairQueue()
    fair.recognise('Bearer his', 'him')
    fair.recognise('Bearer hers', 'her')
    const started: string[] = []
    ask(fair, started, 'him', { authorization: 'Bearer his', count: 50 })
    ask(fair, started, 'her', { authorization: 'Bearer hers', count: 1 })
    await aRound()
    expect(started).toEqual(['him', 'her'])
  })

  it('begins in the order of arrival', async () => {
    const fair = createFairQueue()
    const started: string[] = []
    for (const name of ['first', 'second', 'third']) ask(fair, started, name, { count: 1 })
    while (started.length < 3) await aRound()
    expect(started).toEqual(['first', 'second', 'third'])
  })

  it('of a new token of the same person shares the turn of the old one', async () => {
    const fair = createFairQueue()
    fair.recognise('Bearer old', 'her')
    fair.recognise('Bearer new', 'her')
    const started: string[] = []
    ask(fair, started, 'old', { authorization: 'Bearer old', count: 1 })
    ask(fair, started, 'new', { authorization: 'Bearer new', count: 1 })
    await aRound()
    expect(started).toEqual(['old'])
  })
})
