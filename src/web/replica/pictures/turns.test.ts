import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

/** Work that ends as the test says, in the order in which it began. */
function work() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const turns = new Turns(2)
  const ask = async (name: string, signal?: AbortSignal) =>
    turns.run(
      name,
      async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.push(resolve))
        return name
      },
      signal,
    )
  const endAll = async () => {
    while (ends.length > 0) {
      for (const end of ends.splice(0)) end()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { ask, begun, endAll }
}

it('two run side by side; the last asked for comes next, and what is not wanted any more never begins', async () => {
  const { ask, begun, endAll } = work()
  const left = new AbortController()
  const stays = new AbortController()
  const leaving = [ask('one'), ask('two'), ask('three', left.signal), ask('four', left.signal)]
  const answers = [...leaving, ask('four', stays.signal), ask('five'), ask('one')]
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual(['one', 'two'])
  left.abort()
  await endAll()
  expect(begun).toEqual(['one', 'two', 'five', 'four'])
  const answered = ['one', 'two', undefined, 'four', 'four', 'five', 'one']
  expect(await Promise.all(answers)).toEqual(answered)
  expect(await ask('six', left.signal)).toBeUndefined()
})
