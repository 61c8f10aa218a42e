import { expect, it } from 'vitest'

import { note, openDevice, settled } from './device.ts'
import { server, withSharedServer } from '../support/signed-in.ts'
import { long } from '../support/quick.ts'

withSharedServer()

/** Longer than a write may wait in the database. */
const heldMs = 12_000

it(
  'a write that the database takes only after 12 s is stored once, and counts as no failure',
  long,
  async () => {
    const jonas = await openDevice(server, 'Jonas', { realtime: false })
    await settled(jonas)
    const troubles: unknown[] = []
    await server.sql().transaction(async (transaction) => {
      await transaction`lock table public.entries in share mode`
      jonas.journal.createEntry(note('Wartet auf die Datenbank'))
      const until = performance.now() + heldMs
      while (performance.now() < until) {
        await transaction`select pg_sleep(0.1)`
        troubles.push(...jonas.session.state().queue.flatMap(({ trouble }) => trouble ?? []))
      }
    })
    await settled(jonas)
    expect(troubles).toEqual([])
    expect(await server.sql()`select content from public.entries`).toEqual([
      { content: 'Wartet auf die Datenbank' },
    ])
    await jonas.close()
  },
)
