import { expect, it } from 'vitest'
import type { BookTable } from '../../../../domain/book-format.ts'
import { readBook, type Book } from '../../../../domain/book-reader.ts'
import { writtenEntry, type Entry } from '../../../../domain/entry.ts'
import {
  instantFromMilliseconds,
  type EntryId,
  type PhotoId,
  type ReactionId,
  type ReplyId,
} from '../../../../domain/ids.ts'
import type { LostRow } from '../../../replica/memory/stored-rows.ts'
import { journalWith, me, photoOf, unsentPhoto } from '../../../replica/memory/test-journal.ts'
import { writeBook, type BookRequest } from './write-book.ts'

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

function request(memory: ReturnType<typeof journalWith>): BookRequest {
  return {
    journal: { me, rows: memory.shown, whole: async () => memory.state() },
    title: 'Unser Tagebuch',
    partners,
    withPrivate: false,
    madeAt: instantFromMilliseconds(Date.UTC(2027)),
    since: undefined,
    signal: new AbortController().signal,
  }
}

async function* piecesOf(text: string): AsyncGenerator<string, void> {
  yield text
}

/** The file without private notes, out of a copy with these entries, of which some are on this device alone. */
async function bookOf(entries: readonly Entry[], lost: readonly LostRow[] = []): Promise<string> {
  const reacted = entries.filter(({ id }) => id.endsWith('7'))
  const memory = journalWith(entries, reacted.map(reaction))
  memory.change((rows) => {
    for (const one of lost) rows.put('lostRows', one)
    for (const told of entries.filter(({ id }) => id.endsWith('9')))
      rows.put('story_links', link(told))
  })
  const { files } = await writeBook(request(memory), page)
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

it('more photos than a file has room for are in several, each a book of its own entries; a photo that cannot be read is named', async () => {
  const entries = [0, 1, 2].map((number) => entry(number))
  const memory = journalWith(entries)
  const photo = (number: number, at: number) => {
    const [id, entryId] = [idOf(4, number) as PhotoId, idOf(1, at) as EntryId]
    const bytes = 120_000_000
    return { ...photoOf(1, { bytes, description: `Bild ${number}` }), id, entryId }
  }
  const photos = [photo(1, 0), photo(2, 1), photo(3, 1)]
  // The file has what waits to be sent, too.
  const { id, entryId } = photo(4, 2)
  memory.change((rows) => {
    for (const one of photos) rows.put('photos', one)
    rows.put('unsentPhotos', unsentPhoto(1, { id, entryId }))
    for (const told of entries.slice(1)) rows.put('story_links', link(told))
  })
  const answers: Partial<Record<string, 'gone' | 'not-here'>> = {
    [`${idOf(4, 1)} full`]: 'not-here',
    [`${idOf(4, 2)} preview`]: 'not-here',
    [`${idOf(4, 3)} full`]: 'gone',
  }
  const readPicture: BookRequest['readPicture'] = async (id, size) =>
    answers[`${id} ${size}`] ?? new Blob([size])
  const { files, missing, small } = await writeBook({ ...request(memory), readPicture }, page)
  expect([missing, small]).toMatchObject([[{ id: idOf(4, 2) }], [{ id: idOf(4, 1) }]])
  const texts = await Promise.all(files.map(async (file) => file.text()))
  const books = await Promise.all(
    texts.map(async (text) => readBook(piecesOf(text), Date.UTC(2028)) as Promise<Book>),
  )
  const volumes = [1, 2, 3].map((number) => ({ number, of: 3 }))
  expect(books.map(({ header }) => header.volume)).toEqual(volumes)
  const columns = (book: Book, table: BookTable) => book.rows[table].map(({ id }) => id)
  expect(books.map((book) => columns(book, 'entries'))).toEqual(entries.map(({ id }) => [id]))
  expect(books.map((book) => columns(book, 'photos'))).toEqual(
    [1, 2, 4].map((number) => [idOf(4, number)]),
  )
  expect(books.map(({ pictures }) => [...pictures])).toEqual([[idOf(4, 1)], [], [idOf(4, 4)]])
  // In each file of one of the two, so that it comes back whichever is the last.
  expect(books.map((book) => book.rows.story_links.length)).toEqual([2, 1, 1])
  expect(texts[0]).toContain(`src="data:image/webp;base64,${btoa('preview')}"`)
  expect(texts[1]).toContain('Nicht in dieser Datei: Bild 2')
  const without = await writeBook(request(memory), page)
  expect([without.files.length, without.missing]).toEqual([1, []])
  expect(await new Blob([...without.files]).text()).not.toContain('Bild')
})

it('the file has what is on this device alone since the server was put back, and its private notes only if wanted', async () => {
  const reply = (number: number, content: string) => {
    const { id: entryId, createdAt } = entry(number)
    const times = { createdAt, visibleSince: createdAt, updatedAt: createdAt }
    const id = idOf(3, number) as ReplyId
    const row = { id, entryId, userId: me, content, ...times }
    return { key: `replies ${id}`, table: 'replies', row } as const
  }
  const lostEntry = (row: Entry) => ({ key: `entries ${row.id}`, table: 'entries', row }) as const
  const newer = { ...entry(2), content: 'Der neuere Text' }
  const replies = [reply(3, 'Antwort darauf'), reply(5, 'Antwort ohne Eintrag')]
  const lost = [entry(3), entry(4, true), newer].map(lostEntry)
  const file = await bookOf([entry(1), entry(2)], [...lost, ...replies])
  for (const number of [1, 2, 3]) expect(file).toContain(`Für beide ${number}`)
  for (const text of ['Der neuere Text', 'Antwort darauf', 'Antwort ohne Eintrag'])
    expect(file).toContain(text)
  expect(file).not.toContain('Nur für mich')
})
