import { beforeEach, describe, expect, it } from 'vitest'
import { syncedTables } from '../../src/domain/journal-tables.ts'
import { type SignedIn } from '../support/server.ts'
import { insert, write } from './people-rows.ts'
import { withSharedServer, author, partner, restAs, server } from '../support/signed-in.ts'

withSharedServer()
beforeEach(async () => server.emptyJournal())

const secret = 'Nur-fuer-mich-0815'

type Row = Readonly<Record<string, string>>

async function ask(person: SignedIn, query: string) {
  const answer = await restAs(person, query, { headers: { 'accept-encoding': 'identity' } })
  const [type, range] = ['content-type', 'content-range'].map((name) => answer.headers.get(name))
  return { status: answer.status, type, range, rows: (await answer.json()) as Row[] }
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
  const quote = { quote_text: 'Wer wagt', quote_author: 'Niemand' }
  const review = { direction: 'de-hr', grade: 3, words_hash: crypto.randomUUID() }
  await insert(partner, 'reactions', { entry_id: shared, emoji: '❤️' })
  await insert(partner, 'memory_marks', { entry_id: shared, until: null })
  await insert(partner, 'reviews', { entry_id: shared, ...review })
  await insert(author, 'quote_likes', quote)
  await insert(author, 'custom_quotes', quote)
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
