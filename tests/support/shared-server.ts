import { mkdirSync, rmSync } from 'node:fs'
import { isHosted } from './hosted/cluster.ts'
import { startTestServer, reachServer, type UsedServer } from './server.ts'

/** How many workers run the test files, and servers that they share. */
export const workers = 3
const sharedServersEnv = 'TEST_SHARED_SERVERS'

/** The address of a shared server. */
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
    for (const place of places) rmSync(claimOf(place), { recursive: true, force: true })
  }
}

/**
 * A server with an empty journal that no other test file uses until `stop`. One file after the other
 * does, so a file that changes more than the journal's rows, reads its log or ends it starts its own.
 */
export async function sharedServer(): Promise<UsedServer> {
  if (isHosted()) return startTestServer()
  const places = JSON.parse(process.env[sharedServersEnv] ?? '[]') as readonly Place[]
  const place = places.find(isTaken)
  if (place === undefined) return startTestServer()
  const server = reachServer(place.url, place.dataDir)
  await server.emptyJournal()
  const stop = async () => {
    await server.stop()
    rmSync(claimOf(place), { recursive: true })
  }
  return { ...server, stop }
}

/** Takes a server, unless another worker has it. */
function isTaken(place: Place): boolean {
  try {
    mkdirSync(claimOf(place))
    return true
  } catch {
    return false
  }
}

const claimOf = ({ dataDir }: Place) => `${dataDir}-in-use`
