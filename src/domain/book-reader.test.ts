import { describe, expect, it } from 'vitest'
import { bookFormat, bookPart, bookVersion } from './book-format.ts'
import { readBook } from './book-reader.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const id = '33333333-3333-4333-8333-333333333333'
const header = {
  format: bookFormat,
  version: bookVersion,
  title: 'Unser Tagebuch',
  timeZone: 'Europe/Berlin',
  people: [
    { name: 'Jonas', identifier: 'jonas@tagebuch.internal' },
    { name: 'Željka', identifier: 'zeljka@tagebuch.internal' },
  ],
  by: 0,
  madeAt: '2026-11-22T11:00:00.000000Z',
  withPrivate: false,
}
const entry = {
  id,
  by: 0,
  category: 'gedanken',
  content: '</script><script>alert(1)</script>',
  createdAt: '2026-03-01T10:00:00.123456Z',
}
/** Of a file of before there were digests. */
const end = { entries: 1, reactions: 0, likes: 0, quotes: 0 }

const bookLine = (...part: Parameters<typeof bookPart>) => bookPart(...part).line

/** A whole file with digests that holds this entry. */
function bookWith(given: object): string {
  const parts = [bookPart('header', header), bookPart('entries', [{ ...entry, ...given }])]
  const digests = parts.map(({ digest }) => digest)
  return [...parts, bookPart('end', { ...end, digests })].map(({ line }) => line).join('')
}

async function* inPieces(text: string) {
  // A prime, so that lines end anywhere in a piece.
  for (let at = 0; at < text.length; at += 37) yield text.slice(at, at + 37)
}

const read = async (...lines: readonly string[]) => readBook(inPieces(lines.join('\n')), now)

const fileOf = async (given: object) =>
  read(
    bookLine('header', header),
    bookLine('entries', [{ ...entry, ...given }]),
    bookLine('end', end),
  )

