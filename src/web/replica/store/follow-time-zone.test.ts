import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { instantFromMilliseconds } from '../../../domain/ids.ts'
import { instantOf, type ClockTime, type JournalDay } from '../../../domain/journal-day.ts'
import {
  at,
  createEntry,
  entryOn,
  idOf,
  journalRow,
  note,
  setQueue,
} from '../memory/test-journal.ts'
import { sendNext } from '../outbox/send-next.ts'
import { sendingOf } from '../outbox/test-sending.ts'
import { draftsIn, forgetTabs, openStore, waiting } from '../test-tabs.ts'
import { addDraft } from './draft-rows.ts'
import { followTimeZone } from './follow-time-zone.ts'
import { enqueue } from './queue.ts'
import type { Store } from './store.ts'

const [one, two] = [idOf(1), idOf(2)]
const day = '2026-12-24' as JournalDay
const date = (time: string, zone: string) =>
  instantFromMilliseconds(instantOf(day, time as ClockTime, zone))
const edit = (time: string, zone: string) =>
  note('Ans Meer', { category: 'ideen', scheduledDate: date(time, zone) })
const [berlin, tokyo] = ['Europe/Berlin', 'Asia/Tokyo']

let store: Store
const follow = (zone: string) => store.change((rows) => followTimeZone(rows, zone))

beforeEach(async () => {
  store = await openStore()
  store.change((rows) => rows.put('journal', journalRow()))
})
afterEach(forgetTabs)

const writeBoth = () =>
  setQueue(
    store,
    createEntry(1, { edit: edit('00:00', berlin) }),
    createEntry(2, { edit: edit('18:30', berlin) }),
  )

describe('a copy that learns of another time zone', () => {
  it('keeps what waits without a time on its day, and with a time at its instant', () => {
    writeBoth()
    follow(tokyo)
    expect(waiting(store)).toMatchObject([
      { entryId: one, edit: edit('00:00', tokyo) },
      { entryId: two, edit: edit('18:30', berlin) },
    ])
    expect(store.memory.state().journal).toMatchObject({ timeZone: tokyo })
    follow(berlin)
    expect(waiting(store)[0]).toMatchObject({ edit: edit('00:00', berlin) })
  })

  it('keeps on its day what a deletion has seen, and what may come back to the person who wrote it', () => {
    const seen = edit('00:00', berlin)
    store.change((rows) => {
      rows.put('entries', entryOn(2))
      rows.put('deletions', { entryId: one, due: 1, seen })
      rows.put('sentEdits', { entryId: one, edit: seen, editVersion: 1, updatedAt: at(1) })
    })
    store.change((rows) => enqueue(rows, { action: 'delete-entry', entryId: two, seen }, 0))
    follow(tokyo)
    const moved = edit('00:00', tokyo)
    expect(store.memory.rows('deletions').get(one)).toMatchObject({ seen: moved })
    expect(waiting(store)).toMatchObject([{ seen: moved }])
    expect(store.memory.rows('sentEdits').get(one)).toMatchObject({ edit: moved })
  })

  it('keeps drafts on their day: a refused edit, and what a form was opened on', () => {
    const form = { category: 'ideen', content: 'Ans', day, time: '' }
    store.change((rows) => {
      addDraft(rows, 'new-entry', edit('00:00', berlin))
      addDraft(rows, `edit:${one}`, { form, base: edit('00:00', berlin) })
      addDraft(rows, 'custom-quote', { text: 'Alles fließt', scheduledDate: 'bald' })
    })
    follow(tokyo)
    expect(draftsIn(store).map(({ value }) => value)).toEqual([
      edit('00:00', tokyo),
      { form, base: edit('00:00', tokyo) },
      { text: 'Alles fließt', scheduledDate: 'bald' },
    ])
  })

  it('sends nothing after a time without contact before it has asked for the zone', async () => {
    writeBoth()
    const sent: unknown[] = []
    const calls = {
      readJournal: async () => ({ ok: true, value: journalRow({ timeZone: tokyo }) }) as const,
      async insert(_: unknown, given: object) {
        sent.push(given)
        return { ok: false, code: 'network' } as const
      },
    }
    const result = await sendNext(sendingOf(store, calls, { needsProbe: () => true }))
    expect(result).toBe('network')
    expect(sent).toEqual([expect.objectContaining({ scheduledDate: date('00:00', tokyo) })])
  })
})
