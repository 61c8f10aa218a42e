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

  it('receive each committed insert', async () => {
    const raw = await room.raw()
    await raw.join('quick', await journal.second.token(), [entries])
    const arrivals = new Map<string, number>()
    raw.socket.on('message', (data: Buffer) => {
      const id = /"record":\{"id":"([^"]+)"/.exec(data.toString())?.[1]
      if (id !== undefined) arrivals.set(id, performance.now())
    })
    const taken: number[] = []
    for (let index = 0; index < 100; index += 1) {
      const id = await journal.first.write(`Nummer ${index}`)
      const committed = performance.now()
      taken.push((await eventually(() => arrivals.get(id))) - committed)
    }
    taken.sort((a, b) => a - b)
    const [median = 0, slow = 0] = [taken[50], taken[95]]
    process.stdout.write(
      `commit to event: median ${median.toFixed(1)} ms, 95 % ${slow.toFixed(1)} ms\n`,
    )
  })
})
