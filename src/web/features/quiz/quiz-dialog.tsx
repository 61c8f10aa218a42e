import { useState } from 'react'
import { canStartQuiz } from '../../../domain/quiz/quiz-rules.ts'
import { vocabularyOf, type Word } from '../../../domain/quiz/vocabulary.ts'
import { useJournal, useLive } from '../../replica/journal-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/responsive-dialog.tsx'
import { QuestionView } from './question-view.tsx'
import { ResultView } from './result-view.tsx'
import { quizTexts } from './texts.ts'
import { useRound } from './use-round.ts'

export interface QuizDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The translation quiz (product-spec section 4, D6). Closing it ends the round and asks nothing. */
export function QuizDialog({ open, onOpenChange }: QuizDialogProps) {
  const journal = useJournal()
  const vocabulary = useLive(async () => vocabularyOf(await journal.translations()), [journal])
  if (vocabulary === undefined) return null
  const available = canStartQuiz(vocabulary.length)
  return (
    <ResponsiveDialog
      open={open}
      onOpenChange={onOpenChange}
      title={available ? quizTexts.title : quizTexts.unavailableTitle}
      {...(available ? {} : { description: quizTexts.unavailable })}
    >
      {available ? (
        <QuizRound vocabulary={vocabulary} onClose={() => onOpenChange(false)} />
      ) : (
        <div className="flex justify-end">
          <Button onClick={() => onOpenChange(false)}>{quizTexts.close}</Button>
        </div>
      )}
    </ResponsiveDialog>
  )
}

interface QuizRoundProps {
  readonly vocabulary: readonly Word[]
  readonly onClose: () => void
}

function QuizRound({ vocabulary, onClose }: QuizRoundProps) {
  const [round, controls] = useRound(vocabulary)
  const [key, setKey] = useState(0)
  if (round.phase === 'finished') {
    return (
      <ResultView
        round={round}
        onAgain={() => {
          setKey(key + 1)
          controls.restart()
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <QuestionView
      key={`${key} ${round.index}`}
      round={round}
      onChoose={controls.choose}
      onNext={controls.next}
    />
  )
}
