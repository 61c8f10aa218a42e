const separators = ',;/|'
/** More brackets than this are taken all together, so that their combinations stay few. */
const mostBrackets = 4
/** Letters that a form in brackets shares with the word before it. */
const commonLetters = 3

/**
 * Every way of writing one side of a translation that is right (docs/behaviour/practice.md): the whole, each of its meanings, both with and
 * without what stands in brackets, and other forms of the word: `velika` for `velik (velika, veliko)`, `Lehrerin` for
 * `Lehrer/in`. As it is written best comes first; none twice.
 */
export function formsOf(field: string): readonly string[] {
  if (!/[,;/|()[\]{}]/u.test(field)) return [tidied(field)]
  const plain = field.replace(/[[{]/gu, '(').replace(/[\]}]/gu, ')')
  const forms = meaningsOf(plain).flatMap((meaning) => [
    ...bracketVariants(meaning),
    ...formsInBrackets(meaning),
    meaning,
  ])
  return [...new Set([...forms, field].map(tidied))].filter((form) => form !== '')
}

function tidied(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

/** The field as a whole, and each of its meanings: `bok, zdravo` means `bok` as well. */
export function meaningsOf(field: string): readonly string[] {
  const parts = splitOutsideBrackets(field)
  return parts.length < 2 ? [field] : [field, ...parts.flatMap(meaningAt)]
}

function splitOutsideBrackets(field: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < field.length; at += 1) {
    const character = field.charAt(at)
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth > 0 || !separators.includes(character) || isInNumber(field, at)) continue
    parts.push(field.slice(start, at))
    start = at + 1
  }
  return [...parts, field.slice(start)]
}

/** `1,5` and `1/2` are one number. */
function isInNumber(field: string, at: number): boolean {
  return /\d/u.test(field.charAt(at - 1)) && /\d/u.test(field.charAt(at + 1))
}

/** A meaning, or with the first of them the form that an ending stands for: `Lehrer/in`, `velik, -a, -o`. */
function meaningAt(part: string, index: number, parts: readonly string[]): readonly string[] {
  const ending = part.trim()
  const base = tidied(parts[0] ?? '')
  if (index === 0) return [part]
  if (/^\p{Pd}\p{L}/u.test(ending)) return [base + ending.slice(1)]
  const isAttached = part === ending && ending.length < base.length
  if (isAttached && /^\p{Lu}/u.test(base) && /^in(?:nen)?$/u.test(ending)) return [base + ending]
  return isAttached && /^\p{L}{1,3}$/u.test(ending) ? [part, base + ending] : [part]
}

/** A meaning with what each of its brackets holds, without it, of a list in its only bracket with one of them. */
function bracketVariants(meaning: string): readonly string[] {
  const count = meaning.split('(').length - 1
  const [bracket] = /\([^()]*\)/u.exec(meaning) ?? []
  if (bracket === undefined) return [meaning]
  if (count > mostBrackets)
    return [meaning, meaning.replace(/\([^()]*\)/gu, '')].map((one) => one.replace(/[()]/gu, ''))
  const content = bracket.slice(1, -1)
  const listed = content.split(/[,;/|]/u)
  const contents = count === 1 ? listed : [content]
  return [...contents, ''].flatMap((held) => bracketVariants(meaning.replace(bracket, () => held)))
}

/** Forms that stand in a bracket behind their word: several, or one that begins as the word does. */
function formsInBrackets(meaning: string): readonly string[] {
  const [, word = '', content = ''] = /^(.*\S)\s+\(([^()]*)\)\s*$/u.exec(meaning) ?? []
  const forms = content.split(/[,;/|]/u).map((form) => form.trim())
  const begin = word.slice(0, commonLetters).toLowerCase()
  const isLike = (form: string) =>
    begin.length === commonLetters && form.toLowerCase().startsWith(begin)
  const whole = forms.map((form) => (/^\p{Pd}\p{L}/u.test(form) ? word + form.slice(1) : form))
  return forms.length > 1 ? whole : whole.filter(isLike)
}
