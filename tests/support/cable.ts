import { connect, createServer, type Socket } from 'node:net'
import { listen } from './listen.ts'

/** The way from one device to the server, which can be cut: offline in any browser. */
export interface Cable {
  /** The device's address of the journal. */
  readonly url: string
  /** Ends every connection and refuses new ones. */
  cut(): void
  mend(): void
  /** Cuts it for good. */
  close(): Promise<void>
}

export async function openCable(serverUrl: string): Promise<Cable> {
  const { port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(Number(port), '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    return undefined
  })
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    // On each address: a page of any but the loopback one has no secure context.
    url: await listen(server, '0.0.0.0'),
    cut,
    mend: () => (isCut = false),
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
