import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantFromMilliseconds } from '../ids.ts'
import type { JournalDay } from '../journal-day.ts'
import { foundRanges, holdsWord, nameRanges, startsName } from './find-in-text.ts'
import { bareText, foldText, markedText } from '../fold.ts'
import { parseSearch } from './search-words.ts'
import { periodsOf } from './written-in.ts'

const plain = 'abcdefghijklmnopqrstuvwxyz'
/** Every letter of both languages that is not one of the plain ones, and how it is typed without. */
const marked = { ä: 'a', ö: 'o', ü: 'u', č: 'c', ć: 'c', đ: 'd', š: 's', ž: 'z' } as const
const spelledOut = { ä: 'ae', ö: 'oe', ü: 'ue', đ: 'dj', ß: 'ss' } as const

/** All words are in the text. */
function finds(input: string, text: string): boolean {
  const words = parseSearch(input)
  const searchable = { bare: bareText(text), marked: () => markedText(text) }
  return words.length > 0 && words.every((word) => holdsWord(searchable, word))
}

/** The text with its marked ranges in brackets. */
function shown(input: string, text: string): string {
  return foundRanges(text, parseSearch(input)).reduceRight(
    (rest, { start, end }) =>
      `${rest.slice(0, start)}[${rest.slice(start, end)}]${rest.slice(end)}`,
    text,
  )
}

const letter = fc.constantFrom(...Array.from(plain), ...Object.keys(marked), 'ß')
const word = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => letters.join(''))
const form = fc.constantFrom('NFC', 'NFD')
const casing = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
)
/** Capitals, marks of their own, ligatures, an emoji with its form and a tone, half a character. */
const awkward = fc.string({
  unit: fc.constantFrom(...'aIΣσßŽĐćǆﬁİ \n\u0301\u030C\u0307\uFE0F\uD83D'.split(''), '❤️', '👍🏽'),
})
const bare = (text: string) =>
  text.replace(/[^a-z]/g, (one) => (one === 'ß' ? 'ss' : marked[one as keyof typeof marked]))

describe('search folds texts', () => {
  it.each(Object.entries(marked))('%s is found by %s, and %s finds not it', (mark, without) => {
    for (const one of ['NFC', 'NFD']) {
      const written = mark.normalize(one)
      expect(finds(without, written)).toBe(true)
      expect(finds(written, mark)).toBe(true)
      expect(finds(mark, written)).toBe(true)
      expect(finds(written, without)).toBe(false)
      expect(finds(without.toUpperCase(), written.toUpperCase())).toBe(true)
    }
  })

  it.each(Object.entries(spelledOut))('%s is found by %s', (mark, letters) => {
    expect(finds(`x${letters}y`, `x${mark}y`)).toBe(true)
    expect(finds(`x${letters}y`.toUpperCase(), `x${mark.normalize('NFD')}y`)).toBe(true)
    expect(finds(`x${letters}y`, `x${letters}y`)).toBe(true)
  })

  it('a mark finds that mark and no other', () => {
    expect(finds('ć', 'č')).toBe(false)
    expect(finds('kuca', 'kuća')).toBe(true)
    expect(finds('kuča', 'kuća')).toBe(false)
    expect(finds('Müller', 'Muller')).toBe(false)
    expect(finds('Muller', 'Müller')).toBe(true)
    expect(finds('Mueller', 'Muller')).toBe(false)
    expect(finds('Dordevic', 'Đorđević')).toBe(true)
    expect(finds('đ', 'd')).toBe(false)
  })

  it('a word is found in any form and case, as typed and without its marks, inside others too', () => {
    fc.assert(
      fc.property(
        fc.record({ word, before: word, after: word, one: form, other: form, case: casing }),
        ({ word: typed, before, after, one, other, case: cased }) => {
          const text = cased(`${before}${typed}${after}`).normalize(one)
          expect(finds(typed.normalize(other), text)).toBe(true)
          expect(finds(bare(typed), text)).toBe(true)
        },
      ),
    )
  })

  it('up to three umlauts spelled out find the umlauts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('ä', 'ö', 'ü', 'b', 'š'), { minLength: 1, maxLength: 3 }),
        form,
        (letters, one) => {
          const text = letters.join('')
          const typed = text.replace(/[äöü]/g, (at) => `${bare(at)}e`)
          expect(finds(typed, `x${text}y`.normalize(one))).toBe(true)
        },
      ),
    )
  })

  it('both ways to fold agree on every text, unit by unit', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), awkward), (text) => {
        const folded = foldText(text)
        expect(bareText(text)).toBe(folded.bare)
        expect(markedText(text)).toBe(folded.marked)
        expect(folded.marked.length).toBe(folded.bare.length)
        expect(folded.starts.length).toBe(folded.bare.length)
        expect(folded.ends.length).toBe(folded.bare.length)
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['👍', '👍🏽'],
    ['👍🏽', '👍'],
    ['👍🏿', '👍🏻'],
    ['straße', 'Strasse'],
    ['strasse', 'Straße'],
    ['STRAẞE', 'straße'],
    ['❤', '❤️'],
    ['❤️', '❤'],
    ['❤️', 'Ich ❤️ dich'],
  ])('%s finds %s', (typed, text) => {
    expect(finds(typed, text)).toBe(true)
  })
})

