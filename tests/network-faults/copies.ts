import type { Page } from '@playwright/test'

import sql from 'sql-template-tag'
import type { TestSql } from '../support/sql.ts'
import { showAll, textPattern } from './actions.ts'
import type { FaultyDevice } from './device.ts'

/** The fields of a stored row that are compared, besides its version. */
const comparedFields = {
  entries: ['content', 'isPrivate', 'completed'],
  reactions: ['entryId', 'emoji'],
  replies: ['entryId', 'content'],
  reviews: ['entryId', 'direction', 'grade'],
  story_links: ['ideaId'],
  quote_likes: ['text'],
  custom_quotes: ['text'],
}
type StoredRow = Readonly<Record<string, unknown>> & { readonly id: string }
type Table = keyof typeof comparedFields
const tables = Object.keys(comparedFields) as Table[]

/** Rows by table and id, each as one line of what must agree. */
type Rows = Readonly<Record<Table, ReadonlyMap<string, string>>>

export interface Difference {
  readonly device: string
  /** One line per row, list or leftover that does not agree. */
  readonly lines: readonly string[]
  /** The rows that differ. */
  readonly ids: readonly string[]
  /** The device's own notes of how it came here. */
  readonly notes: unknown
}

/** The difference between this device and the database now; `undefined` if there is none. */
export async function differenceOf(
  device: FaultyDevice,
  sql: TestSql,
): Promise<Difference | undefined> {
  const [page] = device.tabs()
  if (page === undefined) throw new Error(`${device.name} has no tab left`)
  const held = await heldFor(sql, device.personId)
  const copy = await readCopy(page, device.personId)
  const lines: string[] = []
  const ids: string[] = []
  for (const table of tables) {
    const here = copy.rows[table]
    for (const id of new Set([...held[table].keys(), ...here.keys()])) {
      const [there, own] = [held[table].get(id), here.get(id)]
      if (there === own) continue
      ids.push(id)
      lines.push(`${table} ${id}: database ${there ?? 'none'}, device ${own ?? 'none'}`)
    }
  }
  if (copy.waiting.length > 0) lines.push(`unsent: ${JSON.stringify(copy.waiting)}`)
  for (const [index, tab] of device.tabs().entries())
    lines.push(
      ...(await screenDifference(tab, sql, device.personId)).map((l) => `tab ${index}: ${l}`),
    )
  return lines.length === 0
    ? undefined
    : { device: device.name, lines, ids, notes: ids.length === 0 ? undefined : copy.notes(ids) }
}

/** The rows that this person may see, as the database holds them. */
async function heldFor(database: TestSql, person: string): Promise<Rows> {
  const time = sql`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`
  const stamp = sql`to_char(updated_at at time zone 'UTC', ${time})`
  const visible = sql`select id from public.entries where user_id = ${person} or not is_private`
  const found = await database<{ table: Table; id: string; line: string }[]>`
    select 'entries' as table, id, content || ' ' || is_private || ' ' || completed || ' ' || ${stamp}
      as line from public.entries where id in (${visible})
    union all
    select 'reactions', id, entry_id || ' ' || emoji || ' ' || ${stamp}
      from public.reactions where entry_id in (${visible})
    union all
    select 'replies', id, entry_id || ' ' || content || ' ' || ${stamp}
      from public.replies where entry_id in (${visible})
    union all
    select 'story_links', id, idea_id || ' ' || ${stamp}
      from public.story_links where id in (${visible}) and idea_id in (${visible})
    union all
    select 'reviews', id, entry_id || ' ' || direction || ' ' || grade || ' ' || ${stamp}
      from public.reviews where user_id = ${person} and entry_id in (${visible})
    union all select 'quote_likes', id, quote_text || ' ' || ${stamp} from public.quote_likes
    union all select 'custom_quotes', id, quote_text || ' ' || ${stamp} from public.custom_quotes`
  return byTable(found)
}

function byTable(found: readonly { table: Table; id: string; line: string }[]): Rows {
  const rowsOf = (table: Table): ReadonlyMap<string, string> =>
    new Map(found.filter((row) => row.table === table).map(({ id, line }) => [id, line]))
  return Object.fromEntries(tables.map((table) => [table, rowsOf(table)])) as Rows
}

/** The device's copy as IndexedDB holds it, read past the app's own code. */
async function readCopy(page: Page, person: string) {
  const stored = await page.evaluate(
    async ([name, wanted]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('the copy cannot be opened')))
      })
      const transaction = database.transaction([...wanted])
      const all = await Promise.all(
        wanted.map(
          async (table) =>
            new Promise<[string, unknown[]]>((resolve) => {
              const request = transaction.objectStore(table).getAll()
              request.addEventListener('success', () => resolve([table, request.result]))
            }),
        ),
      )
      database.close()
      return Object.fromEntries(all)
    },
    [
      `tagebuch-${person}`,
      [...tables, 'outbox', 'deletions', 'tombstones', 'progress', 'journal'],
    ] as const,
  )
  const rows = tables.flatMap((table) =>
    ((stored[table] ?? []) as StoredRow[]).map((row) => {
      const fields = [...comparedFields[table], 'updatedAt']
      return { table, id: row.id, line: fields.map((field) => String(row[field])).join(' ') }
    }),
  )
  const { progress, journal } = stored
  return {
    rows: byTable(rows),
    waiting: [...(stored['outbox'] ?? []), ...(stored['deletions'] ?? [])],
    notes: (ids: readonly string[]) => ({
      progress,
      journal,
      tombstones: ((stored['tombstones'] ?? []) as { rowId: string }[]).filter(({ rowId }) =>
        ids.includes(rowId),
      ),
    }),
  }
}

/** The list on the screen against the database, as far as the screen shows it. */
async function screenDifference(page: Page, sql: TestSql, person: string): Promise<string[]> {
  if (new URL(page.url()).pathname !== '/') return []
  await showAll(page)
  // Of a list that is scrolled down the first cards are not drawn: each says its place.
  const items = page.locator('li:has(article)')
  const cards = await items.evaluateAll((all) =>
    all.map((item) => ({
      place: Number(item.getAttribute('aria-posinset')),
      text: item.querySelector('article')?.innerText ?? '',
    })),
  )
  const shown = cards.map(({ text }) => textPattern.exec(text)?.[0] ?? text.slice(0, 40))
  const rows = await sql<{ content: string }[]>`
    select content from public.entries where user_id = ${person} or not is_private
     order by created_at desc, id desc`
  const places = cards.length === 0 ? [1] : cards.map(({ place }) => place)
  const wanted = places.flatMap((place) => {
    const content = rows[place - 1]?.content
    return content === undefined ? [] : (textPattern.exec(content)?.[0] ?? content)
  })
  return shown.join() === wanted.join()
    ? []
    : [`the screen shows ${shown.join(', ')} and not ${wanted.join(', ')}`]
}
