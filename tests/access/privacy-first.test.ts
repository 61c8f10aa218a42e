import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { lockAwaited } from '../support/database.ts'
import { type SignedIn } from '../support/server.ts'
import { hide, write } from './people-rows.ts'
import { withSharedServer, author, partner, server } from '../support/signed-in.ts'

withSharedServer()

const word = async () => write({ category: 'uebersetzungen', content: '🇩🇪 Haus | 🇭🇷 kuća' })

const review = async ({ rest, id: user_id }: SignedIn, id: string, entry_id: string) => {
  const row = { id, user_id, entry_id, direction: 'de-hr', grade: 3, words_hash: id }
  return rest.from('reviews').insert(row)
}
const reaction = async (who: SignedIn, id: string, entry: string) =>
  who.rest.from('reactions').insert({ id, user_id: who.id, entry_id: entry, emoji: '❤️' })
const reply = async (who: SignedIn, id: string, entry: string) =>
  who.rest.from('replies').insert({ id, user_id: who.id, entry_id: entry, content: 'Alt' })

describe('an id that was used', () => {
  it.each([
    ['a review', review],
    ['a reaction', reaction],
    ['a reply', reply],
  ])('of %s stays used when its entry goes: it does not tell when', async (_, add) => {
    const [hidden, deleted, other] = [await word(), await word(), await word()]
    const [first, second] = [randomUUID(), randomUUID()]
    expect((await add(partner, first, hidden)).error).toBeNull()
    expect((await add(partner, second, deleted)).error).toBeNull()
    await hide(hidden, true)
    const whileHidden = await add(partner, first, other)
    expect([whileHidden.status, whileHidden.error?.code]).toEqual([409, '23505'])
    await author.rest.from('entries').delete().eq('id', hidden)
    await author.rest.from('entries').delete().eq('id', deleted)
    expect(await add(partner, first, other)).toEqual(whileHidden)
    expect((await add(partner, second, other)).error).toEqual(whileHidden.error)
    expect((await add(partner, randomUUID(), other)).error).toBeNull()
  })

  it('of a review tells the other person nothing', async () => {
    const [deleted, other, id] = [await word(), await word(), randomUUID()]
    expect((await review(partner, id, deleted)).error).toBeNull()
    await author.rest.from('entries').delete().eq('id', deleted)
    expect((await review(author, id, other)).error).toBeNull()
  })

  it('of a reaction that its person removed is used again', async () => {
    const [entry, id] = [await word(), randomUUID()]
    expect((await reaction(partner, id, entry)).error).toBeNull()
    await partner.rest.from('reactions').delete().eq('id', id)
    expect((await reaction(partner, id, entry)).error).toBeNull()
  })
})

/** Sends again and again, some at a time, until the work has ended; returns how often, and each error. */
async function during(send: () => Promise<{ error: unknown }>, work: () => Promise<void>) {
  const errors: unknown[] = []
  let sent = 0
  const end = new AbortController()
  const lane = async () => {
    while (!end.signal.aborted) {
      const { error } = await send()
      sent += 1
      if (error !== null) errors.push(error)
    }
  }
  const lanes = Promise.all(Array.from({ length: 20 }, lane))
  try {
    await work()
  } finally {
    end.abort()
    await lanes
  }
  return { sent, errors }
}

const floods: Readonly<
  Record<string, (entry: string, replyId: string) => PromiseLike<{ error: unknown }>>
> = {
  reviews: (entry) => review(partner, randomUUID(), entry),
  'edits of replies': (_, id) =>
    partner.rest.from('replies').update({ content: randomUUID() }).eq('id', id),
  ticks: (entry) =>
    partner.rest
      .from('entries')
      .update({ completed: true, completed_at: new Date().toISOString() })
      .eq('id', entry),
}