describe('search takes characters that look alike for the same', () => {
  it.each([
    ['Uns geht’s gut', "geht's"],
    ['Uns geht´s gut', 'geht’s'],
    ['Uns geht`s und gehtʼs', "geht's"],
    ["Uns geht's gut", 'geht‘s'],
    ['Wochen\u00ADende am See', 'Wochenende'],
    ['Wochenende am See', 'Wochen\u00ADende'],
    ['Straßen\u200Bbahn', 'Straßenbahn'],
    ['Kroatien\u2060reise', 'Kroatienreise'],
    ['Kroatien\uFEFFreise', 'Kroatienreise'],
    ['Kroatienreise', 'Kroatien\uFEFFreise'],
    ['am See', '"am \u200B see"'],
    ['Kroatien\u200D\u200C\u200E\u202A\u034F\u0007reise', 'Kroatienreise'],
    ['ku\u00ADc\u00AD\u0301a', 'kuća'],
    ['Meer – Strand', '"Meer - Strand"'],
    ['Meer — Strand', '"Meer − Strand"'],
    ['Meer‐Strand', 'Meer―Strand'],
    ['E\u2011Mail', 'E-Mail'],
    ['10\u00A0Euro', '"10 Euro"'],
    ['10\u202FEuro', '"10\u2009Euro"'],
    ['10\u2028Euro und 5\u0085Kuna', '"10 Euro" "5 Kuna"'],
    ['ǉubav', 'ljubav'],
    ['ljubav', 'ǉubav'],
    ['ǈubav, ǋegov, ǅep', 'ljubav njegov džep'],
    ['Ðak', 'đak'],
    ['Sagte ‚ja‘', "'ja'"],
    ['Sagte ‹ja›', "'ja'"],
    ['6′ 3″', `6'`],
    ['Sagte „ja“ dazu', '‟ja‟'],
    ['na dann …', '"dann ..."'],
  ])('in %j, %j is found', (text, typed) => {
    expect(finds(typed, text)).toBe(true)
  })

  it.each([
    ['Wochenende', 'Wochenendä'],
    ['EMail', 'E-Mail'],
    ['gehts', "geht's"],
    ['👨‍👩‍👧', '👨👩👧'],
    ['👩 und 🏾', '👩‍🦰'],
  ])('in %j, %j is not found', (text, typed) => {
    expect(finds(typed, text)).toBe(false)
  })
})

describe('search reads what was typed', () => {
  it('all words are needed, in any order', () => {
    expect(finds('see zelt', 'Zelten am See')).toBe(true)
    expect(finds('see wald', 'Zelten am See')).toBe(false)
  })

  it.each(['"am see"', '„am see“', '“am see”', '«am  see»', '»am see«', '"am see'])(
    '%s stays together',
    (typed) => {
      expect(finds(typed, 'Zelten am See')).toBe(true)
      expect(finds(typed, 'Am Abend zum See')).toBe(false)
    },
  )

  it.each(['', '  ', '""', '"', '\u{1F3FD}', '\uFE0F'])('%j holds no word', (typed) => {
    expect(parseSearch(typed)).toEqual([])
  })

  it('any input is safe, and matches can be marked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (typed, text) => {
        const ranges = foundRanges(text, parseSearch(typed))
        for (const { start, end } of ranges) expect(start).toBeLessThan(end)
      }),
    )
  })
})

