import { beforeAll, describe, expect, it } from 'vitest'
import {
  journalTables,
  syncedTables,
  tables,
  type JournalTable,
} from '../../src/domain/journal-tables.ts'
import { parts } from '../../src/server/api/statement.ts'
import { audiences } from '../../src/server/realtime/visible-changes.ts'
import { db, withDatabase } from '../support/test-database.ts'

/*
 * The facts in the file of each table, and the maps of rights that are written by hand, are those of the database.
 * `catalogue.test.ts` compares columns, grants and request shapes.
 */

withDatabase()

const byTable = <Value>(make: (table: JournalTable) => Value) =>
  Object.fromEntries(journalTables.map((table) => [table, make(table)]))

const sorted = (columns: readonly string[] = []) => [...columns].toSorted()

/** The table's columns that a piece of SQL names. */
const columnsIn = (table: JournalTable, text: string) =>
  sorted(Object.keys(tables[table].columns)).filter((column) =>
    new RegExp(`\\b${column}\\b`).test(text),
  )

it('a row belongs to the entries without which the database deletes it or shows it to no one', async () => {
  const rows = await db.sql<{ name: string; column: string }[]>`
    select relname as name, attname as column
      from pg_constraint join pg_class on pg_class.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'public.entries'::regclass and confdeltype in ('c', 'n')`
  const held = (table: JournalTable) =>
    rows.filter(({ name }) => name === table).map(({ column }) => column)
  expect(byTable((table) => sorted(held(table)))).toEqual(
    byTable((table) => sorted(tables[table].belongsTo)),
  )
})

it('a row that one person sees alone is named by a trigger of entries, which shows or hides it with its entry', async () => {
  const bodies = await db.sql<{ text: string }[]>`
    select prosrc as text from pg_trigger join pg_proc on pg_proc.oid = tgfoid
     where tgrelid = 'public.entries'::regclass and not tgisinternal`
  const follows = (table: JournalTable) =>
    bodies.some(({ text }) =>
      new RegExp(`update public\\.${table}\\b[^;]*\\bonly_for =`).test(text),
    )
  const parts = journalTables.filter((table) => 'only_for' in tables[table].columns)
  expect(parts.filter((table) => !follows(table))).toEqual([])
})

it('a natural key is what the database keeps unique beside the id', async () => {
  const indexes = await db.sql<{ name: string; text: string }[]>`
    select tablename as name, indexdef as text from pg_indexes
      join pg_index on indexrelid = format('%I.%I', schemaname, indexname)::regclass
     where schemaname = 'public' and indisunique and not indisprimary`
  const unique = (table: JournalTable) =>
    indexes
      .filter(({ name }) => name === table)
      .map(({ text }) => columnsIn(table, text.slice(text.indexOf('('))))
  expect(syncedTables.map((table) => [table, unique(table)])).toEqual(
    syncedTables.map((table) => {
      const { naturalKey } = tables[table]
      return [table, naturalKey === null ? [] : [sorted(naturalKey)]]
    }),
  )
})

describe('what the policies of reading say', () => {
  const partner = '( SELECT private.is_partner() AS is_partner)'
  const me = '( SELECT auth.uid() AS uid)'
  let texts: Readonly<Record<string, string>>

  beforeAll(async () => {
    const policies = await db.sql<{ name: string; text: string }[]>`
      select tablename as name, qual as text from pg_policies
       where schemaname = 'public' and cmd = 'SELECT'`
    texts = Object.fromEntries(policies.map(({ name, text }) => [name, text]))
  })

  function readBy(table: JournalTable) {
    const { [table]: text = '' } = texts
    if (text === '') return 'none'
    if (text === partner) return 'all'
    const isOwn = text.includes(` AND (${tables[table].owner} = ${me})`) && !text.includes(' OR ')
    return isOwn ? 'own' : columnsIn(table, text)
  }

  it.each(journalTables)('is how the server reads rows of %s', (table) => {
    const seen = parts[table]
    expect(readBy(table)).toEqual(
      typeof seen === 'string' ? seen : columnsIn(table, seen.join(' ')),
    )
  })

  it.each(journalTables)('is who learns of a deletion in %s', (table) => {
    const allowed = { all: ['partners'], own: ['none'], none: ['none'] }[String(readBy(table))]
    expect(allowed ?? ['named', 'none']).toContain(audiences[table])
  })
})
