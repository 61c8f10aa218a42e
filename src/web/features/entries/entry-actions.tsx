import {
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { undoWindow } from '../../../domain/limits.ts'
import { firstWords } from '../../../domain/first-words.ts'
import type { EntryId } from '../../../domain/ids.ts'
import type { Journal, ShownEntry } from '../../replica/journal.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import { useEntryParts } from '../../replica/use-rows.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { requiredContext } from '../../ui/required-context.ts'
import { toast } from '../../ui/toast.tsx'
import { toastWithUndo } from '../../ui/undo-toast.ts'
import { vibrate } from '../../ui/vibrate.ts'
import type { EditEntryDialogProps } from './edit-entry-dialog.tsx'
import { deleteDescription, deleteTexts, entryUndo, toastTexts } from './entries-texts.ts'

/** The actions of a card; the dialogs live above the list, so a card that leaves takes none along. */
export interface EntryActions {
  /** Stores the completion and says so; rejects never. */
  setCompleted(id: EntryId, completed: boolean): void
  /** Opens "Eintrag bearbeiten". */
  edit(id: EntryId): void
  /** Opens "Eintrag löschen?" for the entry as it is shown. */
  remove(entry: ShownEntry): void
}

/** The actions of the nearest `EntryActionsProvider`. */
export const [EntryActionsContext, useEntryActions] = requiredContext<EntryActions>(
  'EntryActionsProvider is missing',
)

interface EntryActionsProviderProps {
  readonly children: ReactNode
  /** Called with an entry whose deletion was undone, unless a dialog has the focus. */
  readonly onRestored: (id: EntryId) => void
  readonly EditDialog: ComponentType<EditEntryDialogProps>
}

/** Gives every card inside its actions, and holds the dialogs they open. */
export function EntryActionsProvider(props: EntryActionsProviderProps) {
  const { children, onRestored, EditDialog } = props
  const journal = useJournal()
  const [edited, setEdited] = useState<EntryId>()
  const [removal, setRemoval] = useState<Removal>()
  const { length: replyCount } = useEntryParts('replies', removal?.entry.id)
  /** Another object for each restored entry. */
  const [restored, setRestored] = useState<{ readonly id: EntryId }>()
  const show = useEffectEvent(onRestored)
  useEffect(() => {
    if (restored === undefined || document.querySelector('[role$="dialog"]') !== null) return
    show(restored.id)
  }, [restored])
  const actions = useMemo<EntryActions>(
    () => ({
      setCompleted: (id, completed) => setCompleted(journal, id, completed),
      edit: setEdited,
      remove: (entry) => setRemoval({ entry, replies: journal.repliesHere(entry.id) }),
    }),
    [journal],
  )
  return (
    <EntryActionsContext value={actions}>
      {children}
      <EditDialog id={edited} onClose={() => setEdited(undefined)} />
      <AlertDialog
        open={removal !== undefined}
        onOpenChange={(isOpen) => !isOpen && setRemoval(undefined)}
        {...deleteTexts}
        description={deleteDescription(removal && firstWords(removal.entry), replyCount)}
        danger
        onConfirm={() =>
          removal && deleteEntry(journal, removal, () => setRestored({ id: removal.entry.id }))
        }
      />
    </EntryActionsContext>
  )
}

function setCompleted(journal: Journal, id: EntryId, completed: boolean): void {
  vibrate(20)
  journal.write({ action: 'toggle-completed', entryId: id, completed })
  const title = completed ? toastTexts.completed : toastTexts.reopened
  // One toast per entry: ticking back and forth replaces it instead of piling up.
  toast({ id: `completed-${id}`, title, tone: 'success' })
}

/** The entry as a person sees it when they ask to delete it. */
interface Removal {
  readonly entry: ShownEntry
  readonly replies: ReturnType<Journal['repliesHere']>
}

function deleteEntry(journal: Journal, { entry, replies }: Removal, onRestored: () => void): void {
  const { id } = entry
  vibrate(40)
  journal.write({ action: 'delete-entry', entryId: id, seen: entry, seenReplies: replies })
  const undo = () => {
    const isBack = journal.undoDelete(id)
    if (isBack) onRestored()
    return isBack
  }
  toastWithUndo({ ...entryUndo(id, firstWords(entry)), duration: undoWindow, undo })
}
