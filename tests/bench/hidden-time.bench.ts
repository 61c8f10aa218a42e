import { everyRead } from '../access/every-shape.ts'
import { expect, test } from '../support/e2e.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { atMost, report } from './figures.ts'

/*
 * Whether the time of an answer tells the partner how many private entries there are (D9): each read of the
 * table of request shapes is asked for of two journals in turns, one of which has 2,000 of them.
 */

const hidden = 2_000
const asked = 40
/** Requests before them, which fill caches. */
const unmeasured = 5

type Ask = (path: string) => Promise<number>

/** Milliseconds of each answer. */
interface Read {
  readonly path: string
  readonly fast: number[]
  readonly slow: number[]
}

test('no read takes longer for entries that the person may not see', async () => {
  test.setTimeout(600_000)
  const [none, many] = [await startTestServer(), await startTestServer()]
  try {
    const [askNone, askMany] = [await journalWith(none, 0), await journalWith(many, hidden)]
    const reads = everyRead({}).map(({ path }): Read => ({ path, fast: [], slow: [] }))
    // A read's turns lie far apart: for some seconds one server is slower than the other at everything.
    for (let turn = 0; turn < unmeasured + asked; turn += 1)
      for (const { path, fast, slow } of reads) {
        const [without, withHidden] = [await askNone(path), await askMany(path)]
        if (turn < unmeasured) continue
        fast.push(without)
        slow.push(withHidden)
      }
    const scores = reads.map(({ path, fast, slow }) => ({ path, score: rankScore(fast, slow) }))
    const worst = scores.reduce((one, other) => (other.score > one.score ? other : one))
    const figure = atMost(`told apart by ${asked}: ${worst.path.slice(0, 60)}`, worst.score, 4)
    expect(report('hidden-time', [figure])).toEqual([])
  } finally {
    await Promise.all([none.stop(), many.stop()])
  }
})

/** A journal of 1,000 shared entries and `count` private ones of the other; yields milliseconds of an answer. */
async function journalWith(server: TestServer, count: number): Promise<Ask> {
  const [author, partner] = [await server.client('Jonas'), await server.client('Željka')]
  // Hidden rows stand between the shared ones, with the other's reactions to both.
  const shared = 1_000
  await server.sql()`
    insert into entries (user_id, category, content, is_private)
    select ${author.id}, 'gedanken', 'Nr. ' || n, more > 0
    from generate_series(1, ${shared}::int) n, generate_series(0, ${count / shared}::int) more order by n, more`
  await server.sql()`
    insert into reactions (entry_id, user_id, emoji) select id, user_id, '👍' from entries order by updated_at`
  await server.sql()`vacuum analyze`
  const headers = { apikey: server.anonKey, authorization: `Bearer ${await partner.accessToken()}` }
  return async (path) => {
    const began = performance.now()
    await (await fetch(`${server.url}/rest/v1/${path}`, { headers })).text()
    return performance.now() - began
  }
}

/**
 * How clearly the second kind of answers is slower: the rank sum of Mann and Whitney as standard deviations. Chance
 * alone gives more than 4 in one of thirty thousand comparisons.
 */
function rankScore(fast: readonly number[], slow: readonly number[]): number {
  const slower = fast.flatMap((one) => slow.map((other): number => (one < other ? 1 : 0)))
  const pairs = fast.length * slow.length
  const deviation = Math.sqrt((pairs * (fast.length + slow.length + 1)) / 12)
  return (slower.reduce((sum, one) => sum + one, 0) - pairs / 2) / deviation
}
