import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeAll } from 'vitest'
import { assignments, rowValues } from '../support/sql.ts'
import { dayOf } from '../../src/domain/journal-day.ts'
import { defaultNudgeChoices, type NudgeChoices } from '../../src/domain/nudges/nudge-choices.ts'
import { writeChoices } from '../../src/server/push/choices.ts'
import { createPresence } from '../../src/server/push/presence.ts'
import { defaultPushHosts } from '../../src/server/settings/push-hosts.ts'
import { Sender } from '../../src/server/push/sender.ts'
import { keepSubscription } from '../../src/server/push/subscriptions.ts'
import { loadVapid } from '../../src/server/push/vapid.ts'
import { createPartner } from '../support/database.ts'
import { db, sqlAs, withDatabase } from '../support/test-database.ts'
import { createPushDevice, startPushReceiver, type PushDevice } from '../support/push-receiver.ts'

export const timeZone = 'Europe/Berlin'
export const contact = 'https://tagebuch.example'

const message = v.object({
  web_push: v.literal(8030),
  notification: v.strictObject({
    title: v.string(),
    body: v.optional(v.string()),
    lang: v.literal('de'),
    navigate: v.pipe(v.string(), v.url()),
    tag: v.string(),
    app_badge: v.string(),
  }),
})

export const minute = 60_000
/** More than the pause that what was just written is given. */
export const soon = 6_000

/** The world of the test that runs. */
export let world: Awaited<ReturnType<typeof nudgeWorld>>

/** Begins the world of a test, at noon unless at another time. */
export async function begin(start = '2026-11-20T11:00Z'): Promise<void> {
  world = await nudgeWorld(start)
}

/** Lets the time pass and sends what is due then; the titles of what arrived. */
export async function titlesAfter(milliseconds: number): Promise<string[]> {
  await world.wait(milliseconds)
  await world.running.sendDue()
  return world.shown().map(({ title }) => title)
}

/** Makes the database of a test file, which each world empties. */
export function withNudges(): void {
  withDatabase()
  beforeAll(async () => {
    await db.sql.run(`create table private.test_clock as select now() as at;
      create or replace function private.real_time() returns timestamptz language sql volatile
        set search_path = '' as 'select at from private.test_clock'`)
  })
  afterEach(() => world.end())
}

/**
 * Two people on the database of the file, a push service on the loopback and a sender, all on one clock that
 * only the test moves.
 *
 * @param start when it is, `2026-11-20T11:00Z`
 */
async function nudgeWorld(start: string) {
  let now = Date.parse(start)
  const { pool, sql } = db
  await db.empty()
  // The journal's time must not stay where another world has brought it.
  await sql.run(`update private.test_clock set at = '${new Date(now).toISOString()}';
    truncate private.push_subscriptions, private.nudge_choices;
    update private.clock set since = private.real_time(), is_noted = false;
    select setval('private.noted_time', 0)`)
  const me = await createPartner(sql, 'Jonas')
  const partner = await createPartner(sql, 'Željka')
  const receiver = await startPushReceiver()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tagebuch-push-'))
  const presence = createPresence()
  const logged: string[] = []
  const log = {
    info: () => undefined,
    error: (line: string, code = '') => void logged.push(`${line} ${code}`),
  }
  const devices = new Map<string, PushDevice>()

  async function moveTo(time: number): Promise<void> {
    now = time
    await sql`update private.test_clock set at = ${new Date(now)}`
  }

  const parts = {
    pool,
    vapid: loadVapid(dataDir, contact),
    presence,
    hosts: defaultPushHosts,
    connect: receiver.connect,
    timeZone,
    log,
    now: () => now,
  }

  return {
    pool: db.pool,
    sql,
    me,
    partner,
    receiver,
    dataDir,
    logged,
    now: () => now,
    /** The server's sender. */
    running: new Sender(parts),
    /** A sender of its own; another one is what the server is after a restart. */
    sender: (over: Partial<typeof parts> = {}) => new Sender({ ...parts, ...over }),
    looksAtJournal: (person: string) => presence.record(person, now),
    /** Moves the clock on by a time, or to one. */
    wait: async (milliseconds: number) => moveTo(now + milliseconds),
    until: async (time: string) => moveTo(Date.parse(time)),
    /** A new device of a person, signed in and subscribed. */
    async device(person: string) {
      const device = createPushDevice(`https://fcm.googleapis.com/send/${randomUUID()}`)
      devices.set(new URL(device.endpoint).pathname, device)
      const sessionId = randomUUID()
      await sql`insert into auth.sessions (id, user_id) values (${sessionId}, ${person})`
      const { endpoint, keys } = device
      const today = dayOf(now, timeZone)
      const given = { person, sessionId, endpoint, ...keys, origin: contact, today }
      const id = await keepSubscription(pool, given)
      // The changes that follow happen later.
      await moveTo(now + 1_000)
      return { id, sessionId, ...device }
    },
    choose: async (person: string, choices: Partial<NudgeChoices>) =>
      writeChoices(pool, person, { ...defaultNudgeChoices, ...choices }),
    /** Writes as a person does. Returns the entry's id. */
    async write(person: string, over: Record<string, string | boolean | Date> = {}) {
      const id = randomUUID()
      const row = { id, user_id: person, category: 'gedanken', content: 'Streng geheim', ...over }
      await sqlAs(person)`insert into public.entries ${rowValues(row)}`
      return id
    },
    react: async (person: string, entry: string, emoji = '😊') =>
      sqlAs(person)`
        insert into public.reactions (entry_id, user_id, emoji) values (${entry}, ${person}, ${emoji})`,
    reply: async (person: string, entry: string) =>
      sqlAs(person)`
        insert into public.replies (entry_id, user_id, content) values (${entry}, ${person}, 'Geheim')`,
    change: async (person: string, entry: string, over: Record<string, boolean>) =>
      sqlAs(person)`update public.entries set ${assignments(over)} where id = ${entry}`,
    /** The nudges that have arrived since the last call, as the devices read them. */
    shown() {
      return receiver.received.splice(0).map(({ path: to, body }) => {
        const device = devices.get(to)
        if (device === undefined) throw new Error('for no device')
        return v.parse(message, JSON.parse(device.read(body))).notification
      })
    },
    async end() {
      await receiver.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