/** How many of the server's statements wait for a lock. */
async function waiting(): Promise<number | undefined> {
  const [row] = await server.sql()<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'unser-tagebuch-api' and wait_event_type = 'Lock'`
  return row?.count
}

/** Milliseconds. */
const step = 50

describe('a change of privacy', () => {
  it.each(Object.entries(floods))(
    'goes first, and nothing ends it, during a flood of %s',
    async (_, send) => {
      const [entry, id] = [await word(), randomUUID()]
      expect((await reply(partner, id, entry)).error).toBeNull()
      const flood = await during(
        async () => send(entry, id),
        async () => {
          for (let change = 0; change < 12; change += 1)
            expect((await hide(entry, change % 2 === 0)).data).toHaveLength(1)
        },
      )
      expect(flood.sent).toBeGreaterThan(20)
      // Refused while the entry is hidden, as for one that is missing: never ended by the database.
      const codes = new Set(flood.errors.map((error) => (error as { code?: string }).code))
      expect([...codes].filter((code) => code !== '42501')).toEqual([])
    },
  )

  it('waits for one write of each person at most that keeps its entry', async () => {
    const entry = await word()
    const sent: Promise<{ error: unknown }>[] = []
    let seen: unknown
    await server.sql().transaction(async (transaction) => {
      await transaction`select from public.entries where id = ${entry} for update`
      for (let index = 0; index < 12; index += 1) sent.push(review(partner, randomUUID(), entry))
      await lockAwaited(server.sql())
      // A write that locks no entry passes those that wait.
      const like = { user_id: partner.id, quote_text: 'Text', quote_author: randomUUID() }
      expect((await partner.rest.from('quote_likes').insert(like)).error).toBeNull()
      seen = await waiting()
    })
    expect(seen).toBe(1)
    expect((await Promise.all(sent)).map(({ error }) => error)).toEqual(Array(12).fill(null))
  })

  it('that waits passes the writes that came before it', async () => {
    const entry = await word()
    const order: string[] = []
    const sent: PromiseLike<unknown>[] = []
    const note = (name: string, answer: PromiseLike<unknown>) =>
      sent.push(answer.then(() => order.push(name)))
    await server.sql().transaction(async (transaction) => {
      await transaction`select from public.entries where id = ${entry} for update`
      for (let index = 0; index < 12; index += 1)
        note('review', review(partner, randomUUID(), entry))
      await lockAwaited(server.sql())
      note('hide', hide(entry, true))
      await expect.poll(waiting).toBe(2)
    })
    await Promise.all(sent)
    // One review was before it in the database; the answers of two that end together may come in any order. In one
    // queue with the twelve it would be the last.
    expect(order.indexOf('hide')).toBeLessThan(6)
  })

  it.each([30, 80])('whose work takes %i ms ends at a full step by the database', async (work) => {
    const entry = await word()
    const claims = JSON.stringify({ sub: author.id, role: 'authenticated' })
    const settings = { role: 'authenticated', 'request.jwt.claims': claims }
    const since = 'extract(epoch from clock_timestamp() - transaction_timestamp()) * 1000'
    /** The milliseconds of a change of privacy when its work is done, and at its end. */
    const changed = async () =>
      server.pool().transaction(
        async (transaction) => {
          await transaction.query(sql`
            update public.entries set is_private = not is_private where id = ${entry}`)
          await transaction.query(sql`select pg_sleep(${work / 1000})`)
          // What a commit does at its end, in one message: no machine is so busy that it comes between.
          await transaction.run(`select set_config('test.worked', (${since})::text, true);
            set constraints all immediate; select set_config('test.ended', (${since})::text, true)`)
          const [row] = await transaction.query<{ worked: number; ended: number }>(sql`
            select current_setting('test.worked')::float8 as worked, current_setting('test.ended')::float8 as ended`)
          return row ?? { worked: 0, ended: 0 }
        },
        { settings },
      )
    let late = Infinity
    // A busy machine wakes some of many late, never all of them.
    for (let tried = 0; tried < 40 && late > step / 4; tried += 1) {
      const { worked, ended } = await changed()
      const end = step * Math.ceil(worked / step)
      expect(ended).toBeGreaterThanOrEqual(end)
      // After work that ends at the beginning of a step, a wait of a whole step ends near the next one, too.
      if (end - worked < step / 2) late = Math.min(late, ended - end)
    }
    expect(late).toBeLessThan(step / 2)
  })

  it('and a deletion are committed at a full 50 ms', async () => {
    const entry = await word()
    const timed = async (send: () => PromiseLike<unknown>) => {
      const begun = performance.now()
      await send()
      return performance.now() - begun
    }
    for (const isPrivate of [true, false, true])
      expect(await timed(async () => hide(entry, isPrivate))).toBeGreaterThanOrEqual(step)
    const remove = async () => author.rest.from('entries').delete().eq('id', entry)
    expect(await timed(remove)).toBeGreaterThanOrEqual(step)
  })
})
