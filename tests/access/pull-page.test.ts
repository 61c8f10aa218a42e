import { beforeEach, describe, expect, it } from 'vitest'
import { syncedTables } from '../../src/domain/journal-tables.ts'
import { type SignedIn } from '../support/server.ts'
import { withSharedServer, author, partner, server } from '../support/signed-in.ts'

withSharedServer()
beforeEach(async () => server.emptyJournal())

const secret = 'Nur-fuer-mich-0815'

async function write(over: Record<string, unknown> = {}, person = author): Promise<string> {
  const id = crypto.randomUUID()
  const row = { id, user_id: person.id, category: 'erzaehlen', content: 'Am Meer', ...over }
  const { error } = await person.rest.from('entries').insert(row)
  expect(error).toBeNull()
  return id
}

type Row = Readonly<Record<string, string>>

async function ask(person: SignedIn, query: string) {
  const answer = await fetch(`${server.url}/rest/v1/${query}`, {
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${await person.accessToken()}`,
      'accept-encoding': 'identity',
    },
  })
  const { status, headers } = answer
  const type = headers.get('content-type')
  return {
    status,
    type,
    range: headers.get('content-range'),
    rows: (await answer.json()) as Row[],
  }
}
/** Rows of every table, of both people and in private, and what they leave behind. */
async function fillJournal() {
  const shared = await write({ content: 'Grüße aus "Šibenik" \\ 🌊\n\u2028Ende' })
  await write({ is_private: true, content: secret })
  await write({ is_private: true, content: secret }, partner)
  const gone = await write()
  expect((await author.rest.from('entries').delete().eq('id', gone)).status).toBe(204)
  const done = { completed: true, completed_at: '2026-01-02T03:04:05.06Z' }
  await write({ category: 'ideen', scheduled_date: '2026-05-04T10:00:00Z', ...done }, partner)
  const quote = { user_id: author.id, quote_text: 'Wer wagt', quote_author: 'Niemand' }
  const own = { user_id: partner.id, entry_id: shared }
  const made = await Promise.all([
    partner.rest.from('reactions').insert({ ...own, emoji: '❤️' }),
    partner.rest.from('memory_marks').insert({ ...own, until: null }),
    partner.rest
      .from('reviews')
      .insert({ ...own, direction: 'de-hr', grade: 3, words_hash: crypto.randomUUID() }),
    author.rest.from('quote_likes').insert(quote),
    author.rest.from('custom_quotes').insert(quote),
  ])
  expect(made.map(({ error }) => error)).toEqual([null, null, null, null, null])
}

const keyOf = ({ updated_at: at = '', id = '' }: Row) =>
  `${at.slice(0, 19)}.${(/\.(\d+)/.exec(at)?.[1] ?? '').padEnd(6, '0')}Z,${id}`

describe('a page of a pull', () => {
  it('holds the rows of its key that follow, for each person', async () => {
    await fillJournal()
    for (const person of [author, partner])
      for (const table of syncedTables) {
        const all = await ask(person, `${table}?select=*`)
        const oldToNew = all.rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
        for (const [way, compare] of [
          ['desc', 'lt'],
          ['asc', 'gt'],
        ] as const) {
          const rows = way === 'asc' ? oldToNew : oldToNew.toReversed()
          const query = `${table}?select=*&order=updated_at.${way},id.${way}`
          expect(await ask(person, `${query}&limit=1000`)).toEqual({ ...all, rows })
          const [first] = rows
          expect((await ask(person, `${query}&limit=1`)).rows).toEqual(first ? [first] : [])
          if (first === undefined) continue
          const [key = '', id = ''] = keyOf(first).split(',')
          const beyond = `(updated_at.${compare}.${key},and(updated_at.eq.${key},id.${compare}.${id}))`
          const next = await ask(person, `${query}&limit=1000&or=${beyond}`)
          expect(next.rows).toEqual(rows.slice(1))
        }
      }
  })

  it.each([
    ['a day that does not exist', 'desc', 'lt.2026-13-45T00:00:00.000000Z', 400],
    ['a time that could be', 'desc', 'lt.2026-11-21T00:00:00.000000Z', 200],
    ['the other direction', 'asc', 'lt.2026-11-21T00:00:00.000000Z', 400],
    ['another operator', 'desc', 'lte.2026-11-21T00:00:00.000000Z', 400],
  ])('beyond %s is answered or refused', async (_, way, than, status) => {
    const [operator = '', at = ''] = than.split(/\.(.*)/s)
    const key = `updated_at.${than},and(updated_at.eq.${at},id.${operator}.00000000-0000-4000-8000-000000000000)`
    const query = `entries?select=*&order=updated_at.${way},id.${way}&limit=5&or=(${key})`
    expect((await ask(author, query)).status).toBe(status)
  })

  it('is refused after a sign-out', async () => {
    await write()
    const { rest, auth } = await server.client('Jonas')
    const page = async () =>
      rest.from('entries').select('*').order('updated_at').order('id').limit(1000)
    expect((await page()).data).toHaveLength(1)
    await auth.signOut({ scope: 'local' })
    expect((await page()).status).toBe(401)
  })
})
