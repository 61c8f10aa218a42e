import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sql, { type Sql } from 'sql-template-tag'
import { isRefused } from '../../src/server/api/parse-query.ts'
import { parseRequest, routesOf } from '../../src/server/api/parse-request.ts'
import { statementOf } from '../../src/server/api/statement.ts'
import { personSettings } from '../../src/server/accounts/access-token.ts'
import { rowPool } from '../../src/server/api/rows.ts'
import type { TestDatabase } from '../support/cluster.ts'
import type { Pool } from '../../src/server/database/pool.ts'
import { createPartner, createTestDatabase } from '../support/database.ts'
import { everyRead } from './every-shape.ts'

/*
 * Whether the time of an answer can tell how many rows there are that the person may not see (D9): the
 * database looks at the same number of rows with and without them. The times are measured in tests/bench.
 */

const shared = 60
const hidden = 600

interface Journal {
  readonly database: TestDatabase
  /** As the server reads rows. */
  readonly pool: Pool
  readonly partner: string
}

let none: Journal
let many: Journal

beforeAll(async () => {
  ;[none, many] = await Promise.all([journalWith(0), journalWith(hidden)])
})
afterAll(async () => {
  await Promise.all([none, many].map(async ({ pool }) => pool.end()))
  await Promise.all([none, many].map(async ({ database }) => database.drop()))
})

describe.each(everyRead({}))('a read of $path', ({ path }) => {
  it('looks at no more rows for rows that the person may not see', async () => {
    const statement = await statementFor(path)
    const looked = await rowsLookedAt(none, statement)
    expect(await rowsLookedAt(many, statement)).toBe(looked)
  })
})

/**
 * The author's and the partner's rows, with `count` of each kind between them that the partner may not see:
 * private entries, reactions, replies and photos of them and what they left behind, the author's marks and reviews, and private stories of ideas.
 */
async function journalWith(count: number): Promise<Journal> {
  const database = await createTestDatabase()
  const author = await createPartner(database.sql, 'Anna')
  const partner = await createPartner(database.sql, 'Ben')
  await database.sql.run(`
    create function pg_temp.written(is_hidden boolean, emoji text, idea uuid default null) returns uuid language plpgsql as $$
    declare made uuid;
    begin
      insert into entries (user_id, category, content, is_private)
        values ('${author}', 'gedanken', 'Text', is_hidden) returning id into made;
      insert into reactions (entry_id, user_id, emoji) values (made, '${author}', emoji);
      insert into replies (entry_id, user_id, content) values (made, '${author}', 'Ja');
      insert into photos (entry_id, user_id, position, width, height, placeholder, bytes)
        values (made, '${author}', 0, 4, 3, 'AAAAAAA=', 1);
      if idea is not null then
        insert into story_links (id, user_id, idea_id) values (made, '${author}', idea);
      end if;
      return made;
    end $$;
    do $$ declare idea uuid; kept uuid; gone uuid;
    begin
      for seen in 1..${shared} loop
        idea := pg_temp.written(false, '👍');
        perform pg_temp.written(false, '👍', idea);
        for unseen in 1..${count / shared} loop
          kept := pg_temp.written(true, '🎉', idea);
          gone := pg_temp.written(true, '👀');
          insert into memory_marks (user_id, entry_id) values ('${author}', kept);
          insert into reviews (user_id, entry_id, direction, grade, words_hash)
            values ('${author}', kept, 'de-hr', 3, gen_random_uuid());
          delete from entries where id = gone;
        end loop;
      end loop;
    end $$`)
  await database.sql`vacuum analyze`
  return { database, pool: rowPool(database.connection, 1), partner }
}

async function statementFor(query: string): Promise<Sql> {
  const request = new Request(`http://localhost/rest/v1/${query}`)
  const route = routesOf(new URL(request.url).pathname)?.get('GET')
  if (route === undefined) throw new Error(`no route for ${query}`)
  const asked = await parseRequest(request, route)
  if (isRefused(asked)) throw new Error(`${query}: ${asked.message}`)
  return statementOf(asked)
}

/** A node of a plan as `explain (format json)` writes it. */
interface PlanNode {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Rows of tables and indexes that the statement reads as the partner, visible or not. */
async function rowsLookedAt({ pool, partner }: Journal, statement: Sql): Promise<number> {
  const claims = { sub: partner, role: 'authenticated' } as const
  return pool.transaction(
    async (transaction) => {
      const [answer] = await transaction.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        sql`explain (analyze, format json) ${statement}`,
      )
      if (answer === undefined) throw new Error('explain gave no plan')
      return looked(answer['QUERY PLAN'][0].Plan)
    },
    { settings: personSettings(claims) },
  )
}

function looked(node: PlanNode): number {
  const rows =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  const own = node['Node Type'].endsWith(' Scan') ? Math.round(rows * node['Actual Loops']) : 0
  return (node.Plans ?? []).reduce((sum, part) => sum + looked(part), own)
}
