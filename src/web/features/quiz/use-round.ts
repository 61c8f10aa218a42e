import { useCallback, useEffect, useReducer } from 'react'
import { makeQuestions } from '../../../domain/quiz/question.ts'
import { nextRound, startRound, type Round } from '../../../domain/quiz/round.ts'
import type { Word } from '../../../domain/quiz/vocabulary.ts'

export interface RoundControls {
  readonly choose: (option: string) => void
  readonly next: () => void
  readonly restart: () => void
}

/**
 * A round of the quiz with its clock: a tick each second while a question is open and the page is
 * visible (D6). The rules live in `domain/quiz`; nothing here decides anything.
 */
export function useRound(vocabulary: readonly Word[]): readonly [Round, RoundControls] {
  const [round, dispatch] = useReducer(nextRound, vocabulary, (words) =>
    startRound(makeQuestions(words, Math.random)),
  )
  const asking = round.phase === 'asking'
  const index = round.phase === 'finished' ? -1 : round.index
  useSecondsWhileVisible(asking, index, () => dispatch({ type: 'tick' }))
  const restart = useCallback(
    () => dispatch({ type: 'restart', questions: makeQuestions(vocabulary, Math.random) }),
    [vocabulary],
  )
  return [
    round,
    {
      choose: (option) => dispatch({ type: 'choose', option }),
      next: () => dispatch({ type: 'next' }),
      restart,
    },
  ]
}

/** Whole seconds from the moment the question appears; hiding the page stops the clock. */
function useSecondsWhileVisible(running: boolean, question: number, onSecond: () => void): void {
  useEffect(() => {
    if (!running) return undefined
    let timer: ReturnType<typeof setInterval> | undefined
    const follow = () => {
      clearInterval(timer)
      timer = document.visibilityState === 'visible' ? setInterval(onSecond, 1000) : undefined
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', follow)
    }
    // `onSecond` only dispatches; a new one each render must not restart the second.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [running, question])
}
