import { askAs } from '../access/ask-as.ts'
import { everyRead } from '../access/every-shape.ts'
import { test } from '../support/e2e.ts'
import { addPhoto, photoArguments } from '../support/photos.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import type { Question } from '../access/pseudo-columns.ts'
import { atMost, report } from './figures.ts'

/*
 * Whether the time of an answer tells the partner how many private entries there are (D9): each read of the
 * table of request shapes is asked for of two journals in turns, one of which has 2,000 of them. And whether it tells
 * that a photo is hidden, or never was: each question about one is asked of both in turns.
 */

const hidden = 2_000
const asked = 40
/** Requests before them, which fill caches. */
const unmeasured = 5

/** A question that is asked where nothing is hidden and where something is; each yields the milliseconds of the answer. */
interface Pair {
  readonly name: string
  readonly none: () => Promise<number>
  readonly hidden: () => Promise<number>
}

/** The score of each pair. Its turns lie far apart: for some seconds one server is slower than the other at everything. */
async function inTurns(pairs: readonly Pair[]) {
  const times = pairs.map((pair) => ({ ...pair, fast: [] as number[], slow: [] as number[] }))
  for (let turn = 0; turn < unmeasured + asked; turn += 1)
    for (const { none, hidden, fast, slow } of times) {
      const [without, withHidden] = [await none(), await hidden()]
      if (turn < unmeasured) continue
      fast.push(without)
      slow.push(withHidden)
    }
  return times.map(({ name, fast, slow }) => ({ name, score: rankScore(fast, slow) }))
}

test('no read takes longer for entries that the person may not see', async () => {
  test.setTimeout(600_000)
  const [none, many] = [await startTestServer(), await startTestServer()]
  try {
    const [askNone, askMany] = [await journalWith(none, 0), await journalWith(many, hidden)]
    const reads = everyRead({}).map(({ path }) => ({
      name: path,
      none: async () => askNone(path),
      hidden: async () => askMany(path),
    }))
    const scores = await inTurns(reads)
    const worst = scores.reduce((one, other) => (other.score > one.score ? other : one))
    const name = `told apart by ${asked}: ${worst.name.slice(0, 60)}`
    report('hidden-time', [atMost(name, worst.score, 4)])
  } finally {
    await Promise.all([none.stop(), many.stop()])
  }
})

test('no question about a photo takes longer or shorter because it is hidden', async () => {
  const server = await startTestServer()
  try {
    const [author, partner] = [await server.client('Jonas'), await server.client('Željka')]
    const entry = crypto.randomUUID()
    const idea = { id: entry, user_id: author.id, category: 'ideen', content: 'Am Meer' }
    await author.rest.from('entries').insert(idea)
    const photo = await addPhoto(partner, entry)
    await author.rest.from('entries').update({ is_private: true }).eq('id', entry)
    const never = questionsAbout(crypto.randomUUID(), crypto.randomUUID())
    const timed = (question: Question) => async () => {
      const began = performance.now()
      await askAs(server, partner, question)
      return performance.now() - began
    }
    const questions = questionsAbout(photo, entry).map((about, index) => ({
      name: about.name,
      none: timed(never[index] ?? about),
      hidden: timed(about),
    }))
    const figures = (await inTurns(questions)).map(({ name, score }) =>
      atMost(`told apart by ${asked}: ${name} of a photo`, Math.abs(score), 4),
    )
    report('hidden-photos', figures)
  } finally {
    await server.stop()
  }
})

/** All that a person may ask about a photo of an entry. */
function questionsAbout(photo: string, entry: string): (Question & { readonly name: string })[] {
  const post = { method: 'POST' }
  const path = `photos?id=eq.${photo}&select=id`
  return [
    {
      name: 'adding',
      path: 'rpc/add_photo',
      ...post,
      // One id, which counts as one photo within the hour.
      body: photoArguments(entry, { photo }),
    },
    { name: 'ordering', path: 'rpc/order_photos', ...post, body: { entry, photos: [photo] } },
    {
      name: 'the picture',
      path: 'rpc/photo_picture',
      ...post,
      headers: { accept: 'application/octet-stream' },
      body: { photo, size: 'full' },
    },
    { name: 'describing', path, method: 'PATCH', body: { description: 'Neu' } },
    { name: 'removing', path, method: 'DELETE' },
    { name: 'reading', path: `photos?id=eq.${photo}` },
  ]
}

/** A journal of 1,000 shared entries and `count` private ones of the other; yields milliseconds of an answer. */
async function journalWith(server: TestServer, count: number) {
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
  return async (path: string) => {
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
