import type { Entry } from '../../../domain/entry.ts'
import { isOver } from '../../../domain/schedule.ts'
import type { RowReader } from '../memory/journal-rows.ts'
import type { JournalState } from '../memory/journal-state.ts'
import { areRowsToCome, timeZoneOf } from './list.ts'

type Source = Pick<JournalState, 'storyLinks'>
type Linked = Pick<Entry, 'id' | 'category'>

/** The stories that tell of an idea, in the order in which they were written; none of what is no idea (any more). */
export function storiesOf({ storyLinks }: Source, rows: RowReader, idea: Linked): readonly Entry[] {
  if (idea.category !== 'ideen') return []
  return storyLinks.ofIdea(idea.id).flatMap(({ id }) => {
    const story = rows.get('entries', id)
    return story?.category === 'erzaehlen' ? [story] : []
  })
}

/** The idea that a story tells of; undefined where it tells of none, or one of the two is something else by now. */
export function ideaOf({ storyLinks }: Source, rows: RowReader, story: Linked): Entry | undefined {
  const link = story.category === 'erzaehlen' ? storyLinks.ofStory(story.id) : undefined
  const idea = link && rows.get('entries', link.ideaId)
  return idea?.category === 'ideen' ? idea : undefined
}

/**
 * Whether a card asks this person for the story of an idea. A story that is linked to it and not in memory yet counts,
 * so that nothing is asked that is answered a moment later.
 *
 * @param now milliseconds since 1970
 */
export function isStoryWanted(
  state: Source & Pick<JournalState, 'me' | 'journal' | 'progress'>,
  rows: RowReader,
  idea: Entry,
  now: number,
): boolean {
  const { me, storyLinks } = state
  if (areRowsToCome(state, 'story_links') || !isPastIdea(idea, now, state)) return false
  return !storyLinks.ofIdea(idea.id).some(({ id, userId }) => {
    const story = rows.get('entries', id)
    return userId === me && (story === undefined || story.category === 'erzaehlen')
  })
}

/**
 * Whether an idea may have become a story: it is ticked off, or its time has passed.
 *
 * @param now milliseconds since 1970; the journal's time zone decides the day
 */
export function isPastIdea(
  { category, completed, scheduledDate }: Pick<Entry, 'category' | 'completed' | 'scheduledDate'>,
  now: number,
  { journal }: Pick<JournalState, 'journal'>,
): boolean {
  if (category !== 'ideen') return false
  return (
    completed || (scheduledDate !== null && isOver(scheduledDate, now, timeZoneOf({ journal })))
  )
}
