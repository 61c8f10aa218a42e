import { translationFieldLimit } from './limits.ts'
import type { Category } from './category.ts'
import type { EntryForm, FormTexts } from './entry.ts'
import { lengthOf, oneLine } from './text.ts'
import { parseTranslation, type Translation } from './translation.ts'

/**
 * The form after its category was changed: what was typed goes along into the fields of the new
 * category (D26). It stays where it is, out of sight, when it does not fit there or when other text
 * stands there; `textOutOfSight` tells. Going back brings the very text that was there before,
 * unless it was changed meanwhile.
 */
export function changeCategory(form: EntryForm, category: Category): EntryForm {
  if (isTranslation(category) === isTranslation(form.category)) return { ...form, category }
  const texts = textsOf(form)
  const { before } = form
  if (before !== undefined && isSame(carried(before, form.category), texts))
    return { ...form, ...textsOf(before), category, before: undefined }
  const left = { ...texts, category: form.category }
  return { ...form, ...carried(texts, category), category, before: left }
}

/**
 * A form with what was typed for another category and is not part of this form's entry; undefined
 * when there is nothing. It keeps the privacy of the form it comes from.
 */
export function textOutOfSight(form: EntryForm): EntryForm | undefined {
  const { content, german, croatian } = form
  const rest = { ...form, before: undefined }
  if (!isTranslation(form.category)) {
    if (isBlank(german + croatian)) return undefined
    return { ...rest, category: 'uebersetzungen', content: '' }
  }
  if (isBlank(content)) return undefined
  const left = form.before?.category ?? 'gedanken'
  const category = isTranslation(left) ? 'gedanken' : left
  return { ...rest, category, german: '', croatian: '' }
}

/** Two words as one text, `Haus | kuća`, from which the two can be told again. */
export function joinedText({ german, croatian }: Translation): string {
  return [german, croatian].filter((side) => !isBlank(side)).join(' | ')
}

function isTranslation(category: Category): boolean {
  return category === 'uebersetzungen'
}

function textsOf({ content, german, croatian }: FormTexts): FormTexts {
  return { content, german, croatian }
}

/** The texts moved to the fields of a category, or as they were. */
function carried(texts: FormTexts, category: Category): FormTexts {
  const { content, german, croatian } = texts
  const hasContent = !isBlank(content)
  const hasSides = !isBlank(german + croatian)
  if (!isTranslation(category))
    return hasContent || !hasSides
      ? texts
      : { content: joinedText(texts), german: '', croatian: '' }
  const sides = hasSides || !hasContent ? undefined : sidesOf(content)
  return sides === undefined ? texts : { content: '', ...sides }
}

/** Undefined when the text is too long for the fields. */
function sidesOf(content: string): Translation | undefined {
  const whole = { german: oneLine(content), croatian: '' }
  return [parseTranslation(content), whole].find(
    (sides) => sides !== undefined && fits(sides.german) && fits(sides.croatian),
  )
}

function fits(side: string): boolean {
  return lengthOf(side) <= translationFieldLimit
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

function isSame(one: FormTexts, other: FormTexts): boolean {
  return (
    one.content === other.content && one.german === other.german && one.croatian === other.croatian
  )
}
