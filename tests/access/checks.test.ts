import { expect, it } from 'vitest'
import { categories } from '../../src/domain/category.ts'
import { journalTables } from '../../src/domain/journal-tables.ts'
import {
  contentLimit,
  daysOf,
  fullBytesLimit,
  mostPhotos,
  photoDescriptionLimit,
  placeholderBytes,
  previewBytesLimit,
  quoteAuthorLimit,
  quoteTextLimit,
  writtenAtMostAgo,
} from '../../src/domain/limits.ts'
import { pictureSizes, pictureTypes } from '../../src/domain/photo.ts'
import { grades } from '../../src/domain/practice/grade.ts'
import { reactionEmoji } from '../../src/domain/reaction.ts'
import { directions } from '../../src/domain/translation.ts'
import { tableShapes } from '../../src/server/api/request-shapes.ts'
import { db, withDatabase } from '../support/test-database.ts'

/* The migrations check the app's limits and words: a number or a word that changes in one place is named here. */

withDatabase()

/** The checks of a kind, by their name. */
async function checks(ending: string): Promise<Record<string, string>> {
  const rows = await db.sql<{ name: string; text: string }[]>`
    select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
     where contype = 'c' and connamespace = 'public'::regnamespace and conname like ${`%\\_${ending}`}`
  return Object.fromEntries(rows.map(({ name, text }) => [name, text]))
}

it('the longest texts are those of the domain', async () => {
  const found = Object.entries(await checks('length')).map(([name, text]) => {
    const [, most] = /<= (\d+)\)/.exec(text) ?? []
    return [name, Number(most)]
  })
  expect(Object.fromEntries(found)).toEqual({
    entries_content_length: contentLimit,
    replies_content_length: contentLimit,
    photos_description_length: photoDescriptionLimit,
    quote_likes_text_length: quoteTextLimit,
    quote_likes_author_length: quoteAuthorLimit,
    custom_quotes_text_length: quoteTextLimit,
    custom_quotes_author_length: quoteAuthorLimit,
    // A name comes from the settings file, which the server reads before and limits further.
    profiles_name_length: 200,
  })
})

it('the words that are known are those of the domain', async () => {
  const found = Object.entries(await checks('known')).map(([name, text]) => [
    name,
    [...text.matchAll(/'([^']+)'::text|(?<![\w'])(\d+)(?![\w'])/g)]
      .map(([, word, number]) => word ?? Number(number))
      .toSorted((one, other) => (one < other ? -1 : 1)),
  ])
  // Rows of other tables go with their entry, without a removal of their own.
  const removed = journalTables.filter((table) => tableShapes[table].delete !== undefined)
  expect(Object.fromEntries(found)).toEqual({
    entries_category_known: categories.toSorted(),
    reactions_emoji_known: reactionEmoji.toSorted(),
    reviews_direction_known: directions.toSorted(),
    reviews_grade_known: grades.toSorted(),
    photo_files_size_known: pictureSizes.toSorted(),
    photo_files_type_known: pictureTypes.toSorted(),
    removals_kind_known: ['deleted', 'hidden'],
    removals_table_known: removed.toSorted(),
  })
})

it('the sizes of photos and the places on an entry are those of the domain', async () => {
  const found = Object.entries(await checks('range'))
    .filter(([name]) => name.startsWith('photo'))
    .map(([name, text]) => [
      name,
      [...text.matchAll(/\d+/g)].map(Number).filter((one) => one !== 64),
    ])
  expect(Object.fromEntries(found)).toEqual({
    photos_position_range: [0, mostPhotos - 1],
    photos_width_range: [1, 4096],
    photos_height_range: [1, 4096],
    photos_placeholder_range: [placeholderBytes.least, placeholderBytes.most],
    photo_files_bytes_range: [previewBytesLimit, fullBytesLimit],
  })
  const [stored] = await db.sql<{ text: string }[]>`
    select prosrc as text from pg_proc where proname = 'accepted_type'`
  expect(stored?.text).toContain('> 4096 ')
})

it('photos have 300 MB on a hosted project until its operator gives them another room', async () => {
  const room = await db.sql`select most_bytes::int as most from private.photo_room`
  expect(room).toEqual([{ most: 300_000_000 }])
})

it('the time of writing reaches as far back as the domain says', async () => {
  const rows = await db.sql<{ days: string }[]>`
    select (regexp_match(prosrc, 'interval ''([0-9]+) days'''))[1] as days from pg_proc
     where pronamespace = 'private'::regnamespace and prosrc ~ 'interval ''[0-9]+ days'''`
  expect(rows.map(({ days }) => Number(days))).toEqual([daysOf(writtenAtMostAgo)])
})
