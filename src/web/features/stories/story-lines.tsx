import { useMemo } from 'react'
import type { Entry } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { useJournal, useJournalState } from '../../replica/journal-context.tsx'
import { useEntry, useRows } from '../../replica/use-rows.ts'
import { nameOf } from '../../replica/questions/entry-details.ts'
import { ideaOf, isStoryWanted, storiesOf } from '../../replica/questions/stories.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { storiesTexts } from './stories-texts.ts'
import { useStoryActions } from './story-actions.tsx'

interface StoryLinesProps {
  readonly entry: Entry
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The lines of a card about an idea and its stories (docs/behaviour/stories.md); nothing on most cards. */
export function StoryLines({ entry, now }: StoryLinesProps) {
  if (entry.category === 'ideen') return <StoriesOfIdea idea={entry} now={now} />
  return entry.category === 'erzaehlen' ? <IdeaOfStory story={entry} /> : null
}

function StoriesOfIdea({ idea, now }: { readonly idea: Entry; readonly now: number }) {
  const stories = useStories(idea)
  const { rows } = useJournal()
  const isAsked = useJournalState((state) => isStoryWanted(state, rows, idea, now))
  const profiles = useJournalState((state) => state.profiles)
  const { tell } = useStoryActions()
  const labelOf = ({ userId }: Entry) => {
    const name = stories.length > 1 ? nameOf(profiles, userId) : undefined
    return name === undefined ? storiesTexts.story : storiesTexts.storyOf(name)
  }
  if (stories.length === 0 && !isAsked) return null
  return (
    <ul className="-my-2 grid grid-cols-[minmax(0,1fr)]">
      {stories.map((story) => (
        <li key={story.id}>
          <EntryLine id={story.id} icon="book" label={labelOf(story)} text={story.content} />
        </li>
      ))}
      {isAsked && (
        <li>
          <button type="button" className={line} onClick={() => tell(idea.id)}>
            {stories.length === 0 ? storiesTexts.ask : storiesTexts.askToo}
          </button>
        </li>
      )}
    </ul>
  )
}

function IdeaOfStory({ story }: { readonly story: Entry }) {
  const link = useJournalState(({ storyLinks }) => storyLinks.ofStory(story.id))
  const storyLinks = useJournalState((state) => state.storyLinks)
  // The line is drawn again with the idea.
  const entry = useEntry(link?.ideaId)
  const { rows } = useJournal()
  const idea = entry && ideaOf({ storyLinks }, rows, story)
  if (idea === undefined) return null
  return (
    <div className="-my-2">
      <EntryLine id={idea.id} icon="idea" label={storiesTexts.idea} text={idea.content} />
    </div>
  )
}

function useStories(idea: Entry): readonly Entry[] {
  const storyLinks = useJournalState((state) => state.storyLinks)
  // An idea without a story does not look at the entries.
  const hasStories = storyLinks.ofIdea(idea.id).length > 0
  const rows = useRows(...(hasStories ? readEntries : []))
  return useMemo(() => storiesOf({ storyLinks }, rows, idea), [storyLinks, rows, idea])
}

const readEntries = ['entries'] as const

const line =
  '-mx-2 flex min-h-target max-w-[calc(100%+1rem)] items-center gap-2 rounded-full px-2 text-start text-sm font-semibold text-ink-soft hover:bg-paper-deep'

interface EntryLineProps {
  readonly id: EntryId
  readonly icon: IconName
  readonly label: string
  readonly text: string
}

/** The other entry in one line; a press leads there. */
function EntryLine({ id, icon, label, text }: EntryLineProps) {
  const { open } = useStoryActions()
  return (
    <button type="button" className={line} onClick={() => open(id)}>
      <Icon name={icon} className="size-4.5" />
      <span className="truncate">
        {label} <span className="written font-normal text-ink">{text}</span>
      </span>
    </button>
  )
}
