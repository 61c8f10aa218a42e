import { once } from 'node:events'
import { createServer } from 'node:net'

/** A free port. */
export async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise((resolve) => probe.close(resolve))
  return String(port)
}
