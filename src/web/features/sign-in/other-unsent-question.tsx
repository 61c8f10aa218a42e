import type { PublicPartner } from '../../../domain/partner.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { signInTexts } from './sign-in-texts.ts'
import type { OtherUnsent } from './use-sign-in-form.ts'

export interface OtherUnsentQuestionProps {
  readonly other: OtherUnsent
  readonly onClose: () => void
  readonly onConfirm: (partner: PublicPartner) => void
}

/** Asks before one person signs in on a device with the other's unsent work (D25). */
export function OtherUnsentQuestion({ other, onClose, onConfirm }: OtherUnsentQuestionProps) {
  return (
    <AlertDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={signInTexts.otherUnsentTitle(other.name)}
      description={signInTexts.otherUnsent(other.name, other.unsent)}
      confirmLabel={signInTexts.otherUnsentConfirm}
      onConfirm={() => onConfirm(other.partner)}
    />
  )
}
