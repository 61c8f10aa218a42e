import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { journalTables } from '../../src/domain/journal-tables.ts'
import { eventually, openRaw } from '../sync/support/room.ts'
import type { RawSocket } from '../sync/support/room.ts'
import { addPhoto } from '../support/photos.ts'
import { expectCleanLogs, intrude } from '../support/intruders.ts'
import type { SignedIn } from '../support/server.ts'
import { author, ownServer as server, withOwnServer, partner } from '../support/signed-in.ts'
import { socketUrl } from './attacks/support/wire.ts'
import { change, insert, write as writeEntry } from './people-rows.ts'

const secret = 'Nur-fuer-mich-2468'
const everything = journalTables.filter(
  (table) => table !== 'server_starts' && table !== 'photo_files',
)

const sockets: RawSocket[] = []

withOwnServer()
beforeEach(async () => server.emptyJournal())
afterAll(() => {
  for (const { socket } of sockets) socket.terminate()
})

/** Listens to every change of every table. */
async function listen(token: string | null): Promise<RawSocket> {
  const raw = await openRaw(socketUrl(server))
  sockets.push(raw)
  const bindings = everything.map((table) => ({ event: '*', schema: 'public', table }))
  raw.send('t', 't', 'realtime:t', 'phx_join', {
    config: { postgres_changes: bindings },
    ...(token === null ? {} : { access_token: token }),
  })
  await raw.frame(([, , , event]) => event === 'system' || event === 'phx_reply')
  return raw
}

const write = async (over: object = {}) => writeEntry({ content: secret, ...over })
const react = async (person: SignedIn, entry: string, id: string = crypto.randomUUID()) =>
  insert(person, 'reactions', { id, entry_id: entry, emoji: '🔥' })
const reply = async (person: SignedIn, entry: string, content: string) =>
  insert(person, 'replies', { entry_id: entry, content })

/** Everything that was sent before this has arrived once the sentinel has. */
async function untilSentinel(listeners: readonly RawSocket[]): Promise<void> {
  const id = await write({ content: 'Das Ende der Probe' })
  await Promise.all(
    listeners.map(async (socket) =>
      eventually(() =>
        socket.events().some(({ record }) => (record as { id?: string })?.id === id),
      ),
    ),
  )
}

/** The tables of the events since the given number of events, in order. */
const changedTables = (socket: RawSocket, since: number) =>
  socket
    .events()
    .slice(since)
    .map(({ table }) => table)

const textOf = ({ received }: RawSocket) => JSON.stringify(received)

