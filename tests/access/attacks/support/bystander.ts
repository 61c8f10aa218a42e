import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { eventually, openRaw } from '../../../sync/support/room.ts'
import type { SignedIn, TestServer } from '../../../support/server.ts'
import { collectedMemory, memoryAfter, memoryOf, readForAWhile } from './memory.ts'
import { percentile, startReader } from './reader.ts'
import { socketUrl } from './wire.ts'
import { isFull } from '../../../support/quick.ts'

/** The requests of the other partner while someone attacked; times in milliseconds. */
export interface Observation {
  readonly requests: number
  readonly median: number
  readonly p95: number
  readonly slowest: number
  /** From a write to its event on the socket that was open all the time. */
  readonly event: number
}

export interface Bystander {
  /** Stops looking; fails if a request failed, the socket closed or a change did not arrive on it. */
  leave(): Promise<Observation>
}

/**
 * A partner who reads and writes and listens all the time, like an open app. How long they wait is printed here and
 * has its bound in the benchmark of attacks: other work on the machine changes it.
 */
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
      const { times, failures } = await reader.stop()
      const started = performance.now()
      const quote = { user_id: person.id, quote_text: crypto.randomUUID(), quote_author: 'Ich' }
      expect((await person.rest.from('custom_quotes').insert(quote)).error).toBeNull()
      await eventually(() => JSON.stringify(socket.received).includes(quote.quote_text))
      const event = performance.now() - started
      expect(isOpen, 'the socket of the partner stayed open').toBe(true)
      socket.socket.terminate()
      const seen = {
        requests: times.length,
        median: Math.round(percentile(times, 50)),
        p95: Math.round(percentile(times, 95)),
        slowest: Math.round(percentile(times, 100)),
        event: Math.round(event),
      }
      expect(failures, 'requests of the partner that failed').toEqual([])
      return seen
    },
  }
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

/**
 * Waits until the server's memory is back after an attack and returns it, in megabytes: it has not grown
 * with the attack.
 */
export async function memoryReturns(server: TestServer, before: number): Promise<number> {
  if (isFull) {
    const after = await memoryAfter(server, before)
    expect(after).toBeLessThanOrEqual(before + allowed)
    return after
  }
  const end = performance.now() + 15_000
  while (memoryOf(server) > before + allowed && performance.now() < end) await pause(250)
  const after = memoryOf(server)
  expect(after).toBeLessThanOrEqual(before + allowed)
  return after
}

/** One line of figures in the test's output. */
export function report(name: string, figures: Readonly<Record<string, unknown>>): void {
  console.log(`${name}: ${JSON.stringify(figures)}`)
}
