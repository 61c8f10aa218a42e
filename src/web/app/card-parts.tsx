import { CopyEntry } from '../features/entries/copy-entry.tsx'
import type { EntryCardProps } from '../features/entries/entry-card.tsx'
import { ReactionBar } from '../features/reactions/reaction-bar.tsx'
import { Replies } from '../features/replies/card-replies.tsx'
import { ReplyButton } from '../features/replies/reply-button.tsx'
import { StoryLines } from '../features/stories/story-lines.tsx'

/** The row of a card in which one reacts and replies. */
export const reactionsOf: EntryCardProps['reactions'] = (entry, control) => (
  <div className="flex items-end">
    <ReactionBar entry={entry} {...control}>
      <CopyEntry text={entry.content} onCopied={() => control.onOpenChange(false)} />
    </ReactionBar>
    <ReplyButton entryId={entry.id} />
  </div>
)

/** The parts under an entry's text. */
export const partsBelow: EntryCardProps['below'] = (entry, now) => (
  <>
    <StoryLines entry={entry} now={now} />
    <Replies entryId={entry.id} now={now} />
  </>
)