describe('search marks what it found', () => {
  it.each([
    ['kuca', 'naša kuća', 'naša [kuća]'],
    ['kuca', 'naša kuća'.normalize('NFD'), 'naša [kuća]'.normalize('NFD')],
    ['strasse', 'Die Straße!', 'Die [Straße]!'],
    ['s', 'Straße', '[S]tra[ß]e'],
    ['mueller', 'Herr Müller', 'Herr [Müller]'],
    ['👍', 'gut 👍🏽 so', 'gut [👍🏽] so'],
    ['see ees', 'Schneesee', 'Schn[eesee]'],
    ['nichts', 'Schneesee', 'Schneesee'],
    ['wochenende', 'Am Wochen\u00ADende!', 'Am [Wochen\u00ADende]!'],
    ["geht's", 'Uns geht’s \u200Bgut', 'Uns [geht’s] \u200Bgut'],
    ['ljubav', 'moja ǉubav', 'moja [ǉubav]'],
    ['j', 'ǉubav', '[ǉ]ubav'],
    ['gut', '\u200B\u200Bgut', '\u200B\u200B[gut]'],
    ['👩', 'wir 👨‍👩‍👧!', 'wir [👨‍👩‍👧]!'],
  ])('%s in %s', (typed, text, expected) => {
    expect(shown(typed, text)).toBe(expected)
  })

  it('only at the beginning of a name', () => {
    const name = (typed: string, text: string) =>
      nameRanges(text, parseSearch(typed)).map(({ start, end }) => text.slice(start, end))
    expect(name('zel', 'Željka')).toEqual(['Žel'])
    expect(name('jka an', 'Željka Anna')).toEqual([])
    expect(name('august 2025', '17. August 2025')).toEqual(['August', '2025'])
    expect(name('17. august 2025', '17. August 2025')).toEqual(['17. August 2025'])
    expect(name('gust', '17. August 2025')).toEqual([])
  })
})

describe('search knows names and months', () => {
  it('a name matches from three letters on', () => {
    const means = (typed: string, name: string) =>
      parseSearch(typed).every((one) => startsName(name, one))
    expect(means('ann', 'Anna')).toBe(true)
    expect(means('an', 'Anna')).toBe(false)
    expect(means('jo', 'Jo')).toBe(true)
    expect(means('luka', 'Marko Luka')).toBe(true)
    expect(means('zeljka', 'Željka')).toBe(true)
    expect(means('nna', 'Anna')).toBe(false)
  })

  const today = '2026-06-12' as JournalDay
  const periods = (typed: string) =>
    parseSearch(typed).flatMap((one) =>
      periodsOf(one, { first: 2024, last: 2026, today }, 'Europe/Berlin').map(
        ({ from, until }) => `${from.slice(0, 16)} ${until.slice(0, 16)}`,
      ),
    )

  it('a year is a year in the time zone of the journal', () => {
    expect(periods('2025')).toEqual(['2024-12-31T23:00 2025-12-31T23:00'])
    expect(periods('1925')).toEqual([])
    expect(periods('20')).toEqual([])
  })

  it.each(['märz', 'Maerz', 'marz', 'mär', 'mar'])('%s is March of every year', (typed) => {
    expect(periods(typed)).toEqual([
      '2024-02-29T23:00 2024-03-31T22:00',
      '2025-02-28T23:00 2025-03-31T22:00',
      '2026-02-28T23:00 2026-03-31T22:00',
    ])
  })

  it('a month and its year stay together in quotation marks', () => {
    expect(periods('"august 2025"')).toEqual(['2025-07-31T22:00 2025-08-31T22:00'])
    expect(periods('17. August 2025')).toEqual(['2025-08-16T22:00 2025-08-17T22:00'])
    expect(periods('3. März 2025')).toEqual(['2025-03-02T23:00 2025-03-03T23:00'])
    expect(periods('31. Juni 2025')).toEqual([])
    expect(periods('"dez. 2025"')).toEqual(['2025-11-30T23:00 2025-12-31T23:00'])
    expect(periods('ju')).toEqual([])
    expect(periods('jun')).toHaveLength(3)
    expect(periods('mailand')).toEqual([])
    expect(periods('mär2')).toEqual([])
  })

  it('an instant is in its month', () => {
    const newYear = instantFromMilliseconds(Date.UTC(2025, 11, 31, 23, 30))
    const [january] = parseSearch('januar')
    const found = january && periodsOf(january, { first: 2026, last: 2026, today }, 'Europe/Berlin')
    expect(found?.some(({ from, until }) => from <= newYear && newYear < until)).toBe(true)
  })
})
