import { rowValues } from '../support/sql.ts'
import type { SignedIn, UsedServer } from '../support/server.ts'

/** A request as it is on the wire: `{jonas}` and `{zeljka}` stand for the two people's ids, `{x*9}` for nine times x. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface RecordedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const kept = [
  'content-type',
  'content-range',
  'content-encoding',
  'preference-applied',
  'location',
  'retry-after',
]

/** The rows that every recorded request finds; their ids and versions are fixed. */
export async function fillRecorded(server: UsedServer, people: readonly [SignedIn, SignedIn]) {
  const [jonas, zeljka] = people.map(({ id }) => id) as [string, string]
  const id = (last: number) => `7d0c1a52-6f0e-4c58-9a54-${String(last).padStart(12, '0')}`
  await server.emptyJournal()
  const sql = server.sql()
  const entry = async (
    last: number,
    user: string,
    category: string,
    content: string,
    hidden = false,
  ) => sql`
    insert into public.entries (id, user_id, category, content, is_private, edit_version, created_at)
    values (${id(last)}, ${user}, ${category}, ${content}, ${hidden}, 7, ${`2026-03-0${last}T10:00:00.123456Z`})`
  await entry(1, jonas, 'erzaehlen', 'Wir waren am Meer')
  await entry(2, zeljka, 'ideen', 'Zelten in "Šibenik" \\ 🌊')
  await entry(3, zeljka, 'gedanken', 'Nur für mich', true)
  await entry(4, jonas, 'gedanken', 'Wird gelöscht')
  await entry(5, jonas, 'ideen', 'Ein Boot')
  await sql`delete from public.entries where id = ${id(4)}`
  const quote = { quote_text: 'Wer wagt, gewinnt', quote_author: 'Jemand' }
  await sql`insert into public.reactions ${rowValues({ id: id(11), entry_id: id(1), user_id: zeljka, emoji: '❤️' })}`
  await sql`insert into public.reactions ${rowValues({ id: id(12), entry_id: id(2), user_id: jonas, emoji: '🔥' })}`
  await sql`insert into public.quote_likes ${rowValues({ id: id(21), user_id: jonas, ...quote })}`
  await sql`insert into public.quote_likes ${rowValues({ id: id(22), user_id: zeljka, ...quote })}`
  await sql`insert into public.custom_quotes ${rowValues({ id: id(31), user_id: jonas, ...quote })}`
  await sql`insert into public.memory_marks ${rowValues({ id: id(41), user_id: jonas, entry_id: id(1), until: null })}`
}

/** Asks as this person; what differs from one server to the next is replaced. */
export async function answerTo(
  server: UsedServer,
  people: readonly [SignedIn, SignedIn],
  request: RecordedRequest,
): Promise<RecordedAnswer> {
  const [jonas, zeljka] = people
  const filled = (text: string) =>
    text
      .replaceAll('{jonas}', jonas.id)
      .replaceAll('{zeljka}', zeljka.id)
      .replaceAll(/\{(.)\*(\d+)\}/g, (_, character: string, times: string) =>
        character.repeat(Number(times)),
      )
  const response = await fetch(`${server.url}${filled(request.path)}`, {
    method: request.method,
    headers: {
      'accept-encoding': 'identity',
      apikey: server.anonKey,
      authorization: `Bearer ${await jonas.accessToken()}`,
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { body: filled(request.body) }),
  })
  const steady = (text: string) =>
    text
      .replaceAll(jonas.id, '{jonas}')
      .replaceAll(zeljka.id, '{zeljka}')
      .replaceAll(
        /(?!7d0c1a52)[0-9a-f]{8}-[0-9a-f]{4}-[4-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g,
        '{id}',
      )
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?\+00:00/g, '{time}')
      .replaceAll(/"edit_version":(?!7\b)\d+/g, '"edit_version":0')
      .replaceAll(/"ordinal":\d+/g, '"ordinal":0')
  const text = steady(await response.text())
  const headers = Object.fromEntries(
    kept.flatMap((name) => {
      const value = response.headers.get(name)
      if (value === null) return []
      // Errors come from several places, with and without a charset.
      const bare = response.status >= 400 ? value.replace('; charset=utf-8', '') : value
      return [[name, bare] as const]
    }),
  )
  const isJson = (headers['content-type'] ?? '').includes('json') && text !== ''
  return { status: response.status, headers, body: isJson ? (JSON.parse(text) as unknown) : text }
}
