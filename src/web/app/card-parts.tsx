import { CopyEntry } from '../features/entries/copy-entry.tsx'
import type { EntryCardProps } from '../features/entries/entry-card.tsx'
import { CardPhotos } from '../features/photos/card-photos.tsx'
import { ReactionButton, ReactionChips } from '../features/reactions/reaction-bar.tsx'
import { Replies } from '../features/replies/card-replies.tsx'
import { ReplyButton } from '../features/replies/reply-button.tsx'
import { StoryLines } from '../features/stories/story-lines.tsx'

/** The buttons of a card by which one reacts and replies. */
export const reactionsOf: EntryCardProps['reactions'] = (entry, control) => (
  <div className="flex">
    <ReactionButton entry={entry} {...control}>
      <CopyEntry text={entry.content} onCopied={() => control.onOpenChange(false)} />
    </ReactionButton>
    <ReplyButton entryId={entry.id} />
  </div>
)

/** The parts under an entry's text. */
export const partsBelow: EntryCardProps['below'] = (entry, now) => (
  <>
    <CardPhotos entryId={entry.id} />
    <ReactionChips entry={entry} />
    <StoryLines entry={entry} now={now} />
    <Replies entryId={entry.id} now={now} />
  </>
)
