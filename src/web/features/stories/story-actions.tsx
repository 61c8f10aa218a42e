import { createContext, use, type ReactNode } from 'react'
import type { EntryId } from '../../../domain/ids.ts'

/** The actions behind the lines of a card. */
interface StoryActions {
  /** Shows an entry at its place. */
  readonly open: (id: EntryId) => void
  /** Opens the form for the story of an idea. */
  readonly tell: (ideaId: EntryId) => void
}

const StoryActionsContext = createContext<StoryActions | undefined>(undefined)

/** Gives the cards inside where their lines lead: a card is not drawn again when that changes. */
export function StoryActionsProvider({
  actions,
  children,
}: {
  readonly actions: StoryActions
  readonly children: ReactNode
}) {
  return <StoryActionsContext value={actions}>{children}</StoryActionsContext>
}

export function useStoryActions(): StoryActions {
  const actions = use(StoryActionsContext)
  if (actions === undefined) throw new Error('StoryActionsProvider is missing')
  return actions
}
