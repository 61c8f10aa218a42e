import { useMemo, useRef, type RefObject } from 'react'
import type { Round } from '../../../domain/quiz/round.ts'
import { vocabularyOf, type Word } from '../../../domain/quiz/vocabulary.ts'
import { useJournalState } from '../../replica/journal-context.tsx'
import { useEntriesWhere, useRows } from '../../replica/use-rows.ts'
import { isTranslation } from '../../replica/questions/list.ts'
import { ResponsiveDialog, type OpenState } from '../../ui/responsive-dialog.tsx'
import { useDoublePressGuard } from '../../ui/use-double-press-guard.ts'
import { useFocusFollows } from '../../ui/use-focus-follows.ts'
import { vibrate } from '../../ui/vibrate.ts'
import { Button } from '../../ui/button.tsx'
import { categoryLooks } from '../../ui/category-look.ts'
import { announcementOf } from './announcement.ts'
import { QuestionFooter } from './question-footer.tsx'
import { QuestionView } from './question-view.tsx'
import './quiz.css'
import { ResultView } from './result-view.tsx'
import { quizTexts } from './quiz-texts.ts'
import { useQuizKeys } from './use-quiz-keys.ts'
import { useQuiz, type Quiz } from './use-quiz.ts'

/** The translation quiz (D6). Closing it ends the round and asks nothing. */
export function QuizDialog(props: OpenState) {
  const translations = useEntriesWhere(isTranslation)
  const rows = useRows('entries')
  const isWhole = useJournalState((state) => state.isWhole)
  const vocabulary = useMemo(
    () =>
      isWhole
        ? vocabularyOf(translations.flatMap(({ id }) => rows.get('entries', id) ?? []))
        : undefined,
    [isWhole, translations, rows],
  )
  // Shows neither quiz nor "nicht verfügbar" before the words are counted.
  return vocabulary === undefined ? null : <OneQuiz {...props} vocabulary={vocabulary} />
}

interface OneQuizProps extends OpenState {
  readonly vocabulary: readonly Word[]
}

/** Holds the round outside the dialog's frame, which changes when the phone turns. */
function OneQuiz({ open, onOpenChange, vocabulary }: OneQuizProps) {
  const quiz = useQuiz(open, vocabulary)
  if (quiz.round === undefined) return <UnavailableDialog open={open} onOpenChange={onOpenChange} />
  return <RoundDialog {...quiz} round={quiz.round} open={open} onOpenChange={onOpenChange} />
}

/** While the seconds run, the hint's room is that of the answers where there is not enough for both. */
const yieldingFooter =
  'min-h-0 shrink-1000! basis-[calc(7.3125rem+var(--safe-bottom))] min-[40rem]:basis-[calc(4.3125rem+var(--safe-bottom))] desktop:basis-[4.8125rem]!'

interface RoundDialogProps extends OpenState, Quiz {
  readonly round: Round
}

function RoundDialog({ open, onOpenChange, round, ...quiz }: RoundDialogProps) {
  const screen = open ? screenOf(round) : 'closed'
  const controls = useGuardedControls(screen, round, quiz)
  const heading = useRef<HTMLHeadingElement>(null)
  const onward = useRef<HTMLButtonElement>(null)
  useFocusFollows(screen, round.phase === 'asking' ? heading : onward)
  useQuizKeys(open, {
    options: round.phase === 'asking' ? round.question.options : [],
    onChoose: controls.choose,
    onEnter: round.phase === 'finished' ? controls.again : controls.next,
  })
  return (
    <ResponsiveDialog
      open={open}
      onOpenChange={onOpenChange}
      title={quizTexts.title}
      initialFocus={heading}
      className="desktop:max-h-[calc(100dvh-2rem)] cramped:[&_h2]:sr-only short:[&_h2]:sr-only short:desktop:max-w-3xl!"
      footerClassName={round.phase === 'asking' ? yieldingFooter : undefined}
      footer={
        <RoundFooter
          {...controls}
          round={round}
          onward={onward}
          onClose={() => onOpenChange(false)}
        />
      }
    >
      {/* Dragging the drawer down by accident would end the round: only its handle does. */}
      <div data-base-ui-swipe-ignore="">
        <Announcer round={round} />
        {round.phase === 'finished' ? (
          <ResultView round={round} />
        ) : (
          <QuestionView
            key={round.index}
            round={round}
            heading={heading}
            onChoose={controls.choose}
          />
        )}
      </div>
    </ResponsiveDialog>
  )
}

type Controls = Pick<Quiz, 'choose' | 'next' | 'again'>

interface RoundFooterProps extends Controls {
  readonly round: Round
  readonly onward: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

function RoundFooter({ round, onward, onClose, next, again }: RoundFooterProps) {
  if (round.phase !== 'finished')
    return <QuestionFooter round={round} onward={onward} onNext={next} />
  return (
    <>
      <Button variant="outline" onClick={onClose}>
        {quizTexts.close}
      </Button>
      <Button ref={onward} onClick={again}>
        {quizTexts.again}
      </Button>
    </>
  )
}

/** A key of the current screen; a new key means a new screen. */
function screenOf(round: Round): string {
  return round.phase === 'finished' ? round.phase : `${round.phase} ${round.index}`
}

/** The quiz's controls, which ignore the second press of a double press. */
function useGuardedControls(screen: string, round: Round, quiz: Controls): Controls {
  const mayPress = useDoublePressGuard(screen)
  return {
    choose: (option) => {
      if (!mayPress() || round.phase !== 'asking') return
      vibrate(option === round.question.correctAnswer ? 10 : 40)
      quiz.choose(option)
    },
    next: () => {
      if (mayPress()) quiz.next()
    },
    again: () => {
      if (mayPress()) quiz.again()
    },
  }
}

/** A live region with what the screen shows; it stays mounted, or nothing would be announced. */
function Announcer({ round }: { readonly round: Round }) {
  const { text, word } = announcementOf(round)
  return (
    <output className="sr-only">
      <span>{text}</span> {word !== undefined && <span lang={word.lang}>{word.text}</span>}
    </output>
  )
}

/** Shown with fewer than three entries that can be parsed. */
function UnavailableDialog({ open, onOpenChange }: OpenState) {
  return (
    <ResponsiveDialog
      open={open}
      onOpenChange={onOpenChange}
      title={quizTexts.unavailableTitle}
      description={quizTexts.unavailable}
      footer={<Button onClick={() => onOpenChange(false)}>{quizTexts.close}</Button>}
    >
      <p aria-hidden="true" className="text-center text-3xl">
        {categoryLooks.uebersetzungen.emoji}
      </p>
    </ResponsiveDialog>
  )
}
