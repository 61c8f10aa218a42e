import type { ToastOptions } from './toast-queue.ts'
import { toast } from './toast.tsx'
import { uiTexts } from './ui-texts.ts'

/** The words about something that was deleted. */
export interface UndoTexts extends Pick<ToastOptions, 'title' | 'description' | 'tone'> {
  readonly id: string
  /** The words once it was undone. */
  readonly restored: string
  /** The words if it was too late. */
  readonly tooLate: string
}

interface UndoToast extends UndoTexts {
  /** Milliseconds in which it can be undone. */
  readonly duration: number
  /** False where it is too late. */
  readonly undo: () => boolean
}

/** Says that something was deleted, and offers "Rückgängig" for as long as that is possible. */
export function toastWithUndo({ undo, restored, tooLate, ...deleted }: UndoToast): void {
  const onClick = () => {
    if (undo()) toast({ title: uiTexts.restored, description: restored, tone: 'success' })
    else toast({ title: uiTexts.tooLate, description: tooLate, tone: 'error' })
  }
  toast({ ...deleted, pinned: true, action: { label: uiTexts.undo, onClick, undoes: true } })
}
