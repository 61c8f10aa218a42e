import { describe, expect, it } from 'vitest'
import { contentLimit, translationFieldLimit } from './limits.ts'
import type { Category } from './category.ts'
import {
  type EntryEdit,
  type EntryForm,
  applyEdit,
  emptyForm,
  formOf,
  isSameEdit,
  mayChangeCategory,
  mayChangePrivacy,
  mayDelete,
  mayEdit,
  validateEntry,
  writtenEntry,
} from './entry.ts'
import { instantFromMilliseconds, type EntryId, type PartnerId } from './ids.ts'
import { journalDay } from './journal-day.ts'

const berlin = 'Europe/Berlin'
const me = 'me' as PartnerId
const partner = 'partner' as PartnerId
const day = journalDay(2025, 8, 17)
const evening = instantFromMilliseconds(Date.UTC(2025, 7, 17, 18, 30))
const midnight = instantFromMilliseconds(Date.UTC(2025, 7, 16, 22))
const justAfterMidnight = instantFromMilliseconds(Date.UTC(2025, 7, 16, 22, 0, 1))

const long = 'x'.repeat(translationFieldLimit + 1)

const validated = (category: Category, fields: Partial<EntryForm>) =>
  validateEntry({ ...emptyForm(category), ...fields }, berlin)
const edit: EntryEdit = {
  category: 'ideen',
  content: 'Zum See',
  isPrivate: false,
  scheduledDate: evening,
}
const entry = writtenEntry(edit, { id: 'entry' as EntryId, userId: me, createdAt: evening })

describe('validating an entry', () => {
  it.each([
    ['erzaehlen', {}, 'empty', 'content'],
    ['gedanken', { content: ' \n\u0000' }, 'empty', 'content'],
    ['gedanken', { content: '\u200B\u2060\u3164' }, 'empty', 'content'],
    ['ideen', { content: 'x'.repeat(contentLimit + 1) }, 'too-long', 'content'],
    ['uebersetzungen', { content: 'a', german: 'a' }, 'translation-field-missing', 'croatian'],
    ['uebersetzungen', { german: long, croatian: 'y' }, 'translation-field-too-long', 'german'],
    ['ideen', { content: 'x', day, time: '25:00' }, 'invalid-time', 'time'],
    ['klatsch' as Category, { content: 'x' }, 'unknown-category', 'category'],
  ] as const)('refuses for %s %j: %s', (category, wrong, reason, field) => {
    expect(validated(category, wrong)).toEqual({ ok: false, reason, field })
  })

  it('accepts as many characters as there may be, which are more code units, normalised', () => {
    const content = '😀'.repeat(contentLimit)
    expect(validated('erzaehlen', { content: ` ${content}\n` })).toEqual({
      ok: true,
      edit: { category: 'erzaehlen', content, isPrivate: false, scheduledDate: null },
    })
  })

  it('composes the two fields of a translation', () => {
    const valid = validated('uebersetzungen', { german: 'Haus', croatian: 'kuća' })
    expect(valid).toMatchObject({ ok: true, edit: { content: '🇩🇪 Haus | 🇭🇷 kuća' } })
  })

  it.each([
    ['ideen', '20:30', evening],
    ['ideen', '', midnight],
    ['ideen', '00:00', justAfterMidnight],
    ['erzaehlen', '20:30', null],
  ] as const)('gives %s at %j the date %s', (category, time, scheduledDate) => {
    const valid = validated(category, { content: 'x', day, time, isPrivate: true })
    expect(valid).toMatchObject({ ok: true, edit: { scheduledDate, isPrivate: true } })
  })

  it('ignores a time without a day', () => {
    const valid = validated('ideen', { content: 'x', time: '20:30' })
    expect(valid).toMatchObject({ ok: true, edit: { scheduledDate: null } })
  })
})

describe('the form of an entry', () => {
  it.each([
    edit,
    { ...edit, scheduledDate: midnight },
    { ...edit, scheduledDate: justAfterMidnight },
    { ...edit, scheduledDate: null },
    { category: 'uebersetzungen', content: '🇩🇪 a|b | 🇭🇷 c', isPrivate: true, scheduledDate: null },
    { category: 'gedanken', content: 'Zeile\nZeile', isPrivate: true, scheduledDate: null },
  ] as const)('yields the same entry when nothing is changed: %j', (original) => {
    expect(validateEntry(formOf(original, berlin), berlin)).toEqual({ ok: true, edit: original })
  })

  it('keeps a translation that cannot be parsed in the German field', () => {
    const unreadable: EntryEdit = { ...edit, category: 'uebersetzungen', content: 'nur Text' }
    const fields = { german: 'nur Text', croatian: '', content: '' }
    expect(formOf(unreadable, berlin)).toMatchObject(fields)
  })
})

describe('rights', () => {
  it.each([
    ['my', me, 'erzaehlen', [true, true, true, true]],
    ['my', me, 'ideen', [true, true, true, true]],
    ["the partner's", partner, 'ideen', [true, true, false, false]],
    ["the partner's", partner, 'erzaehlen', [false, false, false, false]],
    ["the partner's", partner, 'gedanken', [false, false, false, false]],
    ["the partner's", partner, 'uebersetzungen', [false, false, false, false]],
  ] as const)(
    'over %s entry (%s) in %s are edit, delete, privacy, category: %j',
    (_whose, userId, category, rights) => {
      const all = [mayEdit, mayDelete, mayChangePrivacy, mayChangeCategory]
      expect(all.map((may) => may({ userId, category }, me))).toEqual(rights)
    },
  )
})

describe('applying an edit', () => {
  it('clears the date of an entry that leaves the ideas', () => {
    const moved = applyEdit(entry, { ...edit, category: 'gedanken' })
    expect(moved).toEqual({ ...entry, category: 'gedanken', scheduledDate: null })
  })

  it('keeps what an edit does not change', () => {
    expect(applyEdit(entry, { ...edit, content: 'neu' })).toEqual({ ...entry, content: 'neu' })
  })

  it.each([
    [{}, true],
    [{ content: 'neu' }, false],
    [{ isPrivate: true }, false],
    [{ scheduledDate: null }, false],
    [{ category: 'gedanken' }, false],
  ] as const)('with %j is no change at all: %s', (changes, same) => {
    expect(isSameEdit(entry, { ...edit, ...changes })).toBe(same)
  })
})
