import { describe, expect, it } from 'vitest'
import {
  at,
  createEntry,
  entryOn,
  idOf,
  journalWith,
  letDeletionWait,
  linkOf,
  me,
  note,
  partner,
  setQueue,
} from '../memory/test-journal.ts'
import { ideaOf, isPastIdea, isStoryWanted, storiesOf } from './stories.ts'

const idea = entryOn(1, { category: 'ideen', content: 'Einmal ans Meer' })
const story = (day: number, changes: object = {}) =>
  entryOn(day, { category: 'erzaehlen', userId: me, ...changes })

function journal(...days: readonly number[]) {
  const memory = journalWith([idea, ...days.map((day) => story(day)), story(9)])
  memory.change((rows) => {
    for (const day of days) rows.put('story_links', linkOf(day, 1))
  })
  return memory
}
const shown = (memory: ReturnType<typeof journal>) =>
  storiesOf(memory.state(), memory.shown, idea).map(({ content }) => content)

describe('the stories of an idea', () => {
  it('are those that are linked to it, the first one first', () => {
    const memory = journal(5, 3)
    expect(shown(memory)).toEqual(['Tag 3', 'Tag 5'])
    expect(storiesOf(memory.state(), memory.shown, entryOn(2, { category: 'ideen' }))).toEqual([])
    expect(ideaOf(memory.state(), memory.shown, story(5))).toBe(idea)
    expect(ideaOf(memory.state(), memory.shown, story(9))).toBeUndefined()
  })

  it('are shown as soon as they are written, and not while their deletion waits', () => {
    const memory = journal(3)
    const ideaId = idea.id
    setQueue(memory, createEntry(20, { edit: note('Neu', { category: 'erzaehlen' }), ideaId }), {
      action: 'link-story',
      storyId: idOf(20),
      ideaId,
      createdAt: at(20),
    })
    expect(shown(memory)).toEqual(['Tag 3', 'Neu'])
    letDeletionWait(memory, idOf(3))
    expect(shown(memory)).toEqual(['Neu'])
    setQueue(memory)
    expect(shown(memory)).toEqual([])
  })

  it('are none of what is an idea or a story no longer', () => {
    const memory = journal(3)
    memory.change((rows) => rows.put('entries', story(3, { category: 'gedanken' })))
    expect(shown(memory)).toEqual([])
    const thought = { ...idea, category: 'gedanken' } as const
    memory.change((rows) => {
      rows.put('entries', story(3))
      rows.put('entries', thought)
    })
    expect(storiesOf(memory.state(), memory.shown, thought)).toEqual([])
    expect(ideaOf(memory.state(), memory.shown, story(3))).toBeUndefined()
  })
})

describe('an idea', () => {
  const now = Date.parse('2026-06-12T12:00:00+02:00')
  const on = (changes: object) => isPastIdea({ ...idea, ...changes }, now, journal().state())

  it('may have become a story once it is ticked off or its time has passed', () => {
    expect([on({}), on({ completed: true })]).toEqual([false, true])
    expect(on({ scheduledDate: '2026-06-12T09:59:00.000000Z' })).toBe(true)
    expect(on({ scheduledDate: '2026-06-12T10:01:00.000000Z' })).toBe(false)
    // Days without a time are over with their end, in the journal's zone.
    expect(on({ scheduledDate: '2026-06-11T22:00:00.000000Z' })).toBe(false)
    expect(on({ scheduledDate: '2026-06-10T22:00:00.000000Z' })).toBe(true)
    expect(on({ category: 'gedanken', completed: true })).toBe(false)
  })

  it('is asked for while I told no story of it, as far as links tell', () => {
    const past = { ...idea, completed: true }
    const wanted = (memory: ReturnType<typeof journal>) =>
      isStoryWanted(memory.state(), memory.shown, past, now)
    expect(wanted(journal())).toBe(true)
    expect(isStoryWanted(journal().state(), journal().shown, idea, now)).toBe(false)
    const told = journal(3)
    expect(wanted(told)).toBe(false)
    told.change((rows) => rows.put('entries', story(3, { category: 'gedanken' })))
    expect(wanted(told)).toBe(true)
    // The story is not in memory yet.
    told.change((rows) => rows.remove('entries', idOf(3)))
    expect(wanted(told)).toBe(false)
    const ofPartner = journal()
    ofPartner.change((rows) => rows.put('story_links', linkOf(3, 1, { userId: partner })))
    expect(wanted(ofPartner)).toBe(true)
    const filling = journal()
    const backfillCursor = { updatedAt: at(1), id: idOf(1) }
    filling.change((rows) =>
      rows.put('progress', { table: 'story_links', cursor: undefined, backfillCursor }),
    )
    expect(wanted(filling)).toBe(false)
  })
})
