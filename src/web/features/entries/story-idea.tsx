import type { EntryId } from '../../../domain/ids.ts'
import { useJournalState } from '../../replica/journal-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { storyIdeaTexts } from './entries-texts.ts'

/** The idea above the field of its story; once it is gone, the story can be written without it. */
export function StoryIdea({ id }: { readonly id: EntryId }) {
  const idea = useJournalState(({ entries }) => entries.get(id))
  const isWhole = useJournalState((state) => state.isWhole)
  if (idea === undefined) return isWhole ? <Notice text={storyIdeaTexts.gone} /> : null
  return (
    <Notice text={storyIdeaTexts.idea}>
      <p className="written line-clamp-3 pb-1 wrap-anywhere whitespace-pre-wrap text-ink">
        {idea.content}
      </p>
    </Notice>
  )
}
