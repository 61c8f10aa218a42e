import { describe, expect, it } from 'vitest'
import { emptyForm, type EntryEdit } from '../../../domain/entry.ts'
import { instantFromMilliseconds, type PhotoId } from '../../../domain/ids.ts'
import { parseJournalDay } from '../../../domain/journal-day.ts'
import { isBlank, parseDraft } from './entry-draft.ts'

const zone = 'Europe/Berlin'
const idea: EntryEdit = {
  category: 'ideen',
  content: 'Zelten am See',
  isPrivate: false,
  scheduledDate: instantFromMilliseconds(Date.UTC(2026, 6, 1, 18)),
}

const aPhoto = {
  id: '5a1a3b77-2f0e-4d0e-8e0b-000000000001' as PhotoId,
  width: 800,
  height: 600,
  placeholder: 'AAAA',
  description: 'See',
}

describe('parseDraft', () => {
  it('returns a form as it was left, with the entry it was opened on', () => {
    const form = {
      ...emptyForm('ideen'),
      content: 'halb getippt',
      day: parseJournalDay('2026-07-01'),
    }
    const stored: unknown = JSON.parse(JSON.stringify({ form, base: idea }))
    expect(parseDraft(stored, zone)).toMatchObject({ form, base: idea })
  })

  it('returns the photos of a form and of a refused entry, and the text alone where they are broken', () => {
    const form = emptyForm('ideen')
    const preparing = [{ id: aPhoto.id, name: 'see.jpg', attempts: 1 }]
    const stored: unknown = JSON.parse(JSON.stringify({ form, photos: [aPhoto], preparing }))
    expect(parseDraft(stored, zone)?.photos).toEqual({ base: [], mine: [aPhoto], preparing })
    expect(parseDraft({ ...idea, photos: [aPhoto] }, zone)?.photos.mine).toEqual([aPhoto])
    expect(parseDraft({ ...idea, photos: [{ id: 'x' }] }, zone)).toMatchObject({
      form: { content: 'Zelten am See' },
      photos: { mine: [] },
    })
  })

  it('returns the texts kept for the way back to another category', () => {
    const before = { category: 'gedanken', content: 'Haus', german: '', croatian: '' } as const
    const form = { ...emptyForm('uebersetzungen'), german: 'Haus', before }
    const stored: unknown = JSON.parse(JSON.stringify({ form }))
    expect(parseDraft(stored, zone)?.form).toEqual(form)
  })

  it('turns the edit that a refusal left into a form', () => {
    expect(parseDraft(idea, zone)?.form).toMatchObject({
      content: 'Zelten am See',
      day: '2026-07-01',
      time: '20:00',
    })
  })

  it('returns a refused edit with the entry, which has not changed meanwhile', () => {
    const base: EntryEdit = { ...idea, content: 'Zelten' }
    expect(parseDraft({ ...idea, base }, zone)).toMatchObject({
      form: { content: 'Zelten am See' },
      base,
    })
    expect(parseDraft(idea, zone)?.base).toBeUndefined()
  })

  it.each([undefined, null, 'text', {}, { form: { category: 'anderes' } }, { content: 7 }])(
    'ignores %j',
    (value) => {
      expect(parseDraft(value, zone)).toBeUndefined()
    },
  )

  it('drops a day no calendar has, and keeps the text', () => {
    const stored = { form: { ...emptyForm('ideen'), content: 'Skat', day: '2026-02-30' } }
    expect(parseDraft(stored, zone)?.form).toMatchObject({ content: 'Skat', day: undefined })
  })
})

describe('isBlank', () => {
  it('is true for spaces, false for a word, a date or a photo', () => {
    const none = { base: [], mine: [], preparing: [] }
    const dated = { ...emptyForm('ideen'), day: parseJournalDay('2026-07-01') }
    expect(isBlank({ ...emptyForm('ideen'), content: ' \n' }, none)).toBe(true)
    expect(isBlank({ ...emptyForm('uebersetzungen'), croatian: 'kuća' }, none)).toBe(false)
    expect(isBlank(dated, none)).toBe(false)
    expect(isBlank(emptyForm('ideen'), { ...none, mine: [aPhoto] })).toBe(false)
    expect(isBlank(emptyForm('ideen'), { ...none, preparing: [aPhoto] })).toBe(false)
  })
})
