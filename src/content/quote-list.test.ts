import { describe, expect, it } from 'vitest'
import { quoteCategories, quoteMoods } from '../domain/quote.ts'
import { authors, type AuthorLife, type AuthorName } from './authors.ts'
import type { QuoteEntry } from './quote-entry.ts'
import { builtInQuotes } from './quote-list.ts'

/** Protection ends with the 70th calendar year after the death: who died in 1955 is free from 2026 on. */
const lastFreeYearOfDeath = 1955

/** Share of common word triples above which two quotes read as the same one. */
const nearDuplicateSimilarity = 0.5

const croatianAuthors: ReadonlySet<AuthorName> = new Set([
  'Antun Branko Šimić',
  'Antun Gustav Matoš',
  'Dragutin Domjanić',
  'Hanibal Lucić',
  'Ivan Gundulić',
  'Ivana Brlić-Mažuranić',
  'Petar Preradović',
  'Silvije Strahimir Kranjčević',
  'Stanko Vraz',
  'Tin Ujević',
  'Vladimir Nazor',
])

/** Length as the database counts it (D21). */
function codePoints(text: string): number {
  return Array.from(text).length
}

function lifeOf(author: string): AuthorLife | undefined {
  return new Map<string, AuthorLife>(Object.entries(authors)).get(author)
}

function normalised(text: string): string {
  return text
    .toLocaleLowerCase('de')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function shingles(text: string): ReadonlySet<string> {
  const words = normalised(text).split(' ')
  const size = Math.min(3, words.length)
  return new Set(words.slice(size - 1).map((_, i) => words.slice(i, i + size).join(' ')))
}

/** Overlap relative to the smaller set, so a quote contained in a longer one counts as its duplicate. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((shingle) => b.has(shingle)).length
  return common / Math.min(a.size, b.size)
}

function nearDuplicates(quotes: readonly QuoteEntry[]): string[] {
  const sets = quotes.map((quote) => ({ quote, set: shingles(quote.text) }))
  return sets.flatMap((one, i) =>
    sets
      .slice(i + 1)
      .filter((other) => similarity(one.set, other.set) >= nearDuplicateSimilarity)
      .map((other) => `${one.quote.text} ≈ ${other.quote.text}`),
  )
}

function textsWhere(broken: (quote: QuoteEntry) => boolean): string[] {
  return builtInQuotes.filter(broken).map((quote) => quote.text)
}

describe('the bundled quote list (D17)', () => {
  it('holds at least 300 quotes', () => {
    expect(builtInQuotes.length).toBeGreaterThanOrEqual(300)
  })

  it.each(quoteCategories)('holds at least 40 quotes of the category %s', (category) => {
    const count = builtInQuotes.filter((quote) => quote.category === category).length
    expect(count).toBeGreaterThanOrEqual(40)
  })

  it.each(quoteMoods)('holds at least 60 quotes of the mood %s', (mood) => {
    const count = builtInQuotes.filter((quote) => quote.mood === mood).length
    expect(count).toBeGreaterThanOrEqual(60)
  })

  it('has at most one quote in twelve from one author', () => {
    const counts = new Map<string, number>()
    for (const { author } of builtInQuotes) counts.set(author, (counts.get(author) ?? 0) + 1)
    const most = builtInQuotes.length / 12
    expect([...counts].filter(([, count]) => count > most)).toEqual([])
  })

  it('has at least five Croatian authors on love', () => {
    const speaking = builtInQuotes.filter(
      ({ author, category }) => category === 'liebe' && croatianAuthors.has(author),
    )
    expect(new Set(speaking.map(({ author }) => author)).size).toBeGreaterThanOrEqual(5)
  })

  it('has no quote twice', () => {
    const texts = builtInQuotes.map((quote) => normalised(quote.text))
    expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([])
  })

  it('has no two almost equal quotes', () => {
    expect(nearDuplicates(builtInQuotes)).toEqual([])
  })

  it('quotes only authors whose work is in the public domain', () => {
    const protectedAuthors = builtInQuotes
      .map((quote) => quote.author)
      .filter((author) => {
        const life = lifeOf(author)
        if (life === undefined) return true
        return life.kind === 'person' && life.died > lastFreeYearOfDeath
      })
    expect(protectedAuthors).toEqual([])
  })

  it('lists no author without a quote', () => {
    const quoted = new Set<string>(builtInQuotes.map((quote) => quote.author))
    expect(Object.keys(authors).filter((author) => !quoted.has(author))).toEqual([])
  })

  it('names a source for every quote', () => {
    expect(textsWhere((quote) => quote.source.trim() === '')).toEqual([])
  })

  it('names the verse, not only the book, wherever it quotes scripture', () => {
    expect(
      textsWhere((quote) => lifeOf(quote.author)?.kind === 'tradition' && !/\d/.test(quote.source)),
    ).toEqual([])
  })

  it('keeps within the lengths the database allows (D21)', () => {
    expect(
      textsWhere((quote) => codePoints(quote.text) > 1000 || codePoints(quote.author) > 200),
    ).toEqual([])
  })

  it('fits a card: no quote is longer than 260 characters', () => {
    expect(textsWhere((quote) => codePoints(quote.text) > 260)).toEqual([])
  })
})

describe('the typography of the bundled quotes', () => {
  const fields = builtInQuotes.flatMap((quote) => [quote.text, quote.author, quote.source])

  it('is trimmed, in NFC and without double or unusual white space', () => {
    const broken = (text: string): boolean =>
      text !== text.trim() || text !== text.normalize('NFC') || /\s{2}|[^\S ]/u.test(text)
    expect(fields.filter(broken)).toEqual([])
  })

  it('uses neither straight quotes nor three dots nor hyphens as dashes', () => {
    expect(fields.filter((text) => /["'`´]|\.\.|\s-\s|--/u.test(text))).toEqual([])
  })

  it('leaves the outer quotation marks to the card', () => {
    expect(textsWhere((quote) => /[„“”«»]/u.test(quote.text))).toEqual([])
  })

  it('opens and closes inner quotation marks in pairs', () => {
    const count = (text: string, mark: string): number => text.split(mark).length - 1
    expect(textsWhere((quote) => count(quote.text, '‚') !== count(quote.text, '‘'))).toEqual([])
  })

  it('ends every quote with a mark and begins none in lower case unless it is cut', () => {
    expect(textsWhere((quote) => !/[.!?…‘]$/u.test(quote.text))).toEqual([])
    expect(textsWhere((quote) => !/^(\p{Lu}|… \p{L})/u.test(quote.text))).toEqual([])
  })

  it('sets spaces around the marks of a cut and of a line break', () => {
    expect(textsWhere((quote) => /\S…|…[^\s]|\S\/|\/\S/u.test(quote.text))).toEqual([])
  })

  it('has no space before a comma, a full stop, a colon or a semicolon', () => {
    expect(textsWhere((quote) => /\s[,.:;!?]/u.test(quote.text))).toEqual([])
  })
})
