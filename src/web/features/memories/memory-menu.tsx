import type { EntryId } from '../../../domain/ids.ts'
import { dayOf, type JournalDay } from '../../../domain/journal-day.ts'
import { useJournal, useTimeZone } from '../../replica/journal-context.tsx'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { memoryTexts } from './memories-texts.ts'

interface MemoryMenuProps {
  readonly id: EntryId
  /** Milliseconds since 1970. */
  readonly now: number
  /** Scrolls to the entry's place in the list. */
  readonly onShow: (id: EntryId) => void
}

/** The actions of a memory; both ways of hiding it have an undo. */
export function MemoryMenu({ id, now, onShow }: MemoryMenuProps) {
  const journal = useJournal()
  const today = dayOf(now, useTimeZone())
  const hide = (until: JournalDay | null, title: string) => {
    const undo = () => journal.write({ action: 'remove-memory-mark', entryId: id, until })
    journal.write({ action: 'add-memory-mark', entryId: id, until })
    toast({ title, action: { label: memoryTexts.undo, onClick: undo, undoes: true } })
  }
  const actions = [
    { label: memoryTexts.show, run: () => onShow(id) },
    { label: memoryTexts.notToday, run: () => hide(today, memoryTexts.hiddenToday) },
    { label: memoryTexts.never, run: () => hide(null, memoryTexts.hiddenForEver) },
  ]
  return (
    <div>
      <ActionMenu title={memoryTexts.menu} actions={actions} />
    </div>
  )
}
