import { isHosted } from './hosted/cluster.ts'
import { startTestServer, reachServer, type UsedServer } from './server.ts'

/** The workers of the project `integration`, and its shared servers. */
export const workers = 3
const sharedServersEnv = 'TEST_SHARED_SERVERS'

/** Where a shared server is found. */
interface Place {
  readonly url: string
  readonly dataDir: string
}

/** Starts a server for each worker of the run; the returned function ends them. */
export async function startSharedServers(): Promise<() => Promise<void>> {
  const servers = await Promise.all(Array.from({ length: workers }, async () => startTestServer()))
  const places: Place[] = servers.map(({ url, dataDir }) => ({ url, dataDir }))
  process.env[sharedServersEnv] = JSON.stringify(places)
  return async () => {
    await Promise.all(servers.map(async (server) => server.stop()))
  }
}

/**
 * The worker's own server with an empty journal. One test file after the other uses it, so a file that
 * changes more than the journal's rows, reads its log or ends it starts one of its own.
 */
export async function sharedServer(): Promise<UsedServer> {
  if (isHosted()) return startTestServer()
  const places = JSON.parse(process.env[sharedServersEnv] ?? '[]') as readonly Place[]
  const place = places[(Number(process.env['VITEST_POOL_ID'] ?? 1) - 1) % workers]
  if (place === undefined) throw new Error('The run has started no shared servers')
  const server = reachServer(place.url, place.dataDir)
  await server.emptyJournal()
  return server
}
