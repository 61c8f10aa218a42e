import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PushRequest } from '../../src/server/push/push-connection.ts'
import { migrate } from '../../src/server/database/migrate.ts'
import { migrationsDir } from '../support/cluster.ts'
import { begin, minute, soon, titlesAfter, withNudges, world } from './nudge-world.ts'

const fromRows = '20261125150000'
withNudges()

/** Another server's sender, which ends when it has done this with its message and before it notes it. */
async function dieAfter(work: (request: PushRequest) => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => {
    const dying = world.sender({
      async connect(request) {
        await work(request)
        resolve()
        return new Promise(() => undefined)
      },
    })
    void dying.sendDue()
  })
}

describe('a nudge on its way', () => {
  beforeEach(() => begin())

  it('is retried later and later, and arrives once', async () => {
    await world.device(world.me)
    const { answers } = world.receiver
    answers.push({ status: 503 }, { status: 429, headers: { 'retry-after': '600' } })
    await world.write(world.partner)
    expect(await titlesAfter(soon)).toHaveLength(1)
    expect(await titlesAfter(30_000)).toEqual([])
    expect(await titlesAfter(31_000)).toHaveLength(1)
    expect(await titlesAfter(9 * minute)).toEqual([])
    expect(await titlesAfter(minute)).toHaveLength(1)
    expect(await titlesAfter(60 * minute)).toEqual([])
    expect(world.logged).toEqual(['push: fcm.googleapis.com did not take a nudge 503'])
  })

  it('counts again for each attempt, and gives up after a day', async () => {
    await world.choose(world.me, { quietTo: '22:00' as never })
    await world.device(world.me)
    world.receiver.answers.push(...Array.from({ length: 60 }, () => ({ status: 500 })))
    const entry = await world.write(world.partner)
    await titlesAfter(soon)
    await world.write(world.partner)
    expect(await titlesAfter(minute)).toEqual(['2 neue Dinge von Željka'])
    for (let hour = 0; hour < 26; hour += 1) await titlesAfter(60 * minute)
    const { length } = world.receiver.answers
    expect(await titlesAfter(60 * minute)).toEqual([])
    expect(world.receiver.answers).toHaveLength(length)
    await world.change(world.partner, entry, { is_private: true })
    expect(world.receiver.answers.length).toBeGreaterThan(20)
  })

  it('never follows a redirect', async () => {
    await world.device(world.me)
    world.receiver.answers.push({ status: 307, headers: { location: 'http://127.0.0.1:1/' } })
    await world.write(world.partner)
    expect(await titlesAfter(soon)).toHaveLength(1)
    expect(await titlesAfter(minute)).toHaveLength(1)
  })

  it.each([404, 410])('forgets a device whose push service answers %s', async (status) => {
    await world.device(world.me)
    world.receiver.answers.push({ status })
    await world.write(world.partner)
    expect(await titlesAfter(soon)).toHaveLength(1)
    expect(await world.sql`select from private.push_subscriptions`).toHaveLength(0)
  })

  it('forgets a device whose session has ended, before anything is sent', async () => {
    const { sessionId } = await world.device(world.me)
    await world.write(world.partner)
    await world.sql`delete from auth.sessions where id = ${sessionId}`
    expect(await titlesAfter(soon)).toEqual([])
    expect(await world.sql`select from private.push_subscriptions`).toHaveLength(0)
  })

  it('is not sent to a host that left the list', async () => {
    await world.device(world.me)
    await world.write(world.partner)
    await world.wait(soon)
    await world.sender({ hosts: ['web.push.apple.com'] }).sendDue()
    expect(world.receiver.received).toHaveLength(0)
  })

  it('a server that dies loses no nudge', async () => {
    await world.device(world.me)
    await world.write(world.partner)
    await world.wait(soon)
    await dieAfter(async () => undefined)
    expect(await titlesAfter(1_000)).toEqual(['Etwas Neues von Željka 💕'])
    expect(await titlesAfter(60 * minute)).toEqual([])
  })

  it('a server that dies before it has noted a nudge sends it once more, in place of the first', async () => {
    await world.device(world.me)
    await world.write(world.partner)
    await world.wait(soon)
    await dieAfter(async (request) => void (await world.receiver.connect(request)))
    await world.running.sendDue()
    const topics = world.receiver.received.map(({ headers }) => headers['topic'])
    expect(topics).toEqual(['neues', 'neues'])
    expect(world.shown().map(({ tag }) => tag)).toEqual(['neues', 'neues'])
    expect(await titlesAfter(60 * minute)).toEqual([])
  })

  it('what arrives during sending is in the next nudge', async () => {
    await world.device(world.me)
    await world.write(world.partner)
    await world.wait(soon)
    const { connect } = world.receiver
    const slow = world.sender({
      async connect(request) {
        await world.wait(1_000)
        await world.write(world.partner)
        return connect(request)
      },
    })
    await slow.sendDue()
    expect(world.shown()).toHaveLength(1)
    expect(await titlesAfter(15 * minute)).toEqual(['2 neue Dinge von Željka'])
  })

  it('holds no text, and is readable by no client', async () => {
    await world.device(world.me)
    await world.write(world.partner)
    const rows = await world.sql`
      select row_to_json(s)::text as row from private.push_subscriptions s`
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('geheim')
    const [may] = await world.sql`
      select bool_or(has_table_privilege(role, name, 'select, insert, update, delete')
        or has_any_column_privilege(role, name, 'select, insert, update')) as any
      from unnest(array['anon', 'authenticated', 'service_role']) role,
        unnest(array['private.push_subscriptions', 'private.nudge_choices']) name`
    expect(may).toEqual({ any: false })
    expect(
      await world.sql`select from pg_class where relnamespace = 'private'::regnamespace
        and relname in ('push_subscriptions', 'nudge_choices') and relrowsecurity`,
    ).toHaveLength(2)
    expect(
      await world.sql`select from pg_publication_tables where schemaname = 'private'`,
    ).toHaveLength(0)
  })

  it('that waited in the queue of an older version is sent once, and none that was given up', async () => {
    const { sql } = world
    await sql`delete from supabase_migrations.schema_migrations where version = ${fromRows}`
    const before = await readFile(path.join(migrationsDir, '20261122180000_nudges.sql'), 'utf8')
    await sql.run(before.slice(before.indexOf('create table private.nudge_outbox')))
    const given = await world.device(world.me)
    await world.device(world.me)
    await world.write(world.partner)
    await sql`delete from private.nudge_outbox where subscription_id = ${given.id}`
    expect(await migrate(world.pool, migrationsDir)).toHaveLength(1)
    expect(await titlesAfter(soon)).toEqual(['Etwas Neues von Željka 💕'])
    expect(await titlesAfter(60 * minute)).toEqual([])
    await world.write(world.partner)
    expect(await titlesAfter(soon)).toHaveLength(2)
  })

  it('keeps ten devices of a person, and the newest', async () => {
    const first = await world.device(world.me)
    for (let count = 0; count < 10; count += 1) {
      await world.wait(1_000)
      await world.device(world.me)
    }
    const kept = await world.sql<{ id: string }[]>`
      select id::text from private.push_subscriptions`
    expect(kept).toHaveLength(10)
    expect(kept.map(({ id }) => id)).not.toContain(first.id)
  })

  it('while nothing happens it writes nothing', async () => {
    await world.device(world.me)
    await world.sender().sendDue()
    // A row that is written again has another `ctid`.
    const position = async () => [
      ...(await world.sql`select id, ctid::text, xmax::text from private.push_subscriptions`),
    ]
    const before = await position()
    for (let count = 0; count < 5; count += 1) await world.sender().sendDue()
    expect(await position()).toEqual(before)
  })
})
