import { once } from 'node:events'
import { createServer } from 'node:https'
import { connect as connectTcp } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { pem } from '../../../tests/support/certificates.ts'
import { limitConnections } from './connections.ts'
import type { ConnectionLimits } from './connections.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server with a certificate and these limits, whose answers say nothing. */
async function start(limits: Partial<ConnectionLimits>) {
  const server = createServer({ cert: pem('first-chain'), key: pem('first-key') })
  const connections: ReturnType<typeof limitConnections> = limitConnections(server, {
    addressOf: () => '192.0.2.1',
    secure: true,
    limits,
  })
  server.on('request', (request, response) => {
    if (!connections.admit(request, response)) return
    if (request.url === '/signed-in') connections.signedIn(request.socket)
    if (request.url !== '/never') response.end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    server,
    connections,
    /** A connection that does not begin its handshake. */
    silent: async (): Promise<Socket> => {
      const socket = connectTcp(port, '127.0.0.1')
      await once(socket, 'connect')
      return kept(socket)
    },
    secure: async (): Promise<TLSSocket> => {
      const socket = connect({ port, host: '127.0.0.1', ca: pem('authority') })
      await once(socket, 'secureConnect')
      return kept(socket)
    },
  }
}

function kept<One extends Socket>(socket: One): One {
  socket.on('error', () => undefined)
  closing.push(() => socket.destroy())
  return socket
}

async function ask(socket: Socket, path: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  const [chunk] = await once(socket, 'data')
  return String(chunk)
}

const ended = (socket: Socket) => (socket.destroyed ? undefined : once(socket, 'close'))

describe('a connection with TLS', () => {
  it('whose handshake takes too long is ended, also with a byte now and then', async () => {
    const { silent, secure } = await start({ handshake: 1_000, answer: 10_000 })
    const [one, dripping, good] = [await silent(), await silent(), await secure()]
    const drip = setInterval(() => dripping.write(Buffer.from([22])), 20)
    await Promise.all([ended(one), ended(dripping)])
    clearInterval(drip)
    expect(await ask(good, '/')).toContain('200 OK')
  })

  it('counts before its handshake, and is evicted for a newcomer', async () => {
    const { silent, secure } = await start({ ofAddress: 2 })
    const [first, second] = [await silent(), await silent()]
    const third = await secure()
    await ended(first)
    expect(await ask(third, '/')).toContain('200 OK')
    expect(second.destroyed).toBe(false)
  })

  it('that carried a valid token is never evicted', async () => {
    const { silent, secure } = await start({ ofAddress: 1 })
    const owner = await secure()
    await ask(owner, '/signed-in')
    await ended(await silent())
    expect(await ask(owner, '/')).toContain('200 OK')
  })

  it('with too many requests that wait is ended', async () => {
    const { secure } = await start({ unanswered: 2 })
    const socket = await secure()
    socket.write('GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3))
    await ended(socket)
  })

  it('that became a WebSocket is not counted any more', async () => {
    const { server, secure } = await start({ ofAddress: 1 })
    server.on('upgrade', (_, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
    const upgraded = await secure()
    upgraded.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    await once(upgraded, 'data')
    const next = await secure()
    expect(await ask(next, '/')).toContain('200 OK')
    expect(upgraded.destroyed).toBe(false)
  })

  it('is not waited for when the server closes during its handshake', async () => {
    const { server, connections, silent } = await start({})
    const socket = await silent()
    const closed = once(server, 'close')
    server.close()
    connections.endHandshakes()
    await Promise.all([closed, ended(socket)])
  })
})
