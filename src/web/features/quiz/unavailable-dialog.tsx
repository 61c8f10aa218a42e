import { Button } from '../../ui/button.tsx'
import { categoryLooks } from '../../ui/category-look.ts'
import { ResponsiveDialog } from '../../ui/responsive-dialog.tsx'
import { quizTexts } from './quiz-texts.ts'

export interface UnavailableDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onClose: () => void
}

/** Shown with fewer than three entries that can be parsed. */
export function UnavailableDialog({ open, onOpenChange, onClose }: UnavailableDialogProps) {
  return (
    <ResponsiveDialog
      open={open}
      onOpenChange={onOpenChange}
      title={quizTexts.unavailableTitle}
      description={quizTexts.unavailable}
      footer={<Button onClick={onClose}>{quizTexts.close}</Button>}
    >
      <p aria-hidden="true" className="text-center text-3xl">
        {categoryLooks.uebersetzungen.emoji}
      </p>
    </ResponsiveDialog>
  )
}
