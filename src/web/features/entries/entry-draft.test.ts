import { describe, expect, it } from 'vitest'
import { emptyForm, type EntryEdit } from '../../../domain/entry.ts'
import { instantFromMilliseconds, type PhotoId } from '../../../domain/ids.ts'
import { parseJournalDay } from '../../../domain/journal-day.ts'
import { isBlank, parseDraft as parseDraftIn } from './entry-draft.ts'

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

const parseDraft = (value: unknown) => parseDraftIn(value, 'Europe/Berlin')
/** The draft as the device stores it. */
const stored = (draft: object): unknown => JSON.parse(JSON.stringify(draft))

describe('parseDraft', () => {
  it('returns a form as it was left, with the entry it was opened on', () => {
    const day = parseJournalDay('2026-07-01')
    const form = { ...emptyForm('ideen'), content: 'halb getippt', day }
    expect(parseDraft(stored({ form, base: idea }))).toMatchObject({ form, base: idea })
  })

  it('returns the photos of a form and of a refused entry, and the text alone where they are broken', () => {
    const form = emptyForm('ideen')
    const preparing = [{ id: aPhoto.id, name: 'see.jpg', attempts: 1 }]
    const photos = { base: [], mine: [aPhoto], preparing }
    expect(parseDraft(stored({ form, photos: [aPhoto], preparing }))?.photos).toEqual(photos)
    expect(parseDraft({ ...idea, photos: [aPhoto] })?.photos.mine).toEqual([aPhoto])
    expect(parseDraft({ ...idea, photos: [{ id: 'x' }] })).toMatchObject({
      form: { content: 'Zelten am See' },
      photos: { mine: [] },
    })
  })

  it('returns the texts kept for the way back to another category', () => {
    const before = { category: 'gedanken', content: 'Haus', german: '', croatian: '' } as const
    const form = { ...emptyForm('uebersetzungen'), german: 'Haus', before }
    expect(parseDraft(stored({ form }))?.form).toEqual(form)
  })

  it('turns the edit that a refusal left into a form, with the entry, which has not changed meanwhile', () => {
    const { form, base: none } = parseDraft(idea) ?? {}
    expect(form).toMatchObject({ content: 'Zelten am See', day: '2026-07-01', time: '20:00' })
    expect(none).toBeUndefined()
    const base: EntryEdit = { ...idea, content: 'Zelten' }
    const content = 'Zelten am See'
    expect(parseDraft({ ...idea, base })).toMatchObject({ form: { content }, base })
  })

  it.each([undefined, null, 'text', {}, { form: { category: 'anderes' } }, { content: 7 }])(
    'ignores %j',
    (value) => {
      expect(parseDraft(value)).toBeUndefined()
    },
  )

  it('drops a day no calendar has, and keeps the text', () => {
    const form = { ...emptyForm('ideen'), content: 'Skat', day: '2026-02-30' }
    expect(parseDraft({ form })?.form).toMatchObject({ content: 'Skat', day: undefined })
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
