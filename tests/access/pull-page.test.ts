import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncedTables } from '../../src/domain/journal-tables.ts'
import { startTestServer, type SignedIn, type TestServer } from '../support/server.ts'

let server: TestServer
let author: SignedIn
let partner: SignedIn

beforeAll(async () => {
  server = await startTestServer()
  author = await server.client('Jonas')
  partner = await server.client('Željka')
})
beforeEach(async () => server.emptyJournal())
afterAll(async () => {
  await server.stop()
})

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
    author.rest.from('quote_likes').insert(quote),
    author.rest.from('custom_quotes').insert(quote),
  ])
  expect(made.map(({ error }) => error)).toEqual([null, null, null, null])
}

describe('a page of a pull', () => {
  it('equals the answer to an equivalent query, for each person', async () => {
    await fillJournal()
    for (const person of [author, partner])
      for (const table of syncedTables)
        for (const [way, compare] of [
          ['desc', 'lt'],
          ['asc', 'gt'],
        ] as const) {
          const query = `${table}?select=*&order=updated_at.${way},id.${way}&limit=1`
          const first = await ask(person, query)
          expect(first).toEqual(await ask(person, `${query}&offset=0`))
          const { updated_at: at = '', id = '' } = first.rows[0] ?? {}
          if (id === '') continue
          const key = `${at.slice(0, 19)}.${(/\.(\d+)/.exec(at)?.[1] ?? '').padEnd(6, '0')}Z`
          const beyond = `(updated_at.${compare}.${key},and(updated_at.eq.${key},id.${compare}.${id}))`
          const next = query.replace('limit=1', `limit=1000&or=${beyond}`)
          const second = await ask(person, next)
          expect(second).toEqual(await ask(person, `${next}&offset=0`))
          expect(second.rows.map((row) => row['id'])).not.toContain(id)
        }
  })

  it.each([
    ['a day that does not exist', 'lt.2026-13-45T00:00:00.000000Z', 400],
    ['a time that could be', 'lt.2026-11-21T00:00:00.000000Z', 200],
  ])('answers %s as every other question', async (_, than, status) => {
    const [, at = ''] = than.split('lt.')
    const query =
      `entries?select=*&order=updated_at.desc,id.desc&limit=5` +
      `&or=(updated_at.${than},and(updated_at.eq.${at},id.lt.00000000-0000-4000-8000-000000000000))`
    const answer = await ask(author, query)
    expect(answer.status).toBe(status)
    expect(answer).toEqual(await ask(author, `${query}&offset=0`))
  })

  it('is refused after a sign-out', async () => {
    await write()
    const { rest, auth } = await server.client('Jonas')
    const page = async () =>
      rest.from('entries').select('*').order('updated_at').order('id').limit(1000)
    expect((await page()).data).toHaveLength(1)
    await auth.signOut()
    expect((await page()).status).toBe(401)
  })
})
