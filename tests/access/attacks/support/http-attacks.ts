import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { eventually } from '../../../sync/support/room.ts'
import type { TestServer } from '../../../support/server.ts'
import { inParallel } from './in-parallel.ts'
import { lines, wire } from './wire.ts'

const dist = fileURLToPath(new URL('../../../../dist', import.meta.url))

/** The largest file that anyone may ask for. */
const largest = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .map((name) => ({ name, bytes: statSync(path.join(dist, name)).size }))
  .reduce((one, other) => (other.bytes > one.bytes ? other : one))

/** A request for the largest file, as if from this address (the server trusts its proxy). */
const asking = (address: string) =>
  lines(
    `GET /${largest.name.split(path.sep).join('/')} HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-Forwarded-For: ${address}`,
  )

/** 0.7 MB of requests for the largest file on each connection, one after the other, never read. */
export async function pipelineRequests(server: TestServer, connections: number): Promise<void> {
  const ends: Promise<unknown>[] = []
  for (let tried = 0; tried < connections; tried += 1) {
    const socket = wire(server)
    ends.push(new Promise((resolve) => socket.once('close', resolve)))
    socket.pause()
    const request = asking('203.0.113.5')
    socket.write(request.repeat(Math.ceil((700 * 1024) / request.length)))
    // Without reading, the end shows only where something is written.
    const poking = setInterval(() => socket.write(request), 50)
    socket.once('close', () => clearInterval(poking))
  }
  await Promise.all(ends)
}

/**
 * Asks for the largest file on that many connections of as many addresses, never reads, and leaves
 * after a second; returns how many the server still held then.
 */
export async function neverRead(server: TestServer, connections: number): Promise<number> {
  let open = 0
  const readers = await inParallel(connections, 50, async (index) => {
    const socket = wire(server)
    await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
    open += 1
    socket.once('close', () => (open -= 1))
    socket.pause()
    socket.write(asking(`198.51.${index % 200}.${Math.floor(index / 200)}`).repeat(8))
    return socket
  })
  await pause(1_000)
  const held = open
  for (const socket of readers) socket.destroy()
  await eventually(() => open === 0)
  return held
}

/** A request of the REST API with a token, without its body. */
export const head = (
  server: TestServer,
  token: string,
  method: string,
  target: string,
  ...more: string[]
) =>
  lines(
    `${method} ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    `apikey: ${server.anonKey}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    ...more,
  )

/** Announces bodies of this number of megabytes and sends them for as long as the server listens. */
export async function sendLargeBodies(
  server: TestServer,
  token: string,
  { connections, megabytes }: { readonly connections: number; readonly megabytes: number },
): Promise<void> {
  await inParallel(connections, 5, async () => {
    const socket = wire(server)
    const length = `Content-Length: ${megabytes * 1024 * 1024}`
    socket.write(head(server, token, 'POST', '/rest/v1/entries', length))
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    for (let sent = 0; sent < megabytes && !socket.destroyed; sent += 1) {
      if (!socket.write(chunk))
        await once(socket, 'drain', { signal: AbortSignal.timeout(500) }).catch(() => undefined)
    }
    socket.destroy()
  })
}

/** The largest bodies that are read, as deep and as hard to match as texts get; returns the statuses. */
export async function sendHardBodies(
  server: TestServer,
  token: string,
  count: number,
): Promise<number[]> {
  const bodies = ['"'.repeat(60_000), '['.repeat(60_000), `{"content":"${'\\"'.repeat(30_000)}`]
  return inParallel(count, 20, async (index) => {
    const response = await fetch(`${server.url}/rest/v1/entries`, {
      method: 'POST',
      headers: {
        apikey: server.anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: bodies[index % bodies.length] ?? '',
    })
    await response.arrayBuffer()
    return response.status
  })
}

/**
 * Asks without a token what the planner would look at for some time; returns the statuses, 0 if the
 * server closed the connection.
 */
export async function askWithoutToken(
  server: TestServer,
  count: number,
  width: number,
): Promise<number[]> {
  const query = `select=*,profiles(*),reactions(*)&content=neq.${'x'.repeat(9_000)}`
  return inParallel(count, width, async () => {
    const headers = { apikey: server.anonKey }
    const response = await fetch(`${server.url}/rest/v1/entries?${query}`, { headers }).catch(
      () => undefined,
    )
    await response?.arrayBuffer()
    return response?.status ?? 0
  })
}
