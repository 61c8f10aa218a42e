import type { Ref } from 'react'
import { Button } from '../../ui/button.tsx'
import { quizTexts } from './quiz-texts.ts'

export interface ResultFooterProps {
  readonly onward: Ref<HTMLButtonElement>
  readonly onAgain: () => void
  readonly onClose: () => void
}

/** The buttons of the result screen. */
export function ResultFooter({ onward, onAgain, onClose }: ResultFooterProps) {
  return (
    <>
      <Button variant="outline" onClick={onClose}>
        {quizTexts.close}
      </Button>
      <Button ref={onward} onClick={onAgain}>
        {quizTexts.again}
      </Button>
    </>
  )
}
