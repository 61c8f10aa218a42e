import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startJournal, type Journal } from './support/journal.ts'
import { eventually, listen, startRoom, type Listener, type TestRoom } from './support/room.ts'
import { long } from '../support/quick.ts'

/** How often the room asks the sender for an answer, in ms. */
const heartbeat = 100

let journal: Journal
let room: TestRoom
let listener: Listener

beforeAll(async () => {
  journal = await startJournal({ ownCluster: true })
  room = await startRoom(journal, { limits: { heartbeat } })
  const client = room.client({ token: await journal.second.token() })
  listener = await listen(client, 'supervised', [{ table: 'entries' }])
})
afterAll(async () => {
  await room.stop()
  await journal.stop()
})

/** Does the damage and waits until clients have to pull. */
async function recovery(damage: () => Promise<unknown>): Promise<void> {
  const before = listener.systems.length
  await damage()
  await eventually(() => listener.systems.length > before)
}

async function expectEvents(): Promise<void> {
  const id = await eventuallyWritten()
  await eventually(() => listener.seen.some((event) => event.new['id'] === id))
  expect(listener.states).toEqual(['SUBSCRIBED'])
  expect(listener.systems.every(({ status }) => status === 'ok')).toBe(true)
}

/** The test's own pool needs a moment after a restart. */
async function eventuallyWritten(): Promise<string> {
  for (;;) {
    const id = await journal.first.write('wieder da').catch(() => null)
    if (id !== null) return id
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('the change stream', () => {
  it('comes back after the end of its sender process alone', async () => {
    const end = () => journal.sql`select pg_terminate_backend(pid) from pg_stat_replication`
    await recovery(end)
    await expectEvents()
  })

  it('writes nothing while no one writes', async () => {
    const written = async () => {
      const [row] = await journal.sql<{ next: string }[]>`
        select pg_snapshot_xmax(pg_current_snapshot())::text as next`
      return Number(row?.next)
    }
    const before = await written()
    await pause(10 * heartbeat)
    // PostgreSQL's own upkeep may write once; heartbeats would be ten.
    expect((await written()) - before).toBeLessThan(5)
  })

  it('comes back when its sender has fallen silent without closing', long, async () => {
    const [sender] = await journal.sql<{ pid: number }[]>`select pid from pg_stat_replication`
    const pid = sender?.pid ?? 0
    await recovery(async () => process.kill(pid, 'SIGSTOP'))
    process.kill(pid, 'SIGCONT')
    await expectEvents()
    await eventually(() => true)
    const slots = () => journal.sql`select from pg_replication_slots`
    while ((await slots()).length > 1) await new Promise((resolve) => setTimeout(resolve, 20))
  })

  it('comes back after a restart of the database underneath', async () => {
    const restart = async () => {
      await journal.killDatabase()
      // How long the database takes to recover is its own matter.
      await eventually(async () => journal.sql`select 1`.catch(() => null))
    }
    await recovery(restart)
    await expectEvents()
  })

  it('tells the operator in one line per outage, without any journal text', () => {
    expect(room.logged.length).toBeLessThanOrEqual(6)
    expect(room.logged.join('\n')).not.toContain('wieder da')
  })
})
