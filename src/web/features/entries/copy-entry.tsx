import { Button } from '../../ui/button.tsx'
import { copyAndSay } from './copy-text.ts'
import { cardTexts } from './texts.ts'

interface CopyEntryProps {
  readonly text: string
  readonly onCopied: () => void
}

/** Copies a card's text: on a phone a long press belongs to the card and selects nothing. */
export function CopyEntry({ text, onCopied }: CopyEntryProps) {
  return (
    <Button
      variant="ghost"
      className="w-full text-sm!"
      onClick={() => {
        // While the panel is there: where the browser has no clipboard, the text is copied from a field in it.
        void copyAndSay(text)
        onCopied()
      }}
    >
      {cardTexts.copy}
    </Button>
  )
}
