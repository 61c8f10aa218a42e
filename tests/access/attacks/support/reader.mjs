import { setTimeout as pause } from 'node:timers/promises'

/**
 * A partner's page in a process of its own, so that what the attacker's process is busy with does
 * not count: told an address and headers, it asks every 40 ms until it gets the order to stop, and answers
 * with how long each request took (milliseconds) and the statuses of those that failed.
 * @param {{ url: string, headers: Record<string, string> }} told
 */
async function read({ url, headers }) {
  /** @type {number[]} */
  const times = []
  /** @type {number[]} */
  const failures = []
  const stopping = new AbortController()
  process.once('message', () => stopping.abort())
  while (!stopping.signal.aborted) {
    const started = performance.now()
    const response = await fetch(url, { headers }).catch(() => undefined)
    await response?.arrayBuffer()
    times.push(performance.now() - started)
    if (times.length === 1) process.send?.('reading')
    if (response?.status !== 200) failures.push(response?.status ?? 0)
    await pause(40)
  }
  process.send?.({ times, failures })
  process.disconnect()
}

process.once('message', (/** @type {Parameters<typeof read>[0]} */ told) => void read(told))
process.once('disconnect', () => process.exit())
