import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { findBinaries } from '../../src/server/database/embedded/binaries.ts'
import { chooseListening } from '../../src/server/database/embedded/listening.ts'
import { choosePlacement } from '../../src/server/database/embedded/placement.ts'
import { stopServer } from '../../src/server/database/embedded/postmaster.ts'
import { spawnServer } from '../../src/server/database/embedded/server-process.ts'
import { startTestServer } from '../support/server.ts'

/** Milliseconds of an empty Node server from its start until it listens. */
export async function measureEmptyNode(): Promise<number> {
  const started = performance.now()
  const program = `require('node:http').createServer().listen(0, () => console.log('ready'))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  const took = performance.now() - started
  child.kill()
  await once(child, 'close')
  return took
}

/** Milliseconds of our server from its start until its ready line, on existing data. */
export async function measureStart(dataDir: string): Promise<number> {
  const started = performance.now()
  const server = await startTestServer({ dataDir })
  const took = performance.now() - started
  await server.stop()
  return took
}

/** Milliseconds of PostgreSQL alone, on the same cluster, until it accepts connections. */
export async function measureBarePostgres(dataDir: string): Promise<number> {
  const placement = await choosePlacement(dataDir, await findBinaries(), {})
  const listening = await chooseListening(dataDir, placement)
  const started = performance.now()
  const server = await spawnServer(placement, listening, path.join(dataDir, 'postgres.log'))
  const took = performance.now() - started
  if (server === undefined) throw new Error('PostgreSQL did not start')
  await stopServer(server.pid, 5_000)
  return took
}
