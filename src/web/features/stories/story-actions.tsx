import type { EntryId } from '../../../domain/ids.ts'
import { requiredContext } from '../../ui/required-context.ts'

/** The actions behind the lines of a card. */
interface StoryActions {
  /** Shows an entry at its place. */
  readonly open: (id: EntryId) => void
  /** Opens the form for the story of an idea. */
  readonly tell: (ideaId: EntryId) => void
}

/** Gives the cards inside where their lines lead: a card is not drawn again when that changes. */
export const [StoryActionsProvider, useStoryActions] = requiredContext<StoryActions>(
  'StoryActionsProvider is missing',
)
