import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestServer } from '../../../support/server.ts'

/** The times of a partner's requests, in milliseconds, and the statuses of those that failed. */
export interface Readings {
  readonly times: readonly number[]
  readonly failures: readonly number[]
}

/** A partner who reads the entries every 40 ms in a process of their own, from now until stopped. */
export async function startReader(
  server: TestServer,
  token: string,
): Promise<{ stop(): Promise<Readings> }> {
  const child = fork(fileURLToPath(new URL('./reader.mjs', import.meta.url)))
  child.send({
    url: `${server.url}/rest/v1/entries?select=id,content&limit=50`,
    headers: { apikey: server.anonKey, authorization: `Bearer ${token}` },
  })
  await once(child, 'message')
  return {
    async stop() {
      const answered = once(child, 'message')
      child.send('stop')
      const [readings] = (await answered) as [Readings]
      return readings
    },
  }
}

/** The value that `percent` of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}
