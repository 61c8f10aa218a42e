import { createContext, use, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { EntryId, ReplyId } from '../../../domain/ids.ts'
import { isDesktop } from '../../ui/media-query.ts'
import { requiredContext } from '../../ui/required-context.ts'
import { Shared } from '../../ui/shared-value.tsx'
import { ReplyDrawer } from './reply-drawer.tsx'
import type { FieldPlace } from './use-reply-form.ts'

/** A field that is open, and where it stands. */
interface ShownField extends FieldPlace {
  /** In the card, or in a drawer above all cards: as the screen was when it opened. A phone that turns moves no field. */
  readonly isInCard: boolean
}

/** The one field that is open among some cards. A press draws the two cards again that it concerns. */
class OpenField {
  /** The entries of which all replies are shown. They stay so when their cards leave the page and come back. */
  readonly unfolded = new Set<EntryId>()
  readonly shown = new Shared<ShownField>(undefined)

  readonly set = (place: FieldPlace | undefined): void =>
    this.shown.set(place && { ...place, isInCard: isDesktop() })
}

const [OpenFieldContext, useOpenField] = requiredContext<OpenField>('RepliesProvider is missing')

/** The place of this entry's open field; undefined while none is open. */
export function useFieldOf(entryId: EntryId): ShownField | undefined {
  const { current, subscribe } = useOpenField().shown
  return useSyncExternalStore(subscribe, () => {
    const place = current()
    return place?.entryId === entryId ? place : undefined
  })
}

/** Whether all replies of an entry are shown, and how to show them. */
export function useUnfolded(entryId: EntryId): readonly [boolean, () => void] {
  const { unfolded } = useOpenField()
  const [isWhole, setWhole] = useState(() => unfolded.has(entryId))
  const unfold = () => {
    unfolded.add(entryId)
    setWhole(true)
  }
  return [isWhole, unfold]
}

/** Opens the field in a place, or closes it. */
export function useSetField(): (place: FieldPlace | undefined) => void {
  return useOpenField().set
}

const WantedReplyContext = createContext<ReplyId | undefined>(undefined)

/** The reply that one was led to: it is never among those that are not shown. */
export function useWantedReply(): ReplyId | undefined {
  return use(WantedReplyContext)
}

interface RepliesProviderProps {
  readonly wanted?: ReplyId | undefined
  readonly children: ReactNode
}

/** Lets every card inside be replied to; on a phone the field opens as a drawer above them all. */
export function RepliesProvider({ wanted, children }: RepliesProviderProps) {
  const [field] = useState(() => new OpenField())
  return (
    <OpenFieldContext value={field}>
      <WantedReplyContext value={wanted}>{children}</WantedReplyContext>
      <PhoneField />
    </OpenFieldContext>
  )
}

function PhoneField() {
  const { shown, set } = useOpenField()
  const place = useSyncExternalStore(shown.subscribe, shown.current)
  return (
    <ReplyDrawer
      place={place?.isInCard === false ? place : undefined}
      onClose={() => set(undefined)}
    />
  )
}
