import { randomUUID } from 'node:crypto'
import { rowValues } from '../support/sql.ts'
import type { Fillable, PersonName } from './sample-journal.ts'

const day = 86_400_000

export interface SampleQuote {
  readonly text: string
  readonly author: string
  readonly daysAgo: number
  readonly likedBy?: readonly PersonName[]
  readonly addedBy?: PersonName
}

const sample: readonly SampleQuote[] = [
  {
    text: 'Alles, alles, was ich verstehe, verstehe ich nur, weil ich liebe.',
    author: 'Lew Tolstoi',
    daysAgo: 1,
    likedBy: ['Jonas', 'Željka'],
  },
  {
    text: 'Ein Umweg ist auch ein Weg, und auf diesem hier gibt es Eis.',
    author: 'Željka, am Bahnhof von Rijeka',
    daysAgo: 6,
    addedBy: 'Željka',
  },
  {
    text: 'Und meine Seele spannte / Weit ihre Flügel aus, / Flog durch die stillen Lande, / Als flöge sie nach Haus.',
    author: 'Joseph von Eichendorff',
    daysAgo: 11,
    likedBy: ['Željka'],
  },
  {
    text: 'Wer zuerst wach ist, kocht Kaffee. Wer zuletzt wach ist, hat gewonnen.',
    author: 'Hausordnung',
    daysAgo: 20,
    addedBy: 'Jonas',
  },
]

/** Quotes that the two like or have added, before `now` (milliseconds since 1970). */
export async function writeSampleQuotes(
  server: Pick<Fillable, 'sql'>,
  now: number,
  quotes: readonly SampleQuote[] = sample,
): Promise<void> {
  await server.sql().transaction(async (sql) => {
    const people = await sql<{ id: string; name: PersonName }[]>`select id, name from profiles`
    const idOf = (name: PersonName) => people.find((one) => one.name === name)?.id ?? ''
    // As if written then: the triggers would take today's time instead.
    await sql`set local session_replication_role = replica`
    for (const { text, author, daysAgo, likedBy = [], addedBy } of quotes) {
      const row = (name: PersonName) => ({
        id: randomUUID(),
        user_id: idOf(name),
        quote_text: text,
        quote_author: author,
        created_at: new Date(now - daysAgo * day),
      })
      for (const name of likedBy) await sql`insert into quote_likes ${rowValues(row(name))}`
      if (addedBy !== undefined) await sql`insert into custom_quotes ${rowValues(row(addedBy))}`
    }
  })
}
