import { readdirSync, readFileSync } from 'node:fs'
import { RealtimeClient, type WebSocketLikeConstructor } from '@supabase/realtime-js'
import { WebSocket } from 'ws'
import { listen } from '../sync/support/room.ts'
import { startTestServer, type SignedIn, type TestServer } from '../support/server.ts'

export type Household = Awaited<ReturnType<typeof moveIn>>

/** A journal with a socket of each of its people. */
export async function moveIn() {
  const server = await startTestServer()
  const people = [await server.client('Jonas'), await server.client('Željka')]
  const sockets = await Promise.all(people.map(async (person) => follow(server, person)))
  return { server, people, sockets }
}

/** The unmodified client's socket; it notes what the other has written. */
async function follow(server: TestServer, person: SignedIn) {
  const client = new RealtimeClient(`${server.url.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey: server.anonKey },
    transport: WebSocket as unknown as WebSocketLikeConstructor,
  })
  await client.setAuth(await person.accessToken())
  const { seen } = await listen(client, 'journal', [{ table: 'entries' }])
  return {
    client,
    /** How many entries of the other arrived. */
    partnersChanges: () => seen.filter(({ new: row }) => row['user_id'] !== person.id).length,
  }
}

export async function write(person: SignedIn, turn: number): Promise<void> {
  const row = { user_id: person.id, category: 'gedanken', content: `Gedanke Nr. ${turn}` }
  const { error } = await person.rest.from('entries').insert(row)
  if (error !== null) throw new Error(error.message)
}

export async function leave({ server, sockets }: Household): Promise<void> {
  await Promise.all(sockets.map(async ({ client }) => client.disconnect()))
  await server.stop()
}

/** The server's process and those of its database. */
export function processesOf(server: TestServer): readonly number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const fields = statOf(Number(name))
    if (fields !== undefined) parents.set(Number(name), Number(fields[1]))
  }
  const found = [server.process.pid ?? 0]
  for (const pid of found)
    for (const [child, parent] of parents) if (parent === pid) found.push(child)
  return found
}

/** Seconds of processor time that a server and its database have used; Linux counts in hundredths. */
export function processorTimeOf(server: TestServer): number {
  const ticks = processesOf(server)
    .map((pid) => statOf(pid))
    .reduce((sum, fields) => sum + Number(fields?.[11] ?? 0) + Number(fields?.[12] ?? 0), 0)
  return ticks / 100
}

/** The fields of /proc/PID/stat behind the program's name; undefined if the process has ended. */
function statOf(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
