import { emojiPattern, invisiblePattern } from './text.ts'

/**
 * The one way in which texts are compared that people typed: case, kinds of quotation mark, apostrophe,
 * hyphen and space, and characters that are not seen make no difference. Both strings have one UTF-16 unit for each of the other's. */
export interface FoldedText {
  /** Lower case, in NFKD, without marks and in plain signs; `đ` is `d`, `ß` is `ss`. */
  readonly bare: string
  /** The same letters with their marks, one unit each; a letter without such a unit stays bare. */
  readonly marked: string
  /** For each unit, where the character or emoji it was made of begins and ends in the original. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** The folded form of a character or emoji: its letters, and the marks for the last letter before it. */
interface FoldedCharacter {
  readonly leadingMarks: string
  readonly letters: readonly Letter[]
}

interface Letter {
  readonly bare: string
  readonly marks: string
}

/** Letters whose bar or stroke is no combining mark; capitals of `ð` and `ɖ` look like `Đ`. */
const written: Readonly<Record<string, string>> = { đ: 'd', ð: 'd', ɖ: 'd', ß: 'ss', ς: 'σ' }
const isDoubleQuote = /^["„“”‟«»″‶ʺˮ〝〞〟＂❝❞]$/u
const isApostrophe = /^[`´'‘’‚‛‹›′‵ʹʻʼʽˈˊˋ＇ꞌ❛❜]$/u
const isHyphen = /^[\p{Dash_Punctuation}−⁃˗]$/u
/** U+2800 is a blank symbol. */
const isSpace = /^[\p{White_Space}\u2800]$/u
const isInvisible = new RegExp(`^${invisiblePattern}$`, 'u')
/** Skin tones and variation selectors: an emoji finds itself in any form. */
const unseen = /\uFE0E|\uFE0F|[\u{1F3FB}-\u{1F3FF}]/gu
/** ASCII, for which lower case is all there is to do; the grave accent is an apostrophe. */
const plain = /^[ -_a-~]*$/
const others = new RegExp(`(?=[^ -_a-~])(?:${emojiPattern}|.)`, 'gsu')
const characterOrEmoji = new RegExp(`${emojiPattern}|.`, 'gsu')
const mark = /^\p{Mark}$/u
/** A mark that belongs to the letter before it; the selectors of an emoji's form fold to nothing. */
const separateMark = /(?![\uFE0E\uFE0F])\p{Mark}/u

/** Folds a text and keeps each letter's place in the original. */
export function foldText(text: string): FoldedText {
  const units: Letter[] = []
  const starts: number[] = []
  const ends: number[] = []
  let position = 0
  for (const character of text.match(characterOrEmoji) ?? []) {
    const next = position + character.length
    const { leadingMarks, letters } = foldCharacter(character)
    const last = units.at(-1)
    if (letters.length === 0 && last !== undefined) {
      units[units.length - 1] = { bare: last.bare, marks: last.marks + leadingMarks }
      ends[ends.length - 1] = next
    }
    for (const letter of letters) {
      units.push(letter)
      starts.push(position)
      ends.push(next)
    }
    position = next
  }
  const bare = units.map((unit) => unit.bare).join('')
  return { bare, marked: units.map(composed).join(''), starts, ends }
}

/** `foldText(text).bare`, without the rest. */
export function bareText(text: string): string {
  return foldedBy(bareForms, text)
}

/** `foldText(text).marked`, without the rest. */
export function markedText(text: string): string {
  return separateMark.test(text) ? foldText(text).marked : foldedBy(markedForms, text)
}

/** Engines lower-case ASCII many times faster than a loop. */
function foldedBy(forms: Forms, text: string): string {
  return plain.test(text) ? text.toLowerCase() : text.replace(others, forms).toLowerCase()
}

type Forms = (character: string) => string

/** The folded form of each character, computed once. */
function formsOf(formOf: (letter: Letter) => string): Forms {
  return cached((character) => foldCharacter(character).letters.map(formOf).join(''))
}

/** Caches the value of each character. */
function cached<Value>(compute: (character: string) => Value): (character: string) => Value {
  const known = new Map<string, Value>()
  return (character) => {
    const found = known.get(character)
    if (found !== undefined) return found
    const value = compute(character)
    known.set(character, value)
    return value
  }
}

function computeFold(character: string): FoldedCharacter {
  if (isInvisible.test(character)) return { leadingMarks: '', letters: [] }
  const sign = signOf(character)
  if (sign !== undefined) return { leadingMarks: '', letters: [{ bare: sign, marks: '' }] }
  let leadingMarks = ''
  const letters: Letter[] = []
  const parts = character.toLowerCase().normalize('NFKD').toLowerCase().replace(unseen, '')
  for (const part of parts) {
    const last = letters.at(-1)
    if (!mark.test(part)) letters.push(...lettersOf(part))
    else if (last === undefined) leadingMarks += part
    else letters[letters.length - 1] = { bare: last.bare, marks: last.marks + part }
  }
  return { leadingMarks, letters }
}

/** The plain form of a space or sign. */
function signOf(character: string): string | undefined {
  if (isSpace.test(character)) return ' '
  if (isDoubleQuote.test(character)) return '"'
  if (isApostrophe.test(character)) return "'"
  return isHyphen.test(character) ? '-' : undefined
}

/** One for each UTF-16 unit. The stroke of `đ` counts as a mark. */
function lettersOf(part: string): readonly Letter[] {
  const bare = written[part] ?? signOf(part) ?? part
  if (bare === 'd' && part !== bare) return [{ bare, marks: 'đ' }]
  return Array.from({ length: bare.length }, (_, index) => ({
    bare: bare.charAt(index),
    marks: '',
  }))
}

function composed({ bare, marks }: Letter): string {
  if (marks === '') return bare
  if (marks.startsWith('đ')) return 'đ'
  const whole = (bare + marks).normalize('NFC')
  return whole.length === 1 ? whole : bare
}

const foldCharacter = cached(computeFold)
const bareForms = formsOf(({ bare }) => bare)
const markedForms = formsOf(composed)
