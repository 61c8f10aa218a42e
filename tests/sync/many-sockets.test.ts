import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startJournal, type Journal } from './support/journal.ts'
import { eventually, startRoom, type RawSocket, type TestRoom } from './support/room.ts'
import { isFull } from '../support/quick.ts'

const entries = { event: '*', schema: 'public', table: 'entries' }
const sockets = isFull ? 1_000 : 200
const limits = { sockets: sockets + 1, socketsPerAddress: sockets + 1 }

let journal: Journal
let room: TestRoom

beforeAll(async () => {
  journal = await startJournal()
  room = await startRoom(journal, { limits })
})
afterAll(async () => {
  await room.stop()
  await journal.stop()
})

const idsOf = (raw: RawSocket) =>
  raw.events().map((data) => (data['record'] as { id?: string } | undefined)?.id)

describe('many sockets', () => {
  it('get each change once, and one socket more than allowed is refused', async () => {
    const token = await journal.second.token()
    const open: RawSocket[] = []
    while (open.length < sockets) {
      const raw = await room.raw()
      open.push(raw)
      await raw.join('many', token, [entries])
    }
    const last = await room.raw()
    await expect(room.raw()).rejects.toThrow('429')
    last.socket.terminate()
    const id = await journal.first.write('an alle')
    for (const raw of open) await eventually(() => idsOf(raw).length > 0)
    for (const raw of open) expect(idsOf(raw)).toEqual([id])
    for (const raw of open) raw.socket.close()
    await eventually(() => room.connections() === 0)
  })
})
