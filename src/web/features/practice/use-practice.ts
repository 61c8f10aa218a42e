import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { answersOf, judge, type Answers, type Judgement } from '../../../domain/practice/answer.ts'
import { again, good, type Grade } from '../../../domain/practice/grade.ts'
import { PracticeRound, type CardsLeft } from '../../../domain/practice/practice-round.ts'
import { nextCard, todayOf, type PracticeCard, type Today } from '../../../domain/practice/today.ts'
import { dayOf, type JournalDay } from '../../../domain/journal-day.ts'
import { isInvisible } from '../../../domain/text.ts'
import { useJournal, useTimeZone } from '../../replica/journal-context.tsx'
import { practiceCards } from '../../replica/questions/practice.ts'
import { useNow } from '../../ui/use-now.ts'
import { inSlices } from '../../browser/in-slices.ts'

interface AskedCard {
  readonly card: PracticeCard
  readonly left: CardsLeft
}

interface AskingScreen extends AskedCard {
  readonly kind: 'asking'
  /** Computed while the person types; undefined once the dialog is closed. */
  readonly answers: Promise<Answers | undefined>
}

interface AnsweredScreen extends AskedCard, Judgement {
  readonly kind: 'answered'
  /** As it was typed. */
  readonly answer: string
  readonly answers: Answers
  readonly grade: Grade
}

/** A card that is asked for, or was answered. */
export type OpenCard = AskingScreen | AnsweredScreen

export type PracticeScreen =
  | { readonly kind: 'loading' }
  | OpenCard
  /** `practised` cards; `next` is undefined where there is no word at all. */
  | { readonly kind: 'done'; readonly practised: number; readonly next: Today['next'] }

export type Practice = ReturnType<typeof usePractice>

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

/** An empty answer is as good as none. */
function answered({ card, left }: AskingScreen, typed: string, answers: Answers): PracticeScreen {
  const judgement = judge(typed, answers)
  const answer = isInvisible(typed) ? '' : typed
  const grade = judgement.verdict === 'wrong' ? again : good
  return { kind: 'answered', card, left, answer, answers, grade, ...judgement }
}

const loading = { kind: 'loading' } as const

interface OpenRound {
  readonly journal: ReturnType<typeof useJournal>
  readonly timeZone: string
  readonly round: PracticeRound
  readonly isOver: () => boolean
}

/** The card that follows, or the end; undefined once the dialog is closed. */
async function nextScreen(
  { journal, timeZone, round, isOver }: OpenRound,
  last: PracticeCard | undefined,
): Promise<PracticeScreen | undefined> {
  const state = await journal.whole()
  const now = Date.now()
  // After the first card nothing is waited for: only that one has changed.
  const cards = await inSlices(practiceCards(state, journal.rows, now), isOver)
  if (cards === undefined) return undefined
  const day = dayOf(now, timeZone)
  const today = todayOf(cards, now, timeZone)
  const card = nextCard(today, last)
  if (card === undefined) return { kind: 'done', practised: round.practised(day), next: today.next }
  const answers = inSlices(answersOf(card, cards), isOver)
  return { kind: 'asking', card, left: round.left(today, day), answers }
}

/** The next screen as a round begins or, with the dialog left open, a day: an open card and what is typed stay. */
function onNewDay(shown: PracticeScreen, next: PracticeScreen): PracticeScreen {
  if (shown.kind === 'loading' || shown.kind === 'done') return next
  return shown.kind === 'asking' && next.kind === 'asking' ? { ...shown, left: next.left } : shown
}

function isSame(shown: PracticeScreen, asked: AskingScreen): shown is AskingScreen {
  return shown.kind === 'asking' && shown.answers === asked.answers
}

/** Calls this as a day begins while the dialog is open. */
function useNewDay(timeZone: string, begun: (day: JournalDay) => void): void {
  const today = dayOf(useNow(), timeZone)
  const begin = useEffectEvent(begun)
  useEffect(() => begin(today), [today])
}

function useScreen(isOpen: boolean) {
  const [screen, setScreen] = useState<PracticeScreen>(loading)
  const [wasOpen, setWasOpen] = useState(isOpen)
  // During render, not in an effect, so that the previous round does not flash.
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setScreen(loading)
  }
  return [screen, setScreen] as const
}

/**
 * One round of practice: it begins when the dialog opens and ends when nothing is due any more or the dialog closes. A
 * card that was answered counts from then on, also where the dialog is closed on it.
 */
export function usePractice(isOpen: boolean) {
  const journal = useJournal()
  const timeZone = useTimeZone()
  const [screen, setScreen] = useScreen(isOpen)
  /** Undefined while the dialog is closed. */
  const round = useRef<PracticeRound>(undefined)
  const graded = useRef<PracticeScreen>(undefined)
  /** Stores the grade of the card that was answered, once. */
  const grade = (): PracticeCard | undefined => {
    if (screen.kind !== 'answered' || graded.current === screen) return undefined
    graded.current = screen
    const { entryId, direction, wordsHash } = screen.card
    const answer = { entryId, direction, wordsHash, grade: screen.grade }
    journal.write({ action: 'add-review', ...answer })
    round.current?.add(screen.card, dayOf(Date.now(), timeZone))
    return screen.card
  }
  const ask = async (last?: PracticeCard) => {
    const { current: opened } = round
    if (opened === undefined) return
    const isOver = () => round.current !== opened
    const next = await nextScreen({ journal, timeZone, round: opened, isOver }, last)
    if (next !== undefined) setScreen((shown) => (last ? next : onNewDay(shown, next)))
  }
  const begin = useEffectEvent(() => {
    round.current = new PracticeRound()
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
  useNewDay(timeZone, () => {
    if (screen.kind === 'done' || screen.kind === 'asking') void ask()
  })
  const show = async (answer: string) => {
    if (screen.kind !== 'asking') return
    const answers = await screen.answers
    if (answers)
      setScreen((shown) => (isSame(shown, screen) ? answered(shown, answer, answers) : shown))
  }
  return {
    screen,
    show: (answer: string) => void show(answer),
    setGrade: (given: Grade) => {
      if (screen.kind === 'answered' && graded.current !== screen)
        setScreen({ ...screen, grade: given })
    },
    /** Goes on to the next card, once this one was answered. */
    next: () => {
      const last = grade()
      if (last !== undefined) void ask(last)
    },
  }
}
