import { expect, it } from 'vitest'
import type { Queries } from '../../src/server/database/pool.ts'
import { loadGiven } from '../../src/server/operator/import-plan.ts'
import { addInOneTransaction } from '../../src/server/operator/import-rows.ts'
import { byTable, imported, rowsOf } from '../support/import-rows.ts'
import { withSharedServer, jonas, server } from '../support/signed-in.ts'

/* Beside a running server an import keeps no one waiting. */

withSharedServer()

/** An entry that is there, and more replies to it than are added at once. */
async function givenReplies() {
  const rows = rowsOf(jonas.id)
  const entry = rows.entry()
  await imported(server, { entries: [entry] })
  return { entry, replies: Array.from({ length: 1200 }, () => rows.reply(entry.id)) }
}

interface Watched {
  /** The first rows of this import are added, and not committed. */
  readonly added?: () => Promise<void>
  /** It begins again. */
  readonly again?: () => Promise<void>
}

/** Adds these rows, with a look at the moments of it. Returns how many times it began, and the replies it added. */
async function addWatched(given: Parameters<typeof byTable>[0], watched: Watched) {
  let begun = 0
  let isAdded = false
  const done = await server.pool().session(async (session) => {
    await loadGiven(session, byTable(given))
    const queries: Queries = {
      async query<Row>(...asked: Parameters<Queries['query']>) {
        const rows = await session.query<Row>(...asked)
        if (!isAdded && asked[0].text.includes('insert into public.replies')) {
          isAdded = true
          await watched.added?.()
        }
        return rows
      },
      async run(text) {
        if (text.startsWith('begin') && (begun += 1) === 2) await watched.again?.()
        await session.run(text)
      },
    }
    return addInOneTransaction(queries)
  })
  return { begun, added: done.counts['replies'] }
}

it('a change of privacy that waits for an import comes first, and the import after it', async () => {
  const { entry, replies } = await givenReplies()
  let change: PromiseLike<unknown> | undefined
  const done = await addWatched(
    { replies },
    {
      async added() {
        const hiding = jonas.rest.from('entries').update({ is_private: true }).eq('id', entry.id)
        change = hiding.then(({ error }) => expect(error).toBeNull())
        await expect.poll(async () => waiting()).toBeGreaterThan(0)
      },
      async again() {
        await change
      },
    },
  )
  expect(done).toEqual({ begun: 2, added: 1200 })
  expect(
    await server.sql()`select count(*)::int as count, only_for::text from replies group by only_for`,
  ).toEqual([{ count: 1200, only_for: jonas.id }])
})

it('until its last rows an import keeps no change of an entry waiting that was there before', async () => {
  const { entry, replies } = await givenReplies()
  const rows = rowsOf(jonas.id)
  const added = rows.entry()
  const done = await addWatched(
    { entries: [added], replies: [...replies, rows.reply(added.id)] },
    {
      async added() {
        const hiding = jonas.rest.from('entries').update({ is_private: true }).eq('id', entry.id)
        expect((await hiding).error).toBeNull()
      },
    },
  )
  expect(done).toEqual({ begun: 1, added: 1201 })
})

it('an import that waits for another’s change lets go of what it keeps, and begins again', async () => {
  const { entry, replies } = await givenReplies()
  const done = await server.sql().transaction(async (sql) => {
    await sql`select from entries where id = ${entry.id} for update`
    let begin: () => void = () => undefined
    const again = new Promise<void>((resolve) => (begin = resolve))
    const adding = addWatched(
      { replies },
      {
        async again() {
          begin()
        },
      },
    )
    await again
    return { adding }
  })
  const { begun, added } = await done.adding
  expect(begun).toBeGreaterThan(1)
  expect(added).toBe(1200)
})

async function waiting(): Promise<number | undefined> {
  const [row] = await server.sql()<{ count: number }[]>`
    select count(*)::int as count from pg_locks where not granted`
  return row?.count
}
