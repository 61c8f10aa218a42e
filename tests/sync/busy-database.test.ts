import { afterAll, beforeAll, expect, it } from 'vitest'
import { startJournal, type Journal } from './support/journal.ts'
import { eventually, listen, startRoom, type TestRoom } from './support/room.ts'
import { long } from '../support/quick.ts'

let journal: Journal
let room: TestRoom

beforeAll(async () => {
  journal = await startJournal()
  room = await startRoom(journal)
})
afterAll(async () => {
  await room.stop()
  await journal.stop()
})

it(
  'a change that the database does not show in time makes its people pull, and the next one arrives',
  long,
  async () => {
    const client = room.client({ token: await journal.second.token() })
    const { seen, systems } = await listen(client, 'busy', [{ table: 'entries' }])
    const isWaiting = async () => {
      const [row] = await journal.sql<{ waits: boolean }[]>`
        select count(*) > 0 as waits from pg_locks
         where relation = 'public.entries'::regclass and not granted`
      return row?.waits
    }
    // The waiting lock is granted as the writer commits, before the room can read.
    let locking: Promise<unknown> | undefined
    await journal.sql.transaction(async (writer) => {
      await writer`insert into entries (user_id, category, content)
        values (${journal.first.id}, 'gedanken', 'zu spät')`
      locking = journal.sql.transaction(async (sql) => {
        await sql`lock table entries in access exclusive mode`
        await eventually(() => room.logged.some((line) => line.includes('57014')))
      })
      await eventually(isWaiting)
    })
    await locking
    await eventually(() => systems.length > 1)
    expect(systems.map(({ status }) => status)).toEqual(['ok', 'ok'])
    const id = await journal.first.write('rechtzeitig')
    await eventually(() => seen.length > 0)
    expect(seen.map((event) => event.new['id'])).toEqual([id])
  },
)