describe('a file of "Alles mitnehmen"', () => {
  it('yields the replies, and refuses one whose text cannot be', async () => {
    const reply = { id, entry: id, by: 1, content: 'Ja!', createdAt: entry.createdAt }
    const withReply = async (given: object) =>
      read(
        bookLine('header', header),
        bookLine('entries', [entry]),
        bookLine('replies', [{ ...reply, ...given }]),
        bookLine('end', { ...end, replies: 1 }),
      )
    expect(await withReply({})).toMatchObject({ rows: { replies: [reply] } })
    expect(await withReply({ content: 'x'.repeat(301) })).toBe('broken')
    expect(await withReply({ content: '' })).toBe('broken')
  })

  it('yields every text unchanged', async () => {
    const line = bookLine('entries', [entry])
    expect(line.match(/<\/script>/g)).toHaveLength(1)
    expect(await fileOf({})).toMatchObject({ rows: { entries: [entry] }, isProven: false })
    expect(await read(bookWith({}))).toMatchObject({ rows: { entries: [entry] }, isProven: true })
  })

  const characters = ['\u2028', '\u2029', '\u0085', '\uFEFF', '</script>', '<!--', ']]>']
  characters.push(
    '\u00AD',
    '👨‍👩‍👧',
    '🏴\u{E0067}\u{E0062}\u{E007F}',
    '&amp;',
    '\u007F',
    '\u000B',
    '\\u2028',
  )

  it.each(characters)(
    'yields %j in a text unchanged, written escaped or raw',
    async (character) => {
      const content = `vor ${character} nach`
      const file = bookWith({ content })
      expect(file.split('\n')).toHaveLength(4)
      expect(file).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}\u007F-\u009F&]|\]\]>|<!--/u)
      const whole = { rows: { entries: [{ ...entry, content }] }, isProven: true }
      expect(await read(file)).toMatchObject(whole)
      // As an earlier version wrote it.
      const json = JSON.stringify([{ ...entry, content }]).replaceAll('<', String.raw`\u003c`)
      const raw = file.replace(/(data-part="entries">).*(?=<)/, (_, tag: string) => tag + json)
      expect(await read(raw)).toMatchObject(whole)
    },
  )

  it('comes back from a copy that a browser saved, with other markup around the parts', async () => {
    const saved = bookWith({})
      .replaceAll(
        /<script type="application\/json" (data-part="[a-z]+")>/g,
        '<script $1 type="application/json">\r\n  ',
      )
      .replaceAll('\n<script', '<script')
      .replaceAll(',"', ',\n "')
    const page = `<!-- saved from url=(0016)http://localhost --><html><body><noscript><p>&lt;script data-part="entries"&gt;</p></noscript>${saved}</body></html>`
    expect(await read(page)).toMatchObject({ rows: { entries: [entry] }, isProven: true })
  })

  it.each([
    ['a text', 'alert(1)', 'alert(2)'],
    ['a person', '"by":0,"category"', '"by":1,"category"'],
    ['a time', '10:00:00.123456Z', '10:00:00.123457Z'],
    ['the title', 'Unser Tagebuch', 'Mein Tagebuch'],
    ['a digest', '"digests":["', '"digests":["0'],
    ['a space in a text', 'alert(1)', 'alert( 1)'],
  ])('is not taken once %s was changed', async (_, before, after) => {
    const file = bookWith({})
    expect(file).toContain(before)
    expect(await read(file.replace(before, after))).toBe('broken')
  })

  it.each([
    ['foreign', []],
    ['broken', [bookLine('header', header)]],
  ])('with a line of 600 MB is %s, and is not read on', async (problem, lines) => {
    let pieces = 0
    async function* endless() {
      yield* lines
      const piece = ' '.repeat(1024 * 1024)
      for (; pieces < 600; pieces += 1) yield piece
    }
    expect(await readBook(endless(), now)).toBe(problem)
    expect(pieces).toBeLessThan(70)
  })

  it('may hold parts and fields of later versions of its format', async () => {
    const later = '<script type="application/json" data-part="constructor">[1]</script>'
    const lines = [bookLine('header', header), later, bookLine('entries', [{ ...entry, mood: 1 }])]
    expect(await read(...lines, bookLine('end', end))).toMatchObject({ rows: { entries: [entry] } })
  })

  it.each([
    ['a text without any part', ['<html>', 'Liebes Tagebuch'], 'foreign'],
    ['parts without a header', [bookLine('entries', [entry])], 'foreign'],
    ['another format', [bookLine('header', { ...header, format: 'x' })], 'foreign'],
    ['a newer version', [bookLine('header', { ...header, version: bookVersion + 1 })], 'newer'],
    ['no end', [bookLine('header', header), bookLine('entries', [entry])], 'cut-off'],
    ['fewer rows than the end says', [bookLine('header', header), bookLine('end', end)], 'cut-off'],
    ['two headers', [bookLine('header', header), bookLine('header', header)], 'broken'],
    [
      'one person twice',
      [bookLine('header', { ...header, people: [header.people[0], header.people[0]] })],
      'broken',
    ],
  ])('with %s is not taken', async (_, lines, problem) => {
    expect(await read(...lines)).toBe(problem)
  })

  it.each([
    ['of a third person', { by: 2 }],
    ['with an id that is none', { id: 'x' }],
    ['of an unknown category', { category: 'sonstiges' }],
    ['with 301 code points', { content: '🥰'.repeat(301) }],
    ['without a text', { content: ' ' }],
    ['of tomorrow', { createdAt: '2026-11-23T12:00:00.000000Z' }],
    ['of long before both', { createdAt: '1492-10-12T12:00:00.000000Z' }],
    ['ticked off in the future', { completedAt: '2027-01-01T00:00:00.000000Z' }],
    ['with a date that no idea has', { scheduledDate: '2026-12-24T00:00:00.000000Z' }],
  ])('with an entry %s is not taken', async (_, given) => {
    expect(await fileOf(given)).toBe('broken')
  })
})
