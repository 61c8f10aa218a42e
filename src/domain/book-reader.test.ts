import { describe, expect, it } from 'vitest'
import { bookFormat, bookPart, bookVersion } from './book-format.ts'
import { readBook } from './book-reader.ts'
import { contentLimit } from './limits.ts'

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
  user_id: 0,
  category: 'gedanken',
  content: '</script><script>alert(1)</script>',
  created_at: '2026-03-01T10:00:00.123456Z',
}
/** The fields that a row leaves out. */
const none = { completed: false, completed_at: null, is_private: false, scheduled_date: null }

const bookLine = (...part: Parameters<typeof bookPart>) => bookPart(...part).line
const headerLine = bookLine('header', header)
const entriesLine = bookLine('entries', [entry])

/** A whole file with digests that holds this entry. */
function bookWith(given: object): string {
  return whole(bookPart('header', header), bookPart('entries', [{ ...entry, ...given }]))
}

/** These parts with an end that proves them. */
function whole(...parts: readonly ReturnType<typeof bookPart>[]): string {
  const replies = parts.filter(({ line }) => line.includes('"replies"')).length
  const counts = { entries: 1, replies }
  const end = bookPart('end', { ...counts, digests: parts.map(({ digest }) => digest) })
  return [...parts, end].map(({ line }) => line).join('')
}

async function* inPieces(text: string) {
  // A prime, so that lines end anywhere in a piece.
  for (let at = 0; at < text.length; at += 37) yield text.slice(at, at + 37)
}

const read = async (...lines: readonly string[]) => readBook(inPieces(lines.join('\n')), now)

const fileOf = async (given: object) => read(bookWith(given))

describe('a file of "Alles mitnehmen"', () => {
  it('yields the replies, and refuses one whose text cannot be', async () => {
    const reply = { id, entry_id: id, user_id: 1, content: 'Ja!', created_at: entry.created_at }
    const others = [bookPart('header', header), bookPart('entries', [entry])]
    const withReply = async (given: object) =>
      read(whole(...others, bookPart('replies', [{ ...reply, ...given }])))
    expect(await withReply({})).toMatchObject({ rows: { replies: [reply] } })
    expect(await withReply({ content: 'x'.repeat(contentLimit + 1) })).toBe('broken')
    expect(await withReply({ content: '' })).toBe('broken')
  })

  it('yields every text unchanged', async () => {
    expect(entriesLine.match(/<\/script>/g)).toHaveLength(1)
    expect(await fileOf({})).toMatchObject({
      rows: { entries: [{ ...entry, ...none }] },
      isProven: true,
    })
  })

  const characters =
    '\u2028 \u2029 \u0085 \uFEFF </script> <!-- ]]> \u00AD 👨‍👩‍👧 🏴\u{E0067}\u{E0062}\u{E007F} &amp; \u007F \u000B'

  it.each([...characters.split(' '), '\\u2028'])(
    'yields %j in a text unchanged, written escaped or raw',
    async (character) => {
      const content = `vor ${character} nach`
      const file = bookWith({ content })
      expect(file.split('\n')).toHaveLength(4)
      expect(file).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}\u007F-\u009F&]|\]\]>|<!--/u)
      const book = { rows: { entries: [{ ...entry, content }] }, isProven: true }
      expect(await read(file)).toMatchObject(book)
      // As an earlier version wrote it.
      const json = JSON.stringify([{ ...entry, content }]).replaceAll('<', String.raw`\u003c`)
      const raw = file.replace(/(data-part="entries">).*(?=<)/, (_, tag: string) => tag + json)
      expect(await read(raw)).toMatchObject(book)
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
    ['a person', '"user_id":0,"category"', '"user_id":1,"category"'],
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
    ['broken', [headerLine]],
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
    const later = bookPart('header', [1])
    const named = { ...later, line: later.line.replace('"header"', '"constructor"') }
    const entries = bookPart('entries', [{ ...entry, mood: 1 }])
    const file = whole(bookPart('header', header), named, entries)
    expect(await read(file)).toMatchObject({ rows: { entries: [entry] } })
  })

  it.each<[string, string, ...string[]]>([
    ['a text without any part', 'foreign', '<html>', 'Liebes Tagebuch'],
    ['parts without a header', 'foreign', entriesLine],
    ['another format', 'foreign', bookLine('header', { ...header, format: 'x' })],
    ['a newer version', 'newer', bookLine('header', { ...header, version: bookVersion + 1 })],
    ['no end', 'cut-off', headerLine, entriesLine],
    ['fewer rows than said', 'cut-off', headerLine, bookLine('end', { entries: 1, digests: [] })],
    ['no digests', 'broken', headerLine, bookLine('end', { entries: 0 })],
    ['a part after its end', 'broken', headerLine, bookLine('end', { digests: [] }), entriesLine],
    ['two headers', 'broken', headerLine, headerLine],
    [
      'one person twice',
      'broken',
      bookLine('header', { ...header, people: [header.people[0], header.people[0]] }),
    ],
  ])('with %s is %s and not taken', async (_, problem, ...lines) => {
    expect(await read(...lines)).toBe(problem)
  })

  it.each([
    ['of a third person', { user_id: 2 }],
    ['with an id that is none', { id: 'x' }],
    ['of an unknown category', { category: 'sonstiges' }],
    ['with a code point too many', { content: '🥰'.repeat(contentLimit + 1) }],
    ['without a text', { content: ' ' }],
    ['of tomorrow', { created_at: '2026-11-23T12:00:00.000000Z' }],
    ['of long before both', { created_at: '1492-10-12T12:00:00.000000Z' }],
    ['ticked off in the future', { completed: true, completed_at: '2027-01-01T00:00:00.000000Z' }],
    ['ticked off without a time', { completed: true }],
    ['with a prototype', JSON.parse('{"__proto__":{"content":"x"}}')],
    ['with a date that no idea has', { scheduled_date: '2026-12-24T00:00:00.000000Z' }],
  ])('with an entry %s is not taken', async (_, given) => {
    expect(await fileOf(given)).toBe('broken')
  })
})

describe('a file of version 1', () => {
  const first = { ...header, version: 1 }
  const { user_id: by, created_at: createdAt, ...named } = entry
  const parts = [
    bookLine('header', first),
    bookLine('entries', [{ ...named, by, createdAt, completedAt: createdAt, isUnsent: true }]),
    bookLine('quote_likes', [{ by, text: 'Alles fließt', author: 'Heraklit', createdAt }]).replace(
      'quote_likes',
      'likes',
    ),
  ]
  const end = { entries: 1, reactions: 0, likes: 1, quotes: 0 }

  it('yields the rows of today, and cannot be proved where it is of before there were digests', async () => {
    const done = { completed: true, completed_at: createdAt }
    const like = { quote_text: 'Alles fließt', quote_author: 'Heraklit' }
    expect(await read(...parts, bookLine('end', end))).toMatchObject({
      rows: {
        entries: [{ ...entry, ...none, ...done }],
        quote_likes: [{ ...like, user_id: by, created_at: createdAt }],
      },
      isProven: false,
    })
  })

  it('is not taken with fewer rows than its end says', async () => {
    expect(await read(...parts, bookLine('end', { ...end, likes: 2 }))).toBe('cut-off')
  })
})
