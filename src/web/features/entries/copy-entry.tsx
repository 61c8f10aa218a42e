import { Button } from '../../ui/button.tsx'
import { copyAndSay } from './copy-text.ts'
import { cardTexts } from './entries-texts.ts'

interface CopyEntryProps {
  readonly text: string
  readonly onCopied: () => void
}

/** Copies a card's text where a finger cannot select it: a long press belongs to the card. */
export function CopyEntry({ text, onCopied }: CopyEntryProps) {
  return (
    <Button
      variant="ghost"
      className="w-full text-sm! desktop:pointer-fine:hidden"
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
