import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { instantFromMilliseconds, type EntryId, type PartnerId } from '../../../domain/ids.ts'
import { instantOf, type ClockTime, type JournalDay } from '../../../domain/journal-day.ts'
import type { Calls } from '../../backend/calls.ts'
import type { JournalRow } from '../../backend/rows.ts'
import type { OwnFrames } from '../outbox/own-frames.ts'
import { sendNext } from '../outbox/send-next.ts'
import { write } from '../outbox/write.ts'
import { createDatabase, type ReplicaDatabase } from './database.ts'
import { addDraft } from './draft-rows.ts'
import { followTimeZone } from './follow-time-zone.ts'

const me = '00000000-0000-4000-8000-000000000001' as PartnerId
const one = '00000000-0000-4000-8000-00000000000a' as EntryId
const two = '00000000-0000-4000-8000-00000000000b' as EntryId
const day = '2026-12-24' as JournalDay
const date = (time: string, zone: string) =>
  instantFromMilliseconds(instantOf(day, time as ClockTime, zone))
const edit = (time: string, zone: string) => ({
  category: 'ideen' as const,
  content: 'Ans Meer',
  isPrivate: false,
  scheduledDate: date(time, zone),
})
const [berlin, tokyo] = ['Europe/Berlin', 'Asia/Tokyo']
const row = { timeZone: berlin, specialDays: [], daysCounterFrom: day } as unknown as JournalRow

let database: ReplicaDatabase
const context = () => ({ database, me, now: () => 1_000_000, sender: () => undefined })

beforeEach(async () => {
  database = createDatabase(me)
  await database.journal.put({ key: 'journal', ...row })
})
afterEach(async () => database.delete())

async function writeBoth(): Promise<void> {
  const createdAt = instantFromMilliseconds(1)
  const created = { action: 'create-entry', createdAt, automatic: false } as const
  await write(context(), { ...created, entryId: one, edit: edit('00:00', berlin) })
  await write(context(), { ...created, entryId: two, edit: edit('18:30', berlin) })
}

describe('a copy that learns of another time zone', () => {
  it('keeps what waits without a time on its day, and with a time at its instant', async () => {
    await writeBoth()
    await followTimeZone(database, tokyo)
    const waiting = (await database.outbox.toArray()).map(({ mutation }) => mutation)
    expect(waiting).toMatchObject([
      { entryId: one, edit: edit('00:00', tokyo) },
      { entryId: two, edit: edit('18:30', berlin) },
    ])
    expect(await database.journal.get('journal')).toMatchObject({ timeZone: tokyo })
    await followTimeZone(database, berlin)
    expect((await database.outbox.toArray())[0]?.mutation).toMatchObject({
      edit: edit('00:00', berlin),
    })
  })

  it('keeps on its day what a deletion has seen, and what may come back to the person who wrote it', async () => {
    const seen = edit('00:00', berlin)
    await database.deletions.put({ entryId: one, due: 1, seen })
    await write(context(), { action: 'delete-entry', entryId: two, seen })
    const updatedAt = instantFromMilliseconds(1)
    await database.sentEdits.put({ entryId: one, edit: seen, editVersion: 1, updatedAt })
    await followTimeZone(database, tokyo)
    const moved = edit('00:00', tokyo)
    expect(await database.deletions.toArray()).toMatchObject([{ seen: moved }])
    expect(await database.outbox.toArray()).toMatchObject([{ mutation: { seen: moved } }])
    expect(await database.sentEdits.toArray()).toMatchObject([{ edit: moved }])
  })

  it('keeps drafts on their day: a refused edit, and what a form was opened on', async () => {
    const form = { category: 'ideen', content: 'Ans', day, time: '' }
    await addDraft(database, 'new-entry', edit('00:00', berlin))
    await addDraft(database, `edit:${one}`, { form, base: edit('00:00', berlin) })
    await addDraft(database, 'custom-quote', { text: 'Alles fließt', scheduledDate: 'bald' })
    await followTimeZone(database, tokyo)
    const drafts = await database.drafts.orderBy('order').toArray()
    expect(drafts.map(({ value }) => value)).toEqual([
      edit('00:00', tokyo),
      { form, base: edit('00:00', tokyo) },
      { text: 'Alles fließt', scheduledDate: 'bald' },
    ])
  })

  it('sends nothing after a time without contact before it has asked for the zone', async () => {
    await writeBoth()
    const sent: unknown[] = []
    const calls = {
      readJournal: async () => ({ ok: true, value: { ...row, timeZone: tokyo } }),
      insertEntry: async ({ scheduledDate }: { scheduledDate: unknown }) => {
        sent.push(scheduledDate)
        return { ok: false, code: 'network' }
      },
    } as unknown as Calls
    const result = await sendNext(
      {
        database,
        me,
        calls,
        isOffline: () => false,
        isDoubtful: () => true,
        ownFrames: {
          during: async (_: unknown, work: () => unknown) => work(),
        } as unknown as OwnFrames,
      },
      undefined,
    )
    expect([result, sent]).toEqual(['network', [date('00:00', tokyo)]])
  })
})
