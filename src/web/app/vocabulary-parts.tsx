import { useState } from 'react'
import { PracticeButton } from '../features/practice/practice-button.tsx'
import { practiceButtonTexts } from '../features/practice/practice-button-texts.ts'
import { QuizButton } from '../features/quiz/quiz-button.tsx'
import { quizTexts } from '../features/quiz/quiz-texts.ts'
import { missingDialog } from '../ui/chunk-error.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const QuizDialog = lazyPart(
  async () => (await import('../features/quiz/quiz-dialog.tsx')).QuizDialog,
  {
    isNeeded: ({ open }) => open,
    missing: (props, missing) => missingDialog({ ...props, title: quizTexts.title }, missing),
  },
)

const PracticeDialog = lazyPart(
  async () => (await import('../features/practice/practice-dialog.tsx')).PracticeDialog,
  {
    isNeeded: ({ open }) => open,
    missing: (props, missing) =>
      missingDialog({ ...props, title: practiceButtonTexts.open }, missing),
  },
)

/** The parts of the translations tab beside the list; the code of quiz and practice loads at the first press. */
export function VocabularyParts() {
  const [isQuizOpen, setQuizOpen] = useState(false)
  const [isPracticeOpen, setPracticeOpen] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <QuizButton onOpen={() => setQuizOpen(true)} />
        <PracticeButton onOpen={() => setPracticeOpen(true)} />
      </div>
      <QuizDialog open={isQuizOpen} onOpenChange={setQuizOpen} />
      <PracticeDialog open={isPracticeOpen} onOpenChange={setPracticeOpen} />
    </>
  )
}
