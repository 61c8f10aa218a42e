import { describe, expect, it } from 'vitest'
import { builtInQuotes } from '../../src/content/quote-list.ts'
import { quoteLikeId, type QuoteKey } from '../../src/domain/quote.ts'
import { migrate } from '../../src/server/database/migrate.ts'
import { migrationsDir } from '../support/cluster.ts'
import { createStranger, refusal } from '../support/database.ts'
import { anna, ben, db, sqlAs, withTwoPeopleInEach } from '../support/test-database.ts'

const migration = '20261121130000_changed_quotes.sql'
/** One whose text changed, and one whose author did. */
const text = {
  old: { text: 'Alle eure Sorge werfet auf ihn; denn er sorgt für euch.', author: 'Bibel' },
  today: { text: 'Alle Sorge werfet auf ihn; denn er sorgt für euch.', author: 'Bibel' },
}
const author = {
  old: { text: 'Die großen Gedanken kommen aus dem Herzen.', author: 'Luc de Vauvenargues' },
  today: {
    text: 'Die großen Gedanken kommen aus dem Herzen.',
    author: 'Luc de Clapiers, Marquis de Vauvenargues',
  },
}
const untouched = { text: 'Liebe, und was du willst, das tu!', author: 'Augustinus' }

withTwoPeopleInEach()

/** Takes this one migration back, as the version before had it. */
async function beforeTheMigration(): Promise<void> {
  await db.sql.run(`
    drop trigger changed_quote on public.quote_likes;
    drop function private.like_inserted(), private.move_likes_of_changed_quotes();
    drop table private.changed_quotes;
    delete from supabase_migrations.schema_migrations where version = '${migration.slice(0, 14)}'`)
}

async function like(person: string, quote: QuoteKey, createdAt = '2026-11-01'): Promise<string> {
  const id = quoteLikeId(person as never, quote)
  await sqlAs(person)`
    insert into public.quote_likes (id, user_id, quote_text, quote_author)
    values (${id}, ${person}, ${quote.text}, ${quote.author})`
  await db.sql`update public.quote_likes set created_at = ${createdAt} where id = ${id}`
  return id
}

const likesOf = (person: string) => db.sql`
  select id, quote_text, quote_author, to_char(created_at, 'YYYY-MM-DD') as day
  from public.quote_likes where user_id = ${person} order by quote_text`

const row = (id: string, quote: QuoteKey, day = '2026-11-01') => ({
  id,
  quote_text: quote.text,
  quote_author: quote.author,
  day,
})

describe('the migration of changed quotes', () => {
  it('moves both people’s likes and leaves every other like as it was', async () => {
    await beforeTheMigration()
    const annas = await like(anna, text.old)
    const other = await like(anna, untouched)
    const bens = await like(ben, text.old)
    const authors = await like(ben, author.old)
    const before = await db.sql`select now() as at`
    expect(await migrate(db.pool, migrationsDir)).toEqual([migration])
    expect(await likesOf(anna)).toEqual([row(annas, text.today), row(other, untouched)])
    expect(await likesOf(ben)).toEqual([row(bens, text.today), row(authors, author.today)])
    const newer = await db.sql<{ id: string }[]>`
      select id from public.quote_likes where updated_at > ${before[0]?.['at']} order by id`
    expect(newer.map(({ id }) => id)).toEqual([annas, bens, authors].sort())
  })

  it('makes one like of two, with the older date, and tells both that the other is gone', async () => {
    await beforeTheMigration()
    const gone = await like(anna, text.old, '2026-10-20')
    const kept = await like(anna, text.today, '2026-11-10')
    await like(ben, text.old, '2026-11-10')
    const bens = await like(ben, text.today, '2026-10-20')
    await migrate(db.pool, migrationsDir)
    expect(await likesOf(anna)).toEqual([row(kept, text.today, '2026-10-20')])
    expect(await likesOf(ben)).toEqual([row(bens, text.today, '2026-10-20')])
    const [removal] = await db.sql<{ readers: string[] }[]>`
      select readers from public.removals where row_id = ${gone}`
    expect(removal?.readers.toSorted()).toEqual([anna, ben].sort())
  })

  it('changes nothing when its function runs again', async () => {
    const id = await like(anna, text.today)
    const versions = () => db.sql`select id, updated_at from public.quote_likes`
    const before = await versions()
    await db.sql`select private.move_likes_of_changed_quotes()`
    expect(await versions()).toEqual(before)
    expect(await likesOf(anna)).toEqual([row(id, text.today)])
  })
})

describe('a like of the old words that arrives later', () => {
  it('is stored under the new words, with the id from the device', async () => {
    const id = await like(anna, text.old)
    expect(await likesOf(anna)).toEqual([row(id, text.today)])
  })

  it('adds nothing if the person already likes the new words', async () => {
    const id = await like(anna, text.today)
    await like(anna, text.old)
    await like(ben, text.old)
    expect(await likesOf(anna)).toEqual([row(id, text.today)])
    expect(await likesOf(ben)).toHaveLength(1)
  })

  it('shows no one who likes what, and is refused in another’s name', async () => {
    await like(anna, text.today)
    const stranger = await createStranger(db.sql, 'fremd@tagebuch.internal')
    const forged = (person: string) =>
      refusal(sqlAs(person)`
        insert into public.quote_likes (user_id, quote_text, quote_author)
        values (${anna}, ${text.old.text}, ${text.old.author})`)
    const told = async () => [await forged(ben), await forged(stranger)]
    expect(await told()).toMatchObject([{ code: '42501' }, { code: '42501' }])
    await sqlAs(anna)`delete from public.quote_likes where user_id = ${anna}`
    expect(await told()).toMatchObject([{ code: '42501' }, { code: '42501' }])
  })
})

describe('the changed quotes', () => {
  it('lead from words that are no longer bundled to words that are', async () => {
    const bundled = new Set(
      builtInQuotes.map((quote) => JSON.stringify([quote.text, quote.author])),
    )
    const changed = await db.sql`select * from private.changed_quotes`
    const isBundled = (...key: unknown[]) => bundled.has(JSON.stringify(key))
    expect(changed.length).toBeGreaterThan(30)
    expect(changed.filter((one) => isBundled(one['old_text'], one['old_author']))).toEqual([])
    expect(changed.filter((one) => !isBundled(one['new_text'], one['new_author']))).toEqual([])
  })
})
