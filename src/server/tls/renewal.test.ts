import { once } from 'node:events'
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request, Agent } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { connect } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pem, pemFile } from '../../../tests/support/certificates.ts'
import { folderOfTest } from '../../../tests/support/folders.ts'
import { firstCertificate, followRenewals } from './renewal.ts'

let folder = ''
let renewals: { stop(): void }
let server: ReturnType<typeof createServer>
let logged: string[]
let clock: { time: number }
const files = () => ({ cert: path.join(folder, 'live.pem'), key: path.join(folder, 'key.pem') })

beforeEach(async () => {
  folder = folderOfTest()
  // Each test's own: a check that still runs when a test ends may still report something.
  const lines: string[] = []
  const own = { time: Date.now() }
  logged = lines
  clock = own
  const note = (line: string) => void lines.push(line)
  const log = { info: note, error: note }
  symlinkSync(pemFile('first-chain'), files().cert)
  writeFileSync(files().key, pem('first-key'))
  const first = await firstCertificate(files(), log)
  server = createServer({ cert: first.cert, key: first.key }, (_, response) => response.end('ok'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  renewals = followRenewals(server, files(), first, { log, checkEvery: 10, now: () => own.time })
})
afterEach(() => {
  renewals.stop()
  server.closeAllConnections()
  server.close()
})

/** The name in the certificate that a new connection gets. */
async function served(): Promise<string | undefined> {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', ca: pem('authority') })
  await once(socket, 'secureConnect')
  const name = socket.getPeerCertificate().subject.CN
  socket.destroy()
  return typeof name === 'string' ? name : undefined
}

/** Turns the link over, as certbot does. */
function link(target: string): void {
  symlinkSync(target, `${files().cert}.new`)
  renameSync(`${files().cert}.new`, files().cert)
}

const line = (pattern: RegExp) =>
  vi.waitFor(() => expect(logged).toContainEqual(expect.stringMatching(pattern)), 10_000)

describe('a renewed certificate', () => {
  it('is served to new connections, and open ones keep theirs', async () => {
    const { port } = server.address() as AddressInfo
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: pem('authority') })
    const ask = async () => {
      const asked = request({ port, host: '127.0.0.1', agent }).end()
      const [response] = await once(asked, 'response')
      response.resume()
      await once(response, 'end')
      return (asked.socket as TLSSocket).getPeerCertificate().subject.CN
    }
    expect(await ask()).toBe('first certificate')
    link(pemFile('second-chain'))
    writeFileSync(files().key, pem('second-key'))
    await line(/^The renewed certificate is served/)
    expect(await served()).toBe('second certificate')
    expect(await ask()).toBe('first certificate')
    agent.destroy()
    expect(logged).toHaveLength(1)
  })

  it('that cannot be served is reported once, and the old one stays until a valid one comes', async () => {
    link(pemFile('second-chain'))
    await line(/not used: TLS_KEY is not the key .*; the old one is served\.$/)
    expect(await served()).toBe('first certificate')
    rmSync(files().key)
    await line(/not used: TLS_KEY names a file that is not there/)
    writeFileSync(files().key, pem('second-key'))
    await line(/is served\.$/)
    await vi.waitFor(async () => expect(await served()).toBe('second certificate'), 10_000)
    expect(logged).toHaveLength(3)
  })

  it('that does not come is reported when the old one has expired', async () => {
    clock.time = Date.UTC(2200, 0)
    await line(/The certificate in TLS_CERT ended on/)
    expect(logged).toHaveLength(1)
  })
})
