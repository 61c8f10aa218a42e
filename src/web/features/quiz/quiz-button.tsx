import { isQuizButtonEnabled } from '../../../domain/quiz/quiz-rules.ts'
import { useJournalState } from '../../replica/journal-context.tsx'
import { useEntriesWhere } from '../../replica/use-rows.ts'
import { hasAllEntries, isTranslation } from '../../replica/questions/list.ts'
import { Button } from '../../ui/button.tsx'
import { quizTexts } from './quiz-texts.ts'

const hintId = 'quiz-button-hint'

/** In the translations tab; enabled from 4 translation entries on (D6). What it lacks stands after its neighbours. */
export function QuizButton({ onOpen }: { readonly onOpen: () => void }) {
  const isComplete = useJournalState(hasAllEntries)
  const { length: found } = useEntriesWhere(isTranslation)
  // Until every entry is here it may still grow.
  const count = isComplete || isQuizButtonEnabled(found) ? found : undefined
  const hasTooFew = count !== undefined && !isQuizButtonEnabled(count)
  return (
    <>
      <Button
        variant="soft"
        icon="quiz"
        disabled={hasTooFew || count === undefined}
        aria-describedby={hasTooFew ? hintId : undefined}
        onClick={onOpen}
      >
        {quizTexts.open}
      </Button>
      {hasTooFew && (
        <p id={hintId} className="order-last text-sm text-ink-soft">
          {quizTexts.tooFew}
        </p>
      )}
    </>
  )
}
