import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { eventually, openRaw } from '../../realtime/support/room.ts'
import type { SignedIn, TestServer } from '../../support/server.ts'

/** True for the long form (`npm run test:full`). */
export const isFull = process.env['TEST_FULL'] === '1'

/** What the other partner saw while someone attacked. */
export interface Observation {
  readonly requests: number
  /** Milliseconds. */
  readonly median: number
  readonly slowest: number
  /** From a write to its event on the socket that was open all the time, in milliseconds. */
  readonly event: number
}

export interface Bystander {
  /** Stops looking; fails if any request failed, the socket closed or an answer took too long. */
  leave(): Promise<Observation>
}

/** Patience of a person on a machine that tests keep busy, in milliseconds. */
const patience = 5_000

export const socketUrl = (server: TestServer) =>
  `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.anonKey}&vsn=2.0.0`

/** A partner who reads and writes and listens all the time, like an open app. */
export async function watch(server: TestServer, person: SignedIn): Promise<Bystander> {
  const socket = await openRaw(socketUrl(server))
  const bindings = [{ event: '*', schema: 'public', table: 'custom_quotes' }]
  await socket.join('bystander', await person.accessToken(), bindings)
  let isOpen = true
  void socket.closed.then(() => (isOpen = false))
  const times: number[] = []
  const failures: number[] = []
  const leaving = new AbortController()
  const looking = (async () => {
    while (!leaving.signal.aborted) {
      const started = performance.now()
      const { status } = await person.rest.from('entries').select('id, content').limit(50)
      times.push(performance.now() - started)
      if (status !== 200) failures.push(status)
      await pause(40)
    }
  })()
  return {
    async leave() {
      leaving.abort()
      await looking
      const started = performance.now()
      const quote = { user_id: person.id, quote_text: crypto.randomUUID(), quote_author: 'Ich' }
      expect((await person.rest.from('custom_quotes').insert(quote)).error).toBeNull()
      await eventually(() => JSON.stringify(socket.received).includes(quote.quote_text))
      const event = performance.now() - started
      expect(isOpen, 'the socket of the partner stayed open').toBe(true)
      socket.socket.terminate()
      const sorted = times.toSorted((one, other) => one - other)
      const seen = {
        requests: times.length,
        median: Math.round(sorted[Math.floor(times.length / 2)] ?? 0),
        slowest: Math.round(sorted.at(-1) ?? 0),
        event: Math.round(event),
      }
      expect(failures, 'requests of the partner that failed').toEqual([])
      expect(seen.slowest).toBeLessThan(patience)
      expect(seen.event).toBeLessThan(patience)
      return seen
    },
  }
}

/** Resident memory of the server's Node process, in megabytes. */
export function memoryOf({ process: { pid } }: TestServer): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Math.round(Number(stdout) / 1024)
}

/**
 * Waits until the server's memory is at most `allowed` megabytes over `before`; returns it.
 * Node gives memory back lazily, so a bound says "it does not grow with the attack".
 */
export async function memoryReturns(
  server: TestServer,
  before: number,
  allowed = 100,
): Promise<number> {
  const end = performance.now() + 15_000
  while (memoryOf(server) > before + allowed && performance.now() < end) await pause(250)
  const after = memoryOf(server)
  expect(after).toBeLessThanOrEqual(before + allowed)
  return after
}

/** One line of figures in the test's output. */
export function report(name: string, figures: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`)
}

/** Runs `work` for 0 … count-1, at most `width` at a time. */
export async function inParallel<Result>(
  count: number,
  width: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const lane = async () => {
    while (next < count) {
      const index = next
      next += 1
      results[index] = await work(index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane))
  return results
}
