import { Button } from '../../ui/button.tsx'
import { formTexts } from './entries-texts.ts'

interface FormFooterProps {
  readonly label: string
  readonly onCancel: () => void
  readonly onSubmit: () => void
}

/** The two buttons under an entry's form. */
export function FormFooter({ label, onCancel, onSubmit }: FormFooterProps) {
  return (
    <>
      <Button variant="outline" onClick={onCancel}>
        {formTexts.cancel}
      </Button>
      <Button onClick={onSubmit}>{label}</Button>
    </>
  )
}