describe('on the socket', () => {
  it('a private entry reaches only its author, from creation to deletion', async () => {
    const outsider = await intrude(server)
    const [mine, theirs, foreign] = await Promise.all([
      Promise.all([1, 2].map(async () => listen(await author.accessToken()))),
      Promise.all([1, 2, 3, 4].map(async () => listen(await partner.accessToken()))),
      Promise.all([null, null, null, outsider.token, outsider.token, 'a.b.c'].map(listen)),
    ])
    // Changes from emptying the journal may reach them late.
    await untilSentinel([...mine, ...theirs])
    const before = theirs.map((socket) => socket.events().length)
    const idea = await write({ category: 'ideen', content: 'Einmal ans Meer' })
    const id = await write({ is_private: true, category: 'erzaehlen' })
    const reaction = await react(author, id)
    const replies = [await reply(author, id, secret), await reply(author, id, secret)] as const
    const photo = await addPhoto(author, id, { description: secret })
    await insert(author, 'story_links', { id, idea_id: idea })
    await change(id, { content: `${secret} geändert` })
    await change(id, { completed: true, completed_at: new Date().toISOString() })
    // An event has the row as it is when the event is sent; of a row that is gone by then there is none.
    await eventually(() =>
      mine.every(
        (socket) =>
          textOf(socket).includes(secret) && changedTables(socket, 0).includes('story_links'),
      ),
    )
    await author.rest.from('reactions').delete().eq('id', reaction)
    await react(author, id, reaction)
    await author.rest.from('replies').update({ content: secret }).eq('id', replies[0])
    await author.rest.from('replies').delete().eq('id', replies[0])
    await author.rest.from('photos').delete().eq('id', photo)
    await author.rest.from('entries').delete().eq('id', id)
    await untilSentinel([...mine, ...theirs])

    for (const [index, socket] of theirs.entries()) {
      for (const word of [secret, id, reaction, photo, ...replies])
        expect(textOf(socket)).not.toContain(word)
      const events = socket.events().slice(before[index])
      // The idea and the sentinel.
      const inserted = ['entries', 'INSERT']
      expect(events.map(({ table, type }) => [table, type])).toEqual([inserted, inserted])
    }
    for (const socket of foreign) expect(socket.events()).toEqual([])
  })

  it('an entry that becomes private leaves the partner at once, and comes back whole', async () => {
    const socket = await listen(await partner.accessToken())
    const id = await write()
    const reaction = await react(author, id)
    const [own, other] = [await reply(partner, id, 'Ja?'), await reply(author, id, 'Ja!')]
    const photo = await addPhoto(author, id)
    await eventually(() =>
      [reaction, own, other, photo].every((part) => textOf(socket).includes(part)),
    )

    for (let round = 0; round < 3; round += 1) {
      const before = socket.events().length
      await change(id, { is_private: true, content: `${secret} verborgen` })
      const left = await partner.rest.from('entries').select('id').eq('id', id)
      expect(left.data).toEqual([])
      for (const table of ['reactions', 'replies', 'photos'])
        expect((await partner.rest.from(table).select('id')).data).toEqual([])
      await eventually(() => changedTables(socket, before).includes('removals'))
      const added = await reply(author, id, `${secret} gesagt`)
      const edited = async (content: string) =>
        author.rest.from('replies').update({ content }).eq('id', other)
      await edited(`${secret} anders`)
      await author.rest.from('replies').delete().eq('id', added)
      await untilSentinel([socket])
      expect(textOf(socket)).not.toContain(added)
      for (const word of ['gesagt', 'anders']) expect(textOf(socket)).not.toContain(word)
      await edited('Ja!')

      const seen = socket.events().length
      await change(id, { is_private: false })
      await eventually(() =>
        ['entries', 'reactions', 'replies', 'photos'].every((table) =>
          changedTables(socket, seen).includes(table),
        ),
      )
    }
    expect(textOf(socket)).toContain('"kind":"hidden"')
    expect((await partner.rest.from('reactions').select('id')).data).toEqual([{ id: reaction }])
    const replies = (await partner.rest.from('replies').select('id')).data
    expect(replies?.map((row) => row.id as string).toSorted()).toEqual([own, other].toSorted())
  })

  it('the deletion of an entry that became private is silent, even if something on it was removed while it was shared', async () => {
    const id = await write()
    const [own, others] = [await react(partner, id), await react(author, id)]
    // Both reactions were removed once and added again (D15 derives the same id).
    await partner.rest.from('reactions').delete().eq('id', own)
    await author.rest.from('reactions').delete().eq('id', others)
    await react(partner, id, own)
    await react(author, id, others)
    // And of two replies one was.
    const [, gone] = [await reply(partner, id, 'Ja?'), await reply(author, id, 'Ja!')]
    await author.rest.from('replies').delete().eq('id', gone)
    const socket = await listen(await partner.accessToken())
    await change(id, { is_private: true })
    await eventually(() => textOf(socket).includes('"kind":"hidden"'))

    const removals = async () => (await partner.rest.from('removals').select('*')).data
    const before = await removals()
    const seen = socket.events().length
    await author.rest.from('entries').delete().eq('id', id)
    await untilSentinel([socket])
    expect(changedTables(socket, seen)).toEqual(['entries'])
    expect(await removals()).toEqual(before)
  })

  it('thousands of private entries deleted at once send the partner nothing, and the author’s devices pull', async () => {
    await server.sql()`
      insert into public.entries (user_id, category, content, is_private)
      select ${author.id}, 'gedanken', ${secret}, true from generate_series(1, 5100)`
    const mine = await listen(await author.accessToken())
    const theirs = await listen(await partner.accessToken())
    await untilSentinel([mine, theirs])
    const since = { mine: mine.received.length, theirs: theirs.received.length }
    await server.sql()`delete from public.entries where content = ${secret}`
    await eventually(() => mine.received.length > since.mine)
    await untilSentinel([theirs])
    const events = theirs.received.slice(since.theirs).map(([, , , event]) => event)
    expect(events).toEqual(['postgres_changes'])
  })

  it('the logs hold nothing of it', () => {
    expectCleanLogs(server, [secret, 'Probe'])
  })
})

describe('after the server’s clock has stepped back', () => {
  const setClock = async (step: string) =>
    server.sql().run(`create or replace function private.real_time() returns timestamptz
      language sql volatile set search_path = '' as $$ select clock_timestamp() + interval '${step}' $$`)

  /** Waits until the server has noted that the clock shows a later time. */
  const noted = async (hours: number) =>
    eventually(async () => {
      const rows = await server.sql()<{ ahead: number }[]>`
        select last_value / 1e6 / 3600 - extract(epoch from clock_timestamp()) / 3600 as ahead
        from private.noted_time`
      return Number(rows[0]?.ahead) > hours - 0.1
    })

  it('the next shared entry does not tell when a private one was written', async () => {
    await setClock('1 hour')
    await noted(1)
    await write({ is_private: true })
    await setClock('2 hours')
    await noted(2)
    await setClock('0')
    const row = { user_id: partner.id, category: 'gedanken', content: 'Danach' }
    const { data } = await partner.rest.from('entries').insert(row).select('updated_at')
    const lead = Date.parse(String(data?.[0]?.updated_at)) - Date.now()
    // As far ahead as the clock was, not as the private entry.
    expect(lead / 3_600_000).toBeGreaterThan(1.9)
  })
})
