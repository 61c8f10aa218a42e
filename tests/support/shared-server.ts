import { mkdirSync, rmSync } from 'node:fs'
import { isHosted } from './hosted/cluster.ts'
import { reachServer, startTestServer, withoutRevocation, type UsedServer } from './server.ts'

/** How many workers run the test files, and servers that they share. */
export const workers = 3

/** The variable with the shared servers of a project of tests. */
const envOf = (hosted: boolean) => (hosted ? 'TEST_SHARED_HOSTED' : 'TEST_SHARED_SERVERS')

/** The address of a shared server. */
interface Place {
  readonly url: string
  readonly dataDir: string
}

/** Starts a server for each worker of the run; the returned function ends them. */
export async function startSharedServers({ hosted = false } = {}): Promise<() => Promise<void>> {
  const starting = Array.from({ length: workers }, async () => startTestServer({ hosted }))
  const servers = await Promise.all(starting)
  const places: Place[] = servers.map(({ url, dataDir }) => ({ url, dataDir }))
  process.env[envOf(hosted)] = JSON.stringify(places)
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
  const places = JSON.parse(process.env[envOf(isHosted())] ?? '[]') as readonly Place[]
  const place = places.find(isTaken)
  if (place === undefined) return startTestServer()
  const reached = reachServer(place.url, place.dataDir)
  const server = isHosted() ? withoutRevocation(reached) : reached
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
