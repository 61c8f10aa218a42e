import fc from 'fast-check'
import { everyRead } from '../../every-shape.ts'
import { anyJson, nasty } from './fuzz.ts'

/** A private text and its id, which no answer to anyone but the author may carry. */
export const secret = 'Nur-fuer-mich-8642'
export const hiddenId = '5b0f6a3e-3a55-4b52-9d0c-7f9f0f3f6d01'

export interface Case {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const tables = [
  'journal',
  'profiles',
  'entries',
  'reactions',
  'replies',
  'photos',
  'quote_likes',
  'custom_quotes',
  'story_links',
  'reviews',
  'removals',
  'last_looks',
  'server_starts',
]
const columns = [
  'id',
  'user_id',
  'category',
  'content',
  'completed',
  'completed_at',
  'is_private',
  'scheduled_date',
  'created_at',
  'visible_since',
  'edit_version',
  'updated_at',
  'entry_id',
  'emoji',
  'quote_text',
  'name',
  'seen_until',
  'row_id',
  'readers',
]
const operators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'is',
  'isdistinct',
  'like',
  'match',
  'cs',
  'ov',
  'fts',
]

const column = fc.constantFrom(...columns)
const table = fc.constantFrom(...tables)
const value = fc.oneof(
  fc.constantFrom(hiddenId, secret, 'true', 'null', `(${hiddenId},1)`, '{}', '2026-01-01', 'now()'),
  nasty,
)
const condition = fc
  .tuple(fc.boolean(), fc.constantFrom(...operators), value)
  .map(([not, operator, text]) => `${not ? 'not.' : ''}${operator}.${text}`)

const select: fc.Arbitrary<string> = fc.letrec<{ list: string; item: string }>((tie) => ({
  list: fc.array(tie('item'), { minLength: 1, maxLength: 4 }).map((items) => items.join(',')),
  item: fc.oneof(
    { weight: 4, arbitrary: fc.oneof(column, fc.constant('*')) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(table, fc.constantFrom('', '!inner', '!left', '!entries_user_id_fkey'), tie('list'))
        .map(([name, hint, list]) => `${name}${hint}(${list})`),
    },
    { weight: 1, arbitrary: fc.constantFrom('...profiles(name)', 'a:id', 'id::text', 'count()') },
  ),
})).list

/** Reads that the server answers, some of them with another value of their last filter. */
const answered: fc.Arbitrary<Case> = fc
  .tuple(
    fc.constantFrom(...everyRead({ id: hiddenId, entry_id: hiddenId, row_id: hiddenId })),
    fc.option(nasty),
  )
  .map(([{ path }, text]) => {
    const value = encodeURIComponent(text?.toWellFormed?.() ?? '')
    const query = text === null ? path : path.replace(/=(eq|gt|in|is)\.[^&]*$/, `=$1.${value}`)
    return { method: 'GET', target: `/rest/v1/${query}`, headers: {}, body: undefined }
  })

