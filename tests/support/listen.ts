import type { Server } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'

/** Listens on a free port of this machine; returns the origin. */
export async function listen(server: NetServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Ends a server with all its connections. */
export async function stopListening(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
