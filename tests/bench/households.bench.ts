import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { RealtimeClient, type WebSocketLikeConstructor } from '@supabase/realtime-js'
import { WebSocket } from 'ws'
import { listen } from '../realtime/support/room.ts'
import { firstStartEnv } from '../support/first-start.ts'
import { startTestServer, type SignedIn, type TestServer } from '../support/server.ts'
import { atMost, median, megabytes, report } from './figures.ts'

/*
 * What it takes to host the journals of friends: each in an instance of its own, both people of each with a
 * socket, each writing once a minute. HOUSEHOLDS and HOUSEHOLD_MINUTES change how many and how long.
 */

const wanted = Number(process.env['HOUSEHOLDS'] ?? 50)
const minutes = Number(process.env['HOUSEHOLD_MINUTES'] ?? 3)

/** Instances are started while this much memory is free, in bytes. */
const reserve = 1024 ** 3

interface Household {
  readonly server: TestServer
  readonly people: readonly SignedIn[]
  readonly sockets: readonly Follower[]
}

interface Follower {
  readonly client: RealtimeClient
  /** How many entries of the other arrived. */
  readonly told: () => number
}

test('many journals fit one machine', async () => {
  const first = mkdtempSync(path.join(tmpdir(), 'tagebuch-first-'))
  await (await startTestServer({ dataDir: first })).stop()
  process.env[firstStartEnv] = first
  const households: Household[] = []
  try {
    while (households.length < wanted && freemem() > reserve) households.push(await moveIn())
    const before = processorTime(households)
    const written = await live(households)
    const busy = (processorTime(households) - before) / (minutes * 60)
    const followers = households.flatMap(({ sockets }) => sockets)
    expect(followers.reduce((sum, { told }) => sum + told(), 0)).toBe(written)
    const memory = median(households.map(({ server }) => memoryOf(server)))
    const figures = [
      atMost(
        `memory per journal, ${households.length} of them`,
        memory,
        200 * 1024 ** 2,
        megabytes,
      ),
      atMost('processor per journal', busy / households.length, 0.02, percent),
    ]
    expect(report('households', figures)).toEqual([])
  } finally {
    await Promise.all(households.map(leave))
    rmSync(first, { recursive: true, force: true })
  }
})

const percent = (share: number) => `${(share * 100).toFixed(1)} % of a core`

async function moveIn(): Promise<Household> {
  const server = await startTestServer()
  const people = [await server.client('Jonas'), await server.client('Željka')]
  const sockets = await Promise.all(people.map(async (person) => follow(server, person)))
  return { server, people, sockets }
}

/** The unmodified client's socket; it notes what the other has written. */
async function follow(server: TestServer, person: SignedIn): Promise<Follower> {
  const client = new RealtimeClient(`${server.url.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey: server.anonKey },
    transport: WebSocket as unknown as WebSocketLikeConstructor,
  })
  await client.setAuth(await person.accessToken())
  const { seen } = await listen(client, 'journal', [{ table: 'entries' }])
  return { client, told: () => seen.filter(({ new: row }) => row['user_id'] !== person.id).length }
}

/** Lets each person write once a minute, one after the other through the minute; returns how many wrote. */
async function live(households: readonly Household[]): Promise<number> {
  const people = households.flatMap((household) => household.people)
  const gap = 60_000 / people.length
  const started = performance.now()
  const sending: Promise<void>[] = []
  for (let turn = 0; turn < people.length * minutes; turn += 1) {
    await pause(Math.max(0, started + turn * gap - performance.now()))
    const person = people[turn % people.length]
    if (person !== undefined) sending.push(write(person, turn))
  }
  await Promise.all(sending)
  await pause(3_000)
  return sending.length
}

async function write(person: SignedIn, turn: number): Promise<void> {
  const row = { user_id: person.id, category: 'gedanken', content: `Gedanke Nr. ${turn}` }
  const { error } = await person.rest.from('entries').insert(row)
  if (error !== null) throw new Error(error.message)
}

async function leave({ server, sockets }: Household): Promise<void> {
  await Promise.all(sockets.map(async ({ client }) => client.disconnect()))
  await server.stop()
}

/** The server's process and those of its database. */
function processesOf(server: TestServer): readonly number[] {
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

/** The fields of /proc/PID/stat behind the program's name; undefined where the process has ended. */
function statOf(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** Bytes in memory, where what processes share counts in parts (PSS). */
function memoryOf(server: TestServer): number {
  return processesOf(server).reduce((sum, pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return sum + Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
  }, 0)
}

/** Seconds of processor time that all of them have used; Linux counts in hundredths. */
function processorTime(households: readonly Household[]): number {
  const ticks = households
    .flatMap(({ server }) => processesOf(server))
    .map((pid) => statOf(pid))
    .reduce((sum, fields) => sum + Number(fields?.[11] ?? 0) + Number(fields?.[12] ?? 0), 0)
  return ticks / 100
}
