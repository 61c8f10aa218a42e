import { translationFieldLimit } from './limits.ts'
import { isInvisible, normalise } from './text.ts'

/** The two sides of a translation entry (D19). */
export interface Translation {
  readonly german: string
  readonly croatian: string
}

export type TranslationField = keyof Translation

/** The language that is asked, and the language of the answer. */
export type Direction = 'de-hr' | 'hr-de'
export const directions: readonly Direction[] = ['de-hr', 'hr-de']

/** The language of the word that is asked for and that of its answer, as HTML's `lang` has them. */
export function languagesOf({ direction }: { readonly direction: Direction }) {
  return direction === 'de-hr'
    ? ({ from: 'de', to: 'hr' } as const)
    : ({ from: 'hr', to: 'de' } as const)
}

const germanFlag = '🇩🇪'
const croatianFlag = '🇭🇷'

/**
 * The form of a field in which composing and parsing are inverse: one line, single spaces, and
 * without the two flags. Because no field can hold a flag, the flags alone mark where a field
 * begins, so a bar inside a field needs no escaping (D19).
 */
export function normaliseField(text: string): string {
  return normalise(withoutFlags(normalise(text)).replace(/\s+/gu, ' '))
}

/** Repeats, because taking a flag out of "🇩(🇩🇪)🇪" makes a new one. */
function withoutFlags(text: string): string {
  const rest = text.replaceAll(germanFlag, '').replaceAll(croatianFlag, '')
  return rest === text ? text : withoutFlags(rest)
}

export type Composition =
  | { readonly ok: true; readonly content: string }
  | {
      readonly ok: false
      readonly reason: 'translation-field-missing' | 'translation-field-too-long'
      readonly field: TranslationField
    }

/**
 * The content of a translation entry, `🇩🇪 Haus | 🇭🇷 kuća` (D19). Strict: both fields must hold
 * 1 to 100 code points. Names the first field that does not.
 */
export function composeTranslation(fields: Translation): Composition {
  const german = normaliseField(fields.german)
  const croatian = normaliseField(fields.croatian)
  const sides = [
    ['german', german],
    ['croatian', croatian],
  ] as const
  for (const [field, text] of sides) {
    if (isInvisible(text)) return { ok: false, reason: 'translation-field-missing', field }
  }
  for (const [field, text] of sides) {
    const length = Array.from(text).length
    if (length > translationFieldLimit)
      return { ok: false, reason: 'translation-field-too-long', field }
  }
  return { ok: true, content: `${germanFlag} ${german} | ${croatianFlag} ${croatian}` }
}

/**
 * The two sides of a translation entry's content, or undefined when it cannot be told what they
 * are. Generous: spaces may be missing or too many, flags may be missing, stand behind their word or
 * in the other order, the bar may be missing between two flags, and words may hold bars. The
 * inverse of `composeTranslation` for all fields in their normal form (D6, D19).
 */
export function parseTranslation(content: string): Translation | undefined {
  const text = normalise(content)
  return filled(splitAtFlags(text)) ?? filled(splitAtBar(text))
}

function filled(sides: Translation | undefined): Translation | undefined {
  if (sides === undefined) return undefined
  const german = normaliseField(sides.german)
  const croatian = normaliseField(sides.croatian)
  return german === '' || croatian === '' ? undefined : { german, croatian }
}

/** Two flags say where the words are, also where the words hold bars. */
function splitAtFlags(text: string): Translation | undefined {
  const german = text.indexOf(germanFlag)
  const croatian = text.indexOf(croatianFlag)
  if (german === -1 || croatian === -1) return undefined
  const [first, second] =
    german < croatian ? [germanFlag, croatianFlag] : [croatianFlag, germanFlag]
  const start = Math.min(german, croatian)
  const middle = Math.max(german, croatian)
  const between = text.slice(start + first.length, middle)
  if (start === 0) {
    const one = between.replace(/\|\s*$/u, '')
    return inOrder(one, text.slice(middle + second.length), first)
  }
  if (!text.endsWith(second)) return undefined
  return inOrder(text.slice(0, start), between.replace(/^\s*\|/u, ''), first)
}

/** With at most one flag the bar divides: German first, unless the flag says otherwise. */
function splitAtBar(text: string): Translation | undefined {
  const bar = dividingBar(text)
  if (bar === -1) return undefined
  const left = text.slice(0, bar)
  const right = text.slice(bar + 1)
  const swapped = left.includes(croatianFlag) || right.includes(germanFlag)
  return inOrder(left, right, swapped ? croatianFlag : germanFlag)
}

/** Of several bars: the one before a flag, else one with spaces around it, else the first. */
function dividingBar(text: string): number {
  const beforeFlag = text.search(/\|\s*(?:🇩🇪|🇭🇷)/u)
  if (beforeFlag !== -1) return beforeFlag
  const spaced = text.search(/\s\|\s/u)
  return spaced === -1 ? text.indexOf('|') : spaced + 1
}

function inOrder(one: string, other: string, firstFlag: string): Translation {
  return firstFlag === germanFlag
    ? { german: one, croatian: other }
    : { german: other, croatian: one }
}
