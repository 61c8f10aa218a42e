import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { eventually } from '../../../sync/support/room.ts'
import type { SignedIn, TestServer } from '../../../support/server.ts'

/** The environment of a server whose memory can be collected: its inspector takes any free port. */
export const collectable = { NODE_OPTIONS: '--inspect-port=0' }

/** How much of the memory before an attack may be held after it. */
export const memoryBound = 1.2

/** Resident memory of the server's Node process, in megabytes. */
export function memoryOf({ process: { pid } }: TestServer): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Math.round(Number(stdout) / 1024)
}

/** Ordinary reads: what the first requests make the server load and compile is no attack's doing. */
export async function readForAWhile({ rest }: SignedIn): Promise<void> {
  for (let request = 0; request < 500; request += 1)
    await rest.from('entries').select('*').limit(50)
}

/**
 * Resident memory of a server started with `collectable`, in megabytes, after a forced collection:
 * the server is the one that people run, and does not report when it collects.
 */
export async function collectedMemory(server: TestServer): Promise<number> {
  const address = () => /^Debugger listening on (ws:\S+)$/m.exec(server.logs())?.[1]
  if (address() === undefined) server.process.kill('SIGUSR1')
  const socket = new WebSocket(await eventually(address))
  await once(socket, 'open')
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await once(socket, 'message')
  socket.terminate()
  return memoryOf(server)
}

/**
 * Waits until the server holds at most 1.2 times what it held before, collected both times, and
 * returns what it holds; half a minute for connections to end and pages to be given back.
 */
export async function memoryAfter(server: TestServer, before: number): Promise<number> {
  const end = performance.now() + 30_000
  let after = await collectedMemory(server)
  while (after > before * memoryBound && performance.now() < end) {
    await pause(500)
    after = await collectedMemory(server)
  }
  return after
}
