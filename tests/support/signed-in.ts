import { afterAll, beforeAll } from 'vitest'
import {
  startTestServer,
  type SignedIn,
  type TestServer,
  type TestServerOptions,
} from './server.ts'
import type { UsedServer } from './server.ts'
import { sharedServer } from './shared-server.ts'

/*
 * The server of a test file and its two people, set before the file's first test. They are bindings of this module and not
 * arguments of each test, because the helpers of a file use them too.
 */

export let server: UsedServer
/** The same, where the file has one of its own. */
export let ownServer: TestServer
export let jonas: SignedIn
export let zeljka: SignedIn
/** The same two, where one writes and the other must not see it. */
export { jonas as author, zeljka as partner }

/** Both people on a server that one file after the other uses (`sharedServer`). */
export function withSharedServer(): void {
  beforeAll(async () => use(await sharedServer()))
  afterAll(async () => server.stop())
}

/** Both people on a server of the file's own. */
export function withOwnServer(options: TestServerOptions = {}): void {
  beforeAll(async () => {
    ownServer = await startTestServer(options)
    await use(ownServer)
  })
  afterAll(async () => server.stop())
}

async function use(given: UsedServer): Promise<void> {
  server = given
  jonas = await server.client('Jonas')
  zeljka = await server.client('Željka')
}

/** A request of a person to the REST API, as it is on the wire. */
export const restAs = async (
  person: SignedIn,
  path: string,
  {
    headers = {},
    ...init
  }: Omit<RequestInit, 'headers'> & { headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> =>
  fetch(`${server.url}/rest/v1/${path}`, {
    ...init,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${await person.accessToken()}`,
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  })
