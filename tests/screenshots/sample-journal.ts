import { randomUUID } from 'node:crypto'
import { rowValues, type TestSql } from '../support/sql.ts'
import type { Category } from '../../src/domain/category.ts'
import type { ReactionEmoji } from '../../src/domain/reaction.ts'
import type { UsedServer } from '../support/server.ts'

export type PersonName = 'Jonas' | 'Željka'

export interface SampleEntry {
  /** A random one unless given. */
  readonly id?: string
  readonly by: PersonName
  readonly category: Category
  readonly content: string
  /** Hours before the moment of the picture. */
  readonly hoursAgo: number
  readonly completed?: boolean
  readonly isPrivate?: boolean
  /** Hours after the moment of the picture. */
  readonly scheduledIn?: number
  readonly reactions?: readonly (readonly [PersonName, ReactionEmoji])[]
  /** Each half an hour after the one before it. */
  readonly replies?: readonly (readonly [PersonName, string])[]
  /** The entry that tells how this idea was. */
  readonly story?: SampleEntry
}

export const sample: readonly SampleEntry[] = [
  {
    by: 'Željka',
    category: 'erzaehlen',
    content:
      'Heute hat die alte Dame vom Markt mir zwei Äpfel geschenkt, „einen für ihn“. Deiner liegt im Kühlschrank. Noch.',
    hoursAgo: 1,
    replies: [['Jonas', 'Zu spät: Er war schon mit mir spazieren.']],
  },
  {
    by: 'Jonas',
    category: 'ideen',
    content: 'Mit dem Nachtzug nach Zagreb, Frühstück bei deiner Mutter, dann weiter ans Meer.',
    hoursAgo: 5,
    scheduledIn: 24 * 26,
    reactions: [
      ['Željka', '❤️'],
      ['Željka', '🔥'],
      ['Jonas', '🎉'],
    ],
  },
  {
    by: 'Željka',
    category: 'uebersetzungen',
    content: '🇩🇪 Fernweh | 🇭🇷 čežnja za daljinom',
    hoursAgo: 20,
    reactions: [['Jonas', '🥰']],
  },
  {
    by: 'Jonas',
    category: 'gedanken',
    content: 'Wenn du beim Kochen singst, ist die Wohnung doppelt so groß.',
    hoursAgo: 27,
    reactions: [
      ['Željka', '😊'],
      ['Željka', '❤️'],
    ],
  },
  {
    by: 'Jonas',
    category: 'ideen',
    content: 'Die Lampe über dem Küchentisch endlich aufhängen',
    hoursAgo: 50,
    completed: true,
    reactions: [['Željka', '👍']],
  },
  {
    by: 'Željka',
    category: 'uebersetzungen',
    content: '🇩🇪 Glühwürmchen | 🇭🇷 krijesnica',
    hoursAgo: 75,
  },
  {
    by: 'Jonas',
    category: 'erzaehlen',
    content:
      'Der Kater vom Nachbarn sitzt wieder auf unserer Fensterbank und tut, als wohne er hier.',
    hoursAgo: 98,
    reactions: [['Željka', '🐱']],
  },
  {
    by: 'Željka',
    category: 'uebersetzungen',
    content: '🇩🇪 Geborgenheit | 🇭🇷 osjećaj sigurnosti',
    hoursAgo: 120,
  },
  {
    by: 'Jonas',
    category: 'uebersetzungen',
    content: '🇩🇪 Feierabend | 🇭🇷 kraj radnog dana',
    hoursAgo: 124,
  },
]

const hour = 3_600_000

/** The entry on top of a special day's picture: the automatic one, as this morning's device wrote it. */
export interface AutomaticEntry {
  readonly id: string
  readonly content: string
}

/** Two people's week before `now` (milliseconds since 1970). */
export async function writeSampleJournal(
  server: Fillable,
  now: number,
  automatic?: AutomaticEntry,
): Promise<void> {
  const hers = { by: 'Željka', category: 'erzaehlen', hoursAgo: 0.5 } as const
  const ofTheDay: readonly SampleEntry[] =
    automatic === undefined ? [] : [{ ...automatic, ...hers, reactions: [['Jonas', '❤️']] }]
  await writeJournal(server, [...sample, ...ofTheDay], now)
}

/** A server whose journal can be filled. */
export type Fillable = Pick<UsedServer, 'sql' | 'emptyJournal'>

/**
 * Empties the journal and writes these entries, at times before `now` (milliseconds since 1970). Written past the
 * triggers, because the server would not take times that far from its own clock.
 */
export async function writeJournal(
  server: Fillable,
  entries: readonly SampleEntry[],
  now: number,
): Promise<void> {
  await server.emptyJournal()
  await server.sql().transaction(async (sql) => {
    const people = await sql<{ id: string; name: PersonName }[]>`select id, name from profiles`
    const ids = new Map(people.map(({ id, name }) => [name, id]))
    await sql`set local session_replication_role = replica`
    for (const entry of entries) await writeEntry(sql, entry, now, ids)
    const seen = new Date(now - 10 * hour)
    await sql`update last_looks set seen_until = ${seen}, updated_at = clock_timestamp()`
  })
}

async function writeEntry(
  sql: TestSql,
  entry: SampleEntry,
  now: number,
  ids: ReadonlyMap<PersonName, string>,
): Promise<string> {
  const { id = randomUUID(), completed = false, isPrivate = false, scheduledIn, story } = entry
  const after = (hours: number) => new Date(Math.round(now + hours * hour))
  const at = after(-entry.hoursAgo)
  const idOf = (name: PersonName) => ids.get(name) ?? ''
  await sql`
    insert into entries ${rowValues({
      id,
      user_id: idOf(entry.by),
      category: entry.category,
      content: entry.content,
      completed,
      completed_at: completed ? at : null,
      is_private: isPrivate,
      scheduled_date: scheduledIn === undefined ? null : after(scheduledIn),
      created_at: at,
      visible_since: at,
    })}`
  const row = (name: PersonName, time: Date) => ({
    id: randomUUID(),
    entry_id: id,
    user_id: idOf(name),
    created_at: time,
    visible_since: time,
  })
  for (const [name, emoji] of entry.reactions ?? [])
    await sql`insert into reactions ${rowValues({ ...row(name, at), emoji })}`
  for (const [index, [name, content]] of (entry.replies ?? []).entries()) {
    const time = after((index + 1) / 2 - entry.hoursAgo)
    await sql`insert into replies ${rowValues({ ...row(name, time), content })}`
  }
  if (story !== undefined) {
    const link = { id: await writeEntry(sql, story, now, ids), idea_id: id }
    await sql`insert into story_links ${rowValues({ ...link, user_id: idOf(story.by) })}`
  }
  return id
}
