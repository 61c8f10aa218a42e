import { expect, it } from 'vitest'
import { createRenewalQueue } from './renewal-queue.ts'

/** A queue whose first task runs until it is let go; what runs after it is noted. */
function heldQueue() {
  let now = 0
  const ran: string[] = []
  const queue = createRenewalQueue(() => now)
  let release: () => void = () => undefined
  const all: Promise<unknown>[] = []
  const add = (address: string, name: string, refuses = false) =>
    all.push(
      queue.take(address, async () => {
        ran.push(name)
        if (refuses) queue.refused(address)
      }),
    )
  const held = queue.take('elsewhere', async () => new Promise<void>((end) => (release = end)))
  return {
    queue,
    add,
    pass: (milliseconds: number) => (now += milliseconds),
    order: async (): Promise<readonly string[]> => {
      release()
      await held
      await Promise.all(all)
      return ran
    },
  }
}

it('renewals of an address that was just refused go behind those of the others', async () => {
  const { queue, add, order } = heldQueue()
  queue.refused('stranger')
  for (const name of ['invented 1', 'invented 2']) add('stranger', name)
  add('home', 'real')
  expect(await order()).toEqual(['real', 'invented 1', 'invented 2'])
})

it('so do those that waited already when the first of them was refused', async () => {
  const { add, order } = heldQueue()
  for (const name of ['invented 1', 'invented 2', 'invented 3']) add('stranger', name, true)
  add('home', 'real')
  expect(await order()).toEqual(['invented 1', 'real', 'invented 2', 'invented 3'])
})

it('after a minute the address counts as the others do', async () => {
  const { queue, add, pass, order } = heldQueue()
  queue.refused('stranger')
  pass(60_000)
  add('stranger', 'first')
  add('home', 'second')
  expect(await order()).toEqual(['first', 'second'])
})
