import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'

import { newDataDir } from '../support/first-start.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** The server under the faults: killed and started again on one data directory and one port. */
export interface FaultyServer {
  readonly port: number
  server(): TestServer
  killServer(): Promise<void>
  killDatabase(): void
  /** Restarts the server after a kill; retries while old processes remain. */
  restart(): Promise<void>
  /** Resolves once the database answers through the server. */
  untilHealthy(): Promise<void>
  close(): Promise<void>
}

/** Starts the real server process on a data directory of its own. */
export async function startFaultyServer(): Promise<FaultyServer> {
  const dataDir = newDataDir({})
  const port = await freePort()
  const start = async () => startTestServer({ dataDir, env: { PORT: port } })
  let server = await start()
  return {
    port: Number(port),
    server: () => server,
    killServer: async () => server.kill(),
    killDatabase() {
      const file = path.join(dataDir, 'cluster', 'postmaster.pid')
      const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
      if (pid > 1) process.kill(pid, 'SIGKILL')
    },
    async restart() {
      server = await patiently(start)
    },
    untilHealthy: async () =>
      patiently(async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
        if (!answer.ok) throw new Error(`the server is not healthy (${answer.status})`)
      }),
    async close() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The last failure counts once two minutes are over. */
async function patiently<Value>(attempt: () => Promise<Value>): Promise<Value> {
  const end = Date.now() + 120_000
  for (;;) {
    try {
      return await attempt()
    } catch (cause) {
      if (Date.now() > end) throw cause
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}
