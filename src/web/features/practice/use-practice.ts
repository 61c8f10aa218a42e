import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { judge, type Verdict } from '../../../domain/practice/answer.ts'
import { again, good, type Grade } from '../../../domain/practice/grade.ts'
import { nextCard, todayOf, type PracticeCard, type Today } from '../../../domain/practice/today.ts'
import { isInvisible } from '../../../domain/text.ts'
import { useJournal, useTimeZone } from '../../replica/journal-context.tsx'
import { practiceCards } from '../../replica/questions/practice.ts'
import { inSlices } from './in-slices.ts'

/** A card that is asked for, or was answered. */
export type OpenCard =
  | { readonly kind: 'asking'; readonly card: PracticeCard; readonly left: number }
  | {
      readonly kind: 'answered'
      readonly card: PracticeCard
      readonly left: number
      /** As it was typed. */
      readonly answer: string
      readonly verdict: Verdict
      readonly grade: Grade
    }

export type PracticeScreen =
  | { readonly kind: 'loading' }
  | OpenCard
  /** `practised` cards; `next` is undefined where there is no word at all. */
  | { readonly kind: 'done'; readonly practised: number; readonly next: Today['next'] }

export interface Practice {
  readonly screen: PracticeScreen
  readonly show: (answer: string) => void
  readonly setGrade: (grade: Grade) => void
  /** Goes on to the next card, once this one was answered. */
  readonly next: () => void
}

/** What the person is to write: the other side of the card. */
export function expectedOf({ direction, german, croatian }: PracticeCard): string {
  return direction === 'de-hr' ? croatian : german
}

export function promptOf({ direction, german, croatian }: PracticeCard): string {
  return direction === 'de-hr' ? german : croatian
}

/** A key of a screen; another one means another screen, or that the copy is no longer asked for. */
export function screenKey(screen: PracticeScreen): string {
  if (screen.kind === 'loading' || screen.kind === 'done') return screen.kind
  const { entryId, direction } = screen.card
  return `${screen.kind} ${entryId} ${direction} ${String(mustCopy(screen))}`
}

/** True while a wrong answer waits for its right spelling to be written once. */
export function mustCopy(screen: PracticeScreen): boolean {
  return screen.kind === 'answered' && screen.verdict === 'wrong' && screen.grade === again
}

/** The screen after a card; `practised` cards were answered so far. */
function screenAfter(
  today: Today,
  last: PracticeCard | undefined,
  practised: number,
): PracticeScreen {
  const card = nextCard(today, last)
  return card === undefined
    ? { kind: 'done', practised, next: today.next }
    : { kind: 'asking', card, left: today.due.length }
}

/** An empty answer is as good as none. */
function answered(
  { card, left }: Extract<OpenCard, { kind: 'asking' }>,
  answer: string,
): PracticeScreen {
  const verdict = judge(answer, expectedOf(card))
  const typed = isInvisible(answer) ? '' : answer
  const grade = verdict === 'wrong' ? again : good
  return { kind: 'answered', card, left, answer: typed, verdict, grade }
}

const loading = { kind: 'loading' } as const

/**
 * One round of practice: it begins when the dialog opens and ends when nothing is due any more or the dialog closes. A
 * card that was answered counts from then on, also where the dialog is closed on it.
 */
export function usePractice(isOpen: boolean): Practice {
  const journal = useJournal()
  const timeZone = useTimeZone()
  const [screen, setScreen] = useState<PracticeScreen>(loading)
  const [wasOpen, setWasOpen] = useState(isOpen)
  // During render, not in an effect, so that the previous round does not flash.
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setScreen(loading)
  }
  /** The cards that were answered since the dialog opened; undefined while it is closed. */
  const round = useRef<Set<string>>(undefined)
  const graded = useRef<PracticeScreen>(undefined)
  /** Stores the grade of the card that was answered, once. */
  const grade = (): PracticeCard | undefined => {
    if (screen.kind !== 'answered' || graded.current === screen) return undefined
    graded.current = screen
    const { entryId, direction, wordsHash } = screen.card
    journal.addReview({ entryId, direction, wordsHash, grade: screen.grade })
    round.current?.add(`${entryId} ${direction}`)
    return screen.card
  }
  const ask = async (last?: PracticeCard) => {
    const { current: practised } = round
    if (practised === undefined) return
    const state = await journal.whole()
    const now = Date.now()
    // After the first card nothing is waited for: only that one has changed.
    const cards = await inSlices(practiceCards(state, now), () => round.current !== practised)
    if (cards === undefined) return
    setScreen(screenAfter(todayOf(cards, now, timeZone), last, practised.size))
  }
  const begin = useEffectEvent(() => {
    round.current = new Set()
    void ask()
  })
  const end = useEffectEvent(() => {
    grade()
    round.current = undefined
  })
  useEffect(() => {
    if (!isOpen) return undefined
    begin()
    return () => end()
  }, [isOpen])
  return {
    screen,
    show: (answer) => {
      if (screen.kind === 'asking') setScreen(answered(screen, answer))
    },
    setGrade: (given) => {
      if (screen.kind === 'answered' && graded.current !== screen)
        setScreen({ ...screen, grade: given })
    },
    next: () => {
      const last = grade()
      if (last !== undefined) void ask(last)
    },
  }
}
