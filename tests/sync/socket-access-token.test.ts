import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startJournal, type Journal } from './support/journal.ts'
import { eventually, listen, startRoom, type RawSocket, type TestRoom } from './support/room.ts'

const entries = { event: '*', schema: 'public', table: 'entries' } as const

let journal: Journal
let room: TestRoom
/** By how many milliseconds the room's clock is ahead of the machine's. */
let ahead = 0

beforeAll(async () => {
  journal = await startJournal()
})
beforeEach(async () => {
  ahead = 0
  room = await startRoom(journal, {
    limits: { sweep: 50, recheck: 100 },
    clock: () => Date.now() + ahead,
  })
})
afterEach(() => room.stop())
afterAll(() => journal.stop())

describe('an access token', () => {
  /** A second system message tells a new person's client to pull. */
  const toldTwice = ({ received }: RawSocket) =>
    eventually(() => received.filter(([, , , event]) => event === 'system').length === 2)

  it('that comes after the join opens the journal', async () => {
    const raw = await room.raw()
    await raw.join('later', null, [entries])
    const other = await room.raw()
    await other.join('other', await journal.first.token(), [entries])
    await journal.first.write('noch nicht')
    await eventually(() => other.events().length > 0)
    raw.send('later', '2', 'realtime:later', 'access_token', {
      access_token: await journal.first.token(),
    })
    await toldTwice(raw)
    const id = await journal.first.write('jetzt')
    await eventually(() => raw.events().length > 0)
    expect(raw.events().map((data) => (data['record'] as { id: string }).id)).toEqual([id])
  })

  it('that is renewed keeps the channel of the unmodified client beyond the old one', async () => {
    const old = await journal.first.token(20)
    const client = room.client({ token: old })
    const { states, seen } = await listen(client, 'renewed', [entries])
    const token = await journal.first.token(600)
    await client.setAuth(token)
    await eventually(() => room.verified.includes(token))
    const left = await listen(room.client({ token: old }), 'left', [entries])
    ahead = 21_000
    await eventually(() => left.states.includes('CLOSED'))
    expect(states).toEqual(['SUBSCRIBED'])
    const id = await journal.first.write('weiter')
    await eventually(() => seen.some((event) => event.new['id'] === id))
  })

  it('that expires closes the channel of the unmodified client for good', async () => {
    const client = room.client({ token: await journal.first.token(20) })
    const { states, systems } = await listen(client, 'expires', [entries])
    ahead = 21_000
    await eventually(() => states.includes('CLOSED'))
    expect(systems.at(-1)).toMatchObject({ status: 'error', extension: 'system' })
  })

  it('of another person changes whose rows arrive', async () => {
    const raw = await room.raw()
    await raw.join('change', await journal.first.token(), [entries])
    raw.send('change', '2', 'realtime:change', 'access_token', {
      access_token: await journal.second.token(),
    })
    await toldTwice(raw)
    await journal.first.write('meins', { isPrivate: true })
    const id = await journal.second.write('deins', { isPrivate: true })
    await eventually(() => raw.events().length > 0)
    expect(raw.events().map((data) => (data['record'] as { id: string }).id)).toEqual([id])
  })

  it('that is removed leaves the channel without rows', async () => {
    const raw = await room.raw()
    await raw.join('away', await journal.first.token(), [entries])
    raw.send('away', '2', 'realtime:away', 'access_token', { access_token: null })
    const other = await room.raw()
    await other.join('other', await journal.first.token(), [entries])
    await journal.first.write('nicht mehr')
    await eventually(() => other.events().length > 0)
    expect(raw.events()).toEqual([])
  })

  it('that is forged closes the channel', async () => {
    const raw = await room.raw()
    await raw.join('forged', await journal.first.token(), [entries])
    raw.send('forged', '2', 'realtime:forged', 'access_token', { access_token: 'x.y.z' })
    await raw.frame(([, , , event]) => event === 'phx_close')
    const systems = raw.received.filter(([, , , event]) => event === 'system')
    expect(systems.at(-1)?.[4]['status']).toBe('error')
  })

  it('of a session that has ended closes the socket', async () => {
    const person = journal.second
    const raw = await room.raw()
    const other = await room.raw()
    await raw.join('ended', await person.token(), [entries])
    await other.join('stays', await journal.first.token(), [entries])
    await journal.sql`delete from auth.sessions where id = ${person.session}`
    expect(await raw.closed).toBe(1008)
    expect(raw.received.at(-1)?.[3]).toBe('phx_close')
    expect(other.socket.readyState).toBe(other.socket.OPEN)
    await journal.sql`insert into auth.sessions (id, user_id)
      values (${person.session}, ${person.id})`
  })
})
