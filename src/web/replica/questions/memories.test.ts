import { describe, expect, it } from 'vitest'
import type { MemoryMarkId } from '../../../domain/ids.ts'
import type { JournalDay } from '../../../domain/journal-day.ts'
import {
  at,
  entryOn,
  idOf,
  journalWith,
  letDeletionWait,
  setQueue,
} from '../memory/test-journal.ts'
import { memoriesOf } from './memories.ts'

const year = 365
/** Noon of a day two years after the first entry. */
const now = Date.UTC(2028, 0, 1, 11)
const remembered = (memory: ReturnType<typeof journalWith>) =>
  memoriesOf(memory.state(), now).map(
    ({ ago, entry }) => `${ago.count} ${memory.shown.get('entries', entry.id)?.content}`,
  )

const journal = () =>
  journalWith([
    entryOn(0.2, { content: 'Morgen' }),
    entryOn(0.8, { content: 'Abend', id: idOf(900) }),
    entryOn(year + 0.5, { content: 'ein Jahr', id: idOf(901) }),
    entryOn(year + 3, { content: 'ein anderer Tag', id: idOf(902) }),
  ])

describe('what I am reminded of today', () => {
  it('is this day of earlier years, the latest first and each in its order', () => {
    expect(remembered(journal())).toEqual(['1 ein Jahr', '2 Morgen', '2 Abend'])
  })

  it('is not what I do not want to be reminded of, and nothing once I said so for today', () => {
    const memory = journal()
    const mark = (until: JournalDay | null) => {
      const about = { entryId: idOf(901), markId: `mark ${until}` as MemoryMarkId }
      return { action: 'add-memory-mark', ...about, until, createdAt: at(0) } as const
    }
    setQueue(memory, mark(null))
    expect(remembered(memory)).toEqual(['2 Morgen', '2 Abend'])
    setQueue(memory, mark('2028-01-01' as JournalDay))
    expect(remembered(memory)).toEqual([])
  })

  it('follows a deletion that waits and a change that is not sent yet', () => {
    const memory = journal()
    letDeletionWait(memory, idOf(900))
    expect(remembered(memory)).toEqual(['1 ein Jahr', '2 Morgen'])
  })

  it('is nothing before the journal is read', () => {
    expect(memoriesOf({ ...journal().state(), journal: undefined }, now)).toEqual([])
  })
})
