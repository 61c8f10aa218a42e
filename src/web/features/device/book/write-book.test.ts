import { expect, it } from 'vitest'
import { writtenEntry, type Entry } from '../../../../domain/entry.ts'
import {
  instantFromMilliseconds,
  type EntryId,
  type ReactionId,
  type ReplyId,
} from '../../../../domain/ids.ts'
import type { LostRow } from '../../../replica/memory/stored-rows.ts'
import { journalWith, me } from '../../../replica/memory/test-journal.ts'
import { writeBook } from './write-book.ts'

const partners = [
  { name: 'Jonas', identifier: 'jonas@tagebuch.internal' },
  { name: 'Željka', identifier: 'zeljka@tagebuch.internal' },
] as const
const page = { script: { text: '', hash: '' }, style: { text: '', hash: '' } }
const day = 86_400_000

const idOf = (kind: number, number: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`

/** One entry a day, so that private ones can be put between any two. */
function entry(number: number, isPrivate = false): Entry {
  const isIdea = number === 0 && !isPrivate
  const at = instantFromMilliseconds(Date.UTC(2020) + number * day + (isPrivate ? day / 2 : 0))
  const content = `${isPrivate ? 'Nur für mich' : 'Für beide'} ${number}`
  const category = isIdea ? 'ideen' : 'erzaehlen'
  const id = idOf(isPrivate ? 2 : 1, number) as EntryId
  const edit = { category, content, isPrivate, scheduledDate: null } as const
  return writtenEntry(edit, { id, userId: me, createdAt: at })
}

const reaction = ({ id, createdAt }: Entry) => ({
  id: id.replace(/^0{7}/, '0000001') as ReactionId,
  entryId: id,
  userId: me,
  emoji: '🔥' as const,
  createdAt,
  visibleSince: createdAt,
  updatedAt: createdAt,
})

/** That an entry tells of the idea that is the first shared one. */
const link = ({ id, createdAt }: Entry) => ({
  id,
  userId: me,
  ideaId: idOf(1, 0) as EntryId,
  createdAt,
  updatedAt: createdAt,
})

/** The file without private notes, out of a copy with these entries, of which some are on this device alone. */
async function bookOf(entries: readonly Entry[], lost: readonly LostRow[] = []): Promise<string> {
  const reacted = entries.filter(({ id }) => id.endsWith('7'))
  const memory = journalWith(entries, reacted.map(reaction))
  memory.change((rows) => {
    for (const one of lost) rows.put('lostRows', one)
    for (const told of entries.filter(({ id }) => id.endsWith('9')))
      rows.put('story_links', link(told))
  })
  const { files } = await writeBook(
    {
      journal: { me, rows: memory.shown, whole: async () => memory.state() },
      title: 'Unser Tagebuch',
      partners,
      withPrivate: false,
      madeAt: instantFromMilliseconds(Date.UTC(2027)),
      since: undefined,
      signal: new AbortController().signal,
    },
    page,
  )
  return new Blob([...files]).text()
}

it('the file without private notes is the same to the last byte, however many there are and wherever they lie', async () => {
  const shared = Array.from({ length: 2300 }, (_, number) => entry(number))
  const file = await bookOf(shared)
  expect(file.match(/data-part="entries"/g)).toHaveLength(3)
  expect(file.match(/"idea_id":/g)).toHaveLength(230)
  expect(file.match(/So war’s für \p{L}+: Für beide/gu)).toHaveLength(230)
  expect(file.match(/Aus einer Idee: Für beide 0</g)).toHaveLength(230)
  for (const hidden of [
    [2299],
    [0, 1, 2],
    Array.from({ length: 1100 }, (_, number) => number * 2),
    Array.from({ length: 2300 }, (_, number) => number),
  ]) {
    const withNotes = await bookOf([...shared, ...hidden.map((number) => entry(number, true))])
    expect(withNotes === file, `${hidden.length} private notes`).toBe(true)
  }
})

it('the file has what is on this device alone since the server was put back, and its private notes only if wanted', async () => {
  const reply = (number: number, content: string) => {
    const { id: entryId, createdAt } = entry(number)
    const times = { createdAt, visibleSince: createdAt, updatedAt: createdAt }
    const id = idOf(3, number) as ReplyId
    return {
      key: `replies ${id}`,
      table: 'replies',
      row: { id, entryId, userId: me, content, ...times },
    } as const
  }
  const lostEntry = (row: Entry) => ({ key: `entries ${row.id}`, table: 'entries', row }) as const
  const file = await bookOf(
    [entry(1), entry(2)],
    [
      lostEntry(entry(3)),
      lostEntry(entry(4, true)),
      lostEntry({ ...entry(2), content: 'Der neuere Text' }),
      reply(3, 'Antwort darauf'),
      reply(5, 'Antwort ohne Eintrag'),
    ],
  )
  for (const text of [
    'Für beide 1',
    'Für beide 2',
    'Für beide 3',
    'Der neuere Text',
    'Antwort darauf',
    'Antwort ohne Eintrag',
  ])
    expect(file).toContain(text)
  expect(file).not.toContain('Nur für mich')
})
