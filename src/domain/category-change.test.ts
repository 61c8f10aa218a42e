import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { translationFieldLimit } from './limits.ts'
import { categories } from './category.ts'
import { changeCategory, textOutOfSight } from './category-change.ts'
import { emptyForm, formOf, type EntryForm } from './entry.ts'
import { lengthOf } from './text.ts'

const zone = 'Europe/Berlin'
const formWith = (more: Partial<EntryForm>): EntryForm => ({ ...emptyForm('gedanken'), ...more })
const translation = formWith({ category: 'uebersetzungen', german: 'Haus', croatian: 'kuća' })
const long = 'Wort '.repeat(30).trim()

describe('a text whose category becomes Übersetzungen', () => {
  it('moves into the German field, on one line, and comes back as it was, with its lines', () => {
    const form = changeCategory(formWith({ content: 'Am\nMeer ' }), 'uebersetzungen')
    expect(form).toMatchObject({ content: '', german: 'Am Meer', croatian: '' })
    expect(textOutOfSight(form)).toBeUndefined()
    expect(changeCategory(form, 'ideen')).toMatchObject({ content: 'Am\nMeer ', german: '' })
  })

  it('comes back as it is now, when it was changed there', () => {
    const form = changeCategory(formWith({ content: 'Haus' }), 'uebersetzungen')
    const changed = changeCategory({ ...form, german: 'Häuser', croatian: 'kuće' }, 'gedanken')
    expect(changed).toMatchObject({ content: 'Häuser | kuće', german: '', croatian: '' })
  })

  it('is split if it was two words before', () => {
    const form = changeCategory(formWith({ content: 'Haus | kuća' }), 'uebersetzungen')
    expect(form).toMatchObject({ german: 'Haus', croatian: 'kuća' })
  })

  it('accepts a full field, and stays whole if there are more', () => {
    const full = 'ž'.repeat(translationFieldLimit)
    expect(changeCategory(formWith({ content: full }), 'uebersetzungen').german).toBe(full)
    const form = changeCategory(formWith({ category: 'ideen', content: long }), 'uebersetzungen')
    expect(form).toMatchObject({ content: long, german: '', croatian: '' })
    expect(textOutOfSight(form)).toMatchObject({ category: 'ideen', content: long, german: '' })
    expect(changeCategory(form, 'ideen')).toMatchObject({ content: long, german: '' })
  })

  it('stays separate from words typed beside it, in both directions, and keeps its privacy', () => {
    const form = changeCategory(formWith({ content: long }), 'uebersetzungen')
    const typed = { ...form, german: 'Wort', croatian: 'riječ' }
    expect(textOutOfSight(typed)?.content).toBe(long)
    const back = changeCategory(typed, 'gedanken')
    expect(back.content).toBe(long)
    expect(textOutOfSight(back)).toMatchObject({ german: 'Wort', croatian: 'riječ', content: '' })
    const own = changeCategory(formWith({ content: long, isPrivate: true }), 'uebersetzungen')
    expect(textOutOfSight(own)?.isPrivate).toBe(true)
  })
})

describe('a translation whose category becomes another', () => {
  it('is one text of both words, and two words again on the way back', () => {
    const form = changeCategory(translation, 'erzaehlen')
    expect(form).toMatchObject({ content: 'Haus | kuća', german: '', croatian: '' })
    const back = changeCategory(form, 'uebersetzungen')
    expect(back).toMatchObject({ ...translation, before: undefined })
    const edited = { ...form, content: 'Haus und Hof | kuća' }
    expect(changeCategory(edited, 'uebersetzungen')).toMatchObject({ german: 'Haus und Hof' })
  })

  it('with only a Croatian word finds it in its field again', () => {
    const form = changeCategory({ ...translation, german: '' }, 'erzaehlen')
    expect(form.content).toBe('kuća')
    expect(changeCategory(form, 'uebersetzungen')).toMatchObject({ german: '', croatian: 'kuća' })
  })

  it('that cannot be parsed is its whole text', () => {
    const entry = { category: 'uebersetzungen', isPrivate: false, scheduledDate: null } as const
    const form = formOf({ ...entry, content: `🇩🇪 ${long}\nund mehr` }, zone)
    expect(changeCategory(form, 'gedanken').content).toBe(`🇩🇪 ${long} und mehr`)
  })
})

const text = fc.oneof(
  fc.constantFrom('', 'Haus', 'Haus | kuća', 'a | b | c', '🇩🇪 Tag', 'Am\nMeer', long),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
)
const anyForm = fc
  .record({ category: fc.constantFrom(...categories), content: text, german: text, croatian: text })
  .map((texts) => formWith(texts))
/** The words of all fields, without the signs by which a translation is composed. */
const words = ({ content, german, croatian }: EntryForm) =>
  [content, german, croatian]
    .join(' ')
    .replace(/🇩🇪|🇭🇷|\||\p{Surrogate}|\0/gu, ' ')
    .normalize('NFC')
    .split(/\s+/u)
    .filter((word) => word !== '')
    .toSorted()

describe('any form through any changes of category', () => {
  const anyWay = fc.array(fc.constantFrom(...categories), { maxLength: 5 })

  it('keeps every word, and the text as it was on a way back', () => {
    fc.assert(
      fc.property(anyForm, anyWay, (form, ways) => {
        expect(words(ways.reduce(changeCategory, form))).toEqual(words(form))
        const { content, german, croatian } = form
        const back = changeCategory(changeCategory(form, ways[0] ?? 'ideen'), form.category)
        expect(back).toMatchObject({ content, german, croatian })
      }),
    )
  })

  it('puts no more into a translation’s fields than they accept', () => {
    fc.assert(
      fc.property(anyForm, (form) => {
        const start = { ...form, category: 'gedanken', german: '', croatian: '' } as const
        const { german, croatian } = changeCategory(start, 'uebersetzungen')
        for (const side of [german, croatian])
          expect(lengthOf(side)).toBeLessThanOrEqual(translationFieldLimit)
      }),
    )
  })
})
