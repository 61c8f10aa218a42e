import type { Server } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'

/** Listens on a free port, for this machine alone if no other address is given; returns the origin on it. */
export async function listen(server: NetServer, address = '127.0.0.1'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Ends a server with all its connections. */
export async function stopListening(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
