import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startJournal, type Journal } from './support/journal.ts'
import { eventually, listen, startRoom, type Listener, type TestRoom } from './support/room.ts'

const target = 5_000
/** How often the room looks whether anything was written, in ms. */
const look = 100

let journal: Journal
let room: TestRoom
let listener: Listener

beforeAll(async () => {
  journal = await startJournal({ ownCluster: true })
  room = await startRoom(journal, { limits: { heartbeat: look } })
  const client = room.client({ token: await journal.second.token() })
  listener = await listen(client, 'supervised', [{ table: 'entries' }])
})
afterAll(async () => {
  await room.stop()
  await journal.stop()
})

/** Does the damage and returns how long it took until clients were told to pull, in ms. */
async function recovery(damage: () => Promise<unknown>): Promise<number> {
  const before = listener.systems.length
  const start = performance.now()
  await damage()
  await eventually(() => listener.systems.length > before)
  return performance.now() - start
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
    expect(await recovery(end)).toBeLessThan(target)
    await expectEvents()
  })

  it('writes nothing while nobody writes', async () => {
    const beat = async () => {
      const [row] = await journal.sql<{ id: string }[]>`
        select xmin::text as id from private.realtime_heartbeat`
      return row?.id
    }
    const last = await eventually(async () => {
      const seen = await beat()
      await pause(4 * look)
      return seen !== undefined && seen === (await beat()) ? seen : undefined
    })
    await pause(4 * look)
    expect(await beat()).toBe(last)
    await journal.first.write('dann doch')
    await eventually(async () => (await beat()) !== last)
  })

  it(
    'comes back when its sender has fallen silent without closing, once a change waits',
    { tags: ['long'] },
    async () => {
      const [sender] = await journal.sql<{ pid: number }[]>`select pid from pg_stat_replication`
      const pid = sender?.pid ?? 0
      const stop = async () => {
        process.kill(pid, 'SIGSTOP')
        await journal.first.write('das niemand hört')
      }
      const taken = await recovery(stop)
      process.kill(pid, 'SIGCONT')
      expect(taken).toBeLessThan(target + 1_000)
      await expectEvents()
      await eventually(() => true)
      const slots = () => journal.sql`select from pg_replication_slots`
      while ((await slots()).length > 1) await new Promise((resolve) => setTimeout(resolve, 20))
    },
  )

  it('comes back after a restart of the database underneath', async () => {
    expect(await recovery(() => journal.killDatabase())).toBeLessThan(target)
    await expectEvents()
  })

  it('survives the loss of its heartbeat table and publication', async () => {
    await journal.sql`drop publication journal_heartbeat`
    await journal.sql`drop table private.realtime_heartbeat`
    expect(await recovery(async () => undefined)).toBeLessThan(target + 3_000)
    await expectEvents()
  })

  it('tells the operator in one line per outage, without any journal text', () => {
    expect(room.logged.length).toBeLessThanOrEqual(6)
    expect(room.logged.join('\n')).not.toContain('wieder da')
  })
})
