import { beforeEach, describe, expect, it } from 'vitest'
import { quoteTextLimit } from '../../src/domain/limits.ts'
import { server, withSharedServer, author, partner } from '../support/signed-in.ts'

withSharedServer()
beforeEach(async () => server.emptyJournal())

/** Characters that a filter's grammar or an address could misread. */
const trickyTexts = [
  ['commas', 'Erst wägen, dann wagen, dann lieben.'],
  ['quotation marks', 'Er sagte: "Ja, (vielleicht)", und ging.'],
  ['German and French marks', '„Du“, ‚ich‘ und «wir»'],
  ["the filter's own words", 'eq.x,or(quote_text.eq.a,b)'],
  ['marks of an address', '100 % & mehr? #eins + zwei = 2; a/b\\c'],
  ['wildcards and brackets', '*%_ null true {1,2} [3] is.null'],
  ['SQL', "O'Hara; drop table custom_quotes; --"],
  ['white space inside', 'Zwei\nZeilen\tund ein Tab'],
  ['emoji and Croatian letters', '❤️ 👩‍❤️‍👨 🇭🇷 čćđšž'],
  ['emoji up to the limit', '👀'.repeat(quoteTextLimit)],
] as const

describe.each(['quote_likes', 'custom_quotes'] as const)('the text of a row in %s', (table) => {
  it.each(trickyTexts)('is found, told apart and deleted by filters: %s', async (_, text) => {
    const rows = [text, `${text.slice(0, 900)}!`].map((quote_text) => ({
      user_id: author.id,
      quote_text,
      quote_author: 'Sie, "er" (beide) 🌞',
    }))
    const inserted = await author.rest.from(table).insert(rows).select('quote_text')
    expect(inserted.data?.map((row) => row.quote_text)).toEqual(rows.map((row) => row.quote_text))

    const from = () => partner.rest.from(table).select('quote_text')
    const match = { quote_text: text, quote_author: 'Sie, "er" (beide) 🌞' }
    expect((await from().match(match)).data).toEqual([{ quote_text: text }])
    const other = `${text.slice(0, 900)}!`
    expect((await from().match({ ...match, quote_text: other })).data).toEqual([
      { quote_text: other },
    ])

    const deleted = await author.rest
      .from(table)
      .delete()
      .match({ user_id: author.id, ...match })
      .select('quote_text')
    expect(deleted.data).toEqual([{ quote_text: text }])
    expect((await from()).data).toHaveLength(1)
  })
})

describe('the other person’s rows', () => {
  const quote = { quote_text: 'Meins, (nur) „meins“', quote_author: 'Ich' }

  it.each(['quote_likes', 'custom_quotes'] as const)(
    'stays in %s against requests by hand: deletion, change, taking over',
    async (table) => {
      const row = { user_id: author.id, ...quote }
      const inserted = await author.rest.from(table).insert(row).select('id').single()
      const id: unknown = inserted.data?.id
      const hand = () => partner.rest.from(table)
      expect((await hand().delete().eq('id', id).select('id')).data).toEqual([])
      expect((await hand().delete().match(row).select('id')).data).toEqual([])
      for (const change of [{ quote_text: 'Anders' }, { user_id: partner.id }]) {
        const changed = await hand().update(change).eq('id', id).select('id')
        expect(changed.data ?? []).toEqual([])
      }
      const takenOver = await hand().upsert({ id, user_id: partner.id, ...quote })
      expect(takenOver.error).not.toBeNull()
      const left = await author.rest.from(table).select('id, user_id, quote_text')
      expect(left.data).toEqual([{ id, user_id: author.id, quote_text: quote.quote_text }])
    },
  )

  it('is liked once per person, text and author (D15)', async () => {
    const likes = author.rest.from('quote_likes')
    expect((await likes.insert({ user_id: author.id, ...quote })).error).toBeNull()
    const again = await author.rest.from('quote_likes').insert({ user_id: author.id, ...quote })
    expect([again.status, again.error?.code]).toEqual([409, '23505'])
    const theirs = await partner.rest.from('quote_likes').insert({ user_id: partner.id, ...quote })
    expect(theirs.error).toBeNull()
  })
})
