import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { practiceButtonTexts } from './practice-button-texts.ts'
import { useDueCount } from './use-due-count.ts'

/** In the translations tab, beside the quiz; with the number of cards that are due today. */
export function PracticeButton({ onOpen }: { readonly onOpen: () => void }) {
  const count = useDueCount()
  const hasCards = count !== undefined && count > 0
  return (
    <Button
      variant="soft"
      icon="book"
      aria-label={hasCards ? practiceButtonTexts.openDue(count) : undefined}
      onClick={onOpen}
    >
      <span>{practiceButtonTexts.open}</span>{' '}
      {hasCards && <Badge className="tabular-nums">{String(count)}</Badge>}
    </Button>
  )
}