/** Questions in PostgREST's grammar, which the server refuses almost always. */
const grammatical: fc.Arbitrary<Case> = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'PATCH', 'DELETE'),
    table,
    select: fc.option(select),
    filters: fc.array(fc.tuple(column, condition), { maxLength: 3 }),
    logic: fc.option(fc.tuple(fc.constantFrom('or', 'and', 'not.or'), column, condition)),
    order: fc.option(fc.tuple(column, fc.constantFrom('', '.desc', '.asc.nullsfirst', '.x'))),
    limit: fc.option(fc.oneof(fc.integer(), fc.constantFrom('x', ''))),
    offset: fc.option(fc.integer({ min: -2, max: 5 })),
    columns: fc.option(fc.oneof(column, nasty)),
    prefer: fc.constantFrom(
      'count=exact',
      'count=planned',
      'return=representation',
      'return=headers-only',
      'handling=strict',
      'tx=rollback',
      'resolution=merge-duplicates',
    ),
    accept: fc.constantFrom(
      '*/*',
      'application/json',
      'text/csv',
      'application/vnd.pgrst.object+json',
      'application/vnd.pgrst.plan+json',
      'application/geo+json',
    ),
    range: fc.option(fc.constantFrom('0-0', '1-', '-1', '5-2', 'x')),
  })
  .map((asked) => {
    const search = new URLSearchParams()
    if (asked.select !== null) search.append('select', asked.select)
    for (const [name, text] of asked.filters) search.append(name, text)
    if (asked.logic !== null) search.append(asked.logic[0], `(${asked.logic[1]}.${asked.logic[2]})`)
    if (asked.order !== null) search.append('order', asked.order.join(''))
    if (asked.limit !== null) search.append('limit', String(asked.limit))
    if (asked.offset !== null) search.append('offset', String(asked.offset))
    if (asked.columns !== null) search.append('columns', asked.columns)
    return {
      method: asked.method,
      target: `/rest/v1/${asked.table}?${search.toString()}`,
      headers: {
        prefer: asked.prefer,
        accept: asked.accept,
        ...(asked.range === null ? {} : { range: asked.range }),
        'content-type': 'application/json',
      },
      body: asked.method === 'PATCH' ? '{"completed":false,"completed_at":null}' : undefined,
    }
  })

export const question: fc.Arbitrary<Case> = fc.oneof(answered, grammatical)

const row = fc.record(
  {
    id: fc.oneof(fc.uuid(), fc.constantFrom(hiddenId), nasty),
    user_id: fc.oneof(fc.uuid(), nasty),
    entry_id: fc.constantFrom(hiddenId),
    category: fc.oneof(fc.constantFrom('ideen', 'gedanken'), nasty),
    content: fc.oneof(nasty, anyJson),
    is_private: fc.oneof(fc.boolean(), anyJson),
    completed: fc.boolean(),
    completed_at: nasty,
    scheduled_date: nasty,
    created_at: nasty,
    emoji: fc.oneof(fc.constant('🔥'), nasty),
    seen_until: nasty,
  },
  { requiredKeys: [] },
)

/** Bodies of every kind to every endpoint that takes one. */
export const writing: fc.Arbitrary<Case> = fc
  .record({
    method: fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE'),
    target: fc.oneof(
      table.map((name) => `/rest/v1/${name}?select=*`),
      fc
        .tuple(table, column, condition)
        .map(
          ([name, key, text]) =>
            `/rest/v1/${name}?${key}=${encodeURIComponent(text.toWellFormed?.() ?? '')}`,
        ),
      fc.constantFrom(
        '/auth/v1/token?grant_type=refresh_token',
        '/auth/v1/user',
        '/auth/v1/token',
        '/auth/v1/signup',
        '/rest/v1/rpc/is_partner',
      ),
    ),
    type: fc.constantFrom('application/json', 'application/json', 'text/csv', 'text/plain'),
    prefer: fc.constantFrom('return=representation', 'return=minimal', 'missing=default'),
    body: fc.oneof(
      fc.oneof(row, fc.array(row, { maxLength: 4 }), anyJson).map((json) => JSON.stringify(json)),
      nasty,
    ),
  })
  .map(({ method, target, type, prefer, body }) => ({
    method,
    target,
    headers: { 'content-type': type, prefer },
    body,
  }))

/** Any path at all. */
export const anywhere: fc.Arbitrary<Case> = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    parts: fc.array(
      fc.oneof(
        fc.constantFrom(
          'rest',
          'v1',
          'auth',
          'realtime',
          'entries',
          '..',
          '.',
          '%2e%2e',
          '',
          '_system',
        ),
        fc.webSegment(),
      ),
      { maxLength: 5 },
    ),
    query: fc.webQueryParameters(),
  })
  .map(({ method, parts, query }) => ({
    method,
    target: `/${parts.join('/').replace(/^\/+/, '')}?${query}`,
    headers: {},
    body: method === 'GET' || method === 'HEAD' ? undefined : '{}',
  }))
