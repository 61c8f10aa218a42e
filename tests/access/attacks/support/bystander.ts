import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { eventually, openRaw } from '../../../sync/support/room.ts'
import type { SignedIn, TestServer } from '../../../support/server.ts'
import { collectedMemory, memoryAfter, memoryOf, readForAWhile } from './memory.ts'
import { startReader } from './reader.ts'
import { socketUrl } from './wire.ts'
import { isFull } from '../../../support/quick.ts'

/** A partner who reads and writes and listens all the time, like an open app. */
interface Bystander {
  /** Stops looking; fails if a request failed, the socket closed or a change did not arrive on it. */
  leave(): Promise<void>
}

/** How long the partner waits has its bound in the benchmark of attacks: other work on the machine changes it. */
export async function watch(server: TestServer, person: SignedIn): Promise<Bystander> {
  const socket = await openRaw(socketUrl(server))
  const token = await person.accessToken()
  const bindings = [{ event: '*', schema: 'public', table: 'custom_quotes' }]
  await socket.join('bystander', token, bindings)
  let isOpen = true
  void socket.closed.then(() => (isOpen = false))
  const reader = await startReader(server, token)
  return {
    async leave() {
      const { failures } = await reader.stop()
      const quote = { user_id: person.id, quote_text: crypto.randomUUID(), quote_author: 'Ich' }
      expect((await person.rest.from('custom_quotes').insert(quote)).error).toBeNull()
      await eventually(() => JSON.stringify(socket.received).includes(quote.quote_text))
      expect(isOpen, 'the socket of the partner stayed open').toBe(true)
      socket.socket.terminate()
      expect(failures, 'requests of the partner that failed').toEqual([])
    },
  }
}

/** An attack of which the partner notices nothing, and after which the server holds no more memory than before. */
export async function withoutHarm(
  server: TestServer,
  person: SignedIn,
  attack: (memoryBefore: number) => Promise<void>,
): Promise<void> {
  const before = await memoryBefore(server, person)
  const bystander = await watch(server, person)
  await attack(before)
  await bystander.leave()
  await memoryReturns(server, before)
}

/**
 * Megabytes above `before`: attacks send far more. The short form does not collect, and Node is lazy. The bound of
 * the benchmark is closer.
 */
const allowed = isFull ? 50 : 100

/**
 * Resident memory of the server before an attack, in megabytes. In the long form it has been used
 * for a while, and is collected first.
 */
export async function memoryBefore(server: TestServer, person: SignedIn): Promise<number> {
  if (!isFull) return memoryOf(server)
  await readForAWhile(person)
  return collectedMemory(server)
}

/** Waits until the server's memory is back after an attack: it has not grown with it. */
export async function memoryReturns(server: TestServer, before: number): Promise<void> {
  const end = isFull ? 0 : performance.now() + 15_000
  while (performance.now() < end && memoryOf(server) > before + allowed) await pause(250)
  const after = isFull ? await memoryAfter(server, before) : memoryOf(server)
  expect(after).toBeLessThanOrEqual(before + allowed)
}
