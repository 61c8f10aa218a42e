import { useState } from 'react'
import { makeQuestions } from '../../../domain/quiz/question.ts'
import { canStartQuiz } from '../../../domain/quiz/quiz-rules.ts'
import { nextRound, startRound, type Round, type RoundEvent } from '../../../domain/quiz/round.ts'
import type { Word } from '../../../domain/quiz/vocabulary.ts'
import { useSecondsWhileVisible } from './use-seconds-while-visible.ts'

export type Quiz = ReturnType<typeof useQuiz>

/**
 * A round and its clock. Each opening begins a round with the words of that moment: what the
 * partner changes or deletes later neither ends nor changes it. The rules are in `domain/quiz`.
 */
export function useQuiz(open: boolean, vocabulary: readonly Word[]) {
  const [round, setRound] = useState(() => newRound(vocabulary))
  const [wasOpen, setWasOpen] = useState(open)
  // During render, not in an effect, so that the previous round does not flash.
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setRound(newRound(vocabulary))
  }
  const play = (event: RoundEvent) => setRound((now) => now && nextRound(now, event))
  const isAsking = open && round?.phase === 'asking'
  useSecondsWhileVisible(isAsking ? round.index : undefined, () => play({ type: 'tick' }))
  return {
    /** Undefined when there are too few words. */
    round,
    choose: (option: string) => play({ type: 'choose', option }),
    next: () => play({ type: 'next' }),
    /** Starts a new round with the current words. */
    again: () => setRound(newRound(vocabulary)),
  }
}

function newRound(vocabulary: readonly Word[]): Round | undefined {
  if (!canStartQuiz(vocabulary.length)) return undefined
  return startRound(makeQuestions(vocabulary, Math.random))
}
