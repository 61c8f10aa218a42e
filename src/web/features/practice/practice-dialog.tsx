import { useId, useRef, useState, type Ref } from 'react'
import { judge } from '../../../domain/practice/answer.ts'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog, type OpenState } from '../../ui/responsive-dialog.tsx'
import { fieldValue } from '../../ui/field-value.ts'
import { useDoublePressGuard } from '../../ui/use-double-press-guard.ts'
import { useFocusFollows } from '../../ui/use-focus-follows.ts'
import { dayOf, type JournalDay } from '../../../domain/journal-day.ts'
import { useTimeZone } from '../../replica/journal-context.tsx'
import { useNow } from '../../ui/use-now.ts'
import { PracticeAnnouncer, PracticeAnswer } from './practice-answer.tsx'
import { AnswerField, PracticePrompt } from './practice-question.tsx'
import { leftInWords, practiceEndTexts, practiceTexts } from './practice-texts.ts'
import {
  mustCopy,
  screenKey,
  usePractice,
  type Practice,
  type PracticeScreen,
} from './use-practice.ts'
import { haveGradeKeys, usePracticeKeys } from './use-practice-keys.ts'
import { WordUse } from './word-use.tsx'

/** The text that is typed on a card. It is no draft: a page that is left asks for the card again. */
interface Typed {
  readonly answer: string
  readonly copied: string
  /** True once a copy that was not right was sent. */
  readonly isNotYet: boolean
}

const nothing: Typed = { answer: '', copied: '', isNotYet: false }

/** "Üben" (docs/behaviour/practice.md): one card after the other until nothing is due today. */
export function PracticeDialog({ open, onOpenChange }: OpenState) {
  const practice = usePractice(open)
  const { screen } = practice
  // Here and not in the fields: turning the phone exchanges them.
  const [typed, setTyped] = useState(nothing)
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const onward = useRef<HTMLButtonElement>(null)
  const key = open ? screenKey(screen) : 'closed'
  useFocusFollows(key, screen.kind === 'asking' || mustCopy(screen) ? field : onward)
  const mayPress = useDoublePressGuard(key)
  const submit = () => {
    if (!mayPress()) return
    if (screen.kind === 'asking') practice.show(fieldValue(field.current, typed.answer))
    if (screen.kind !== 'answered') return
    const copied = fieldValue(field.current, typed.copied)
    const isRight = !mustCopy(screen) || judge(copied, screen.answers).verdict !== 'wrong'
    setTyped(isRight ? nothing : { ...typed, isNotYet: true })
    if (isRight) practice.next()
    else field.current?.focus()
  }
  usePracticeKeys(open, screen, { onGrade: practice.setGrade, onEnter: submit })
  return (
    <ResponsiveDialog
      open={open}
      onOpenChange={(next) => {
        setTyped(nothing)
        onOpenChange(next)
      }}
      title={practiceTexts.title}
      initialFocus={field}
      footer={
        <Footer
          screen={screen}
          hasKeys={haveGradeKeys(screen, mustCopy(screen) ? typed.copied : '')}
          form={form}
          onward={onward}
          onClose={() => {
            if (mayPress()) onOpenChange(false)
          }}
        />
      }
    >
      {/* Dragging the drawer down by accident would end the round: only its handle does. */}
      <form
        id={form}
        noValidate
        className="grid gap-4"
        data-base-ui-swipe-ignore=""
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <PracticeAnnouncer screen={screen} />
        <Screen practice={practice} typed={typed} onType={setTyped} field={field} />
      </form>
    </ResponsiveDialog>
  )
}

interface ScreenProps {
  readonly practice: Practice
  readonly typed: Typed
  readonly onType: (typed: Typed) => void
  readonly field: Ref<HTMLInputElement>
}

function Screen({ practice: { screen, setGrade }, typed, onType, field }: ScreenProps) {
  if (screen.kind === 'loading')
    return <p className="py-10 text-center text-ink-soft">{practiceTexts.loading}</p>
  if (screen.kind === 'done') return <PracticeEnd {...screen} />
  const { card } = screen
  return (
    <>
      <p className="text-sm font-bold text-ink-soft">{leftInWords(screen.left)}</p>
      <PracticePrompt card={card} />
      {screen.kind === 'asking' ? (
        <AnswerField
          key="answer"
          card={card}
          label={practiceTexts.answer}
          hint={practiceTexts.answerHint}
          value={typed.answer}
          onChange={(answer) => onType({ ...typed, answer })}
          field={field}
        />
      ) : (
        <>
          <PracticeAnswer screen={screen} onGrade={setGrade} />
          {mustCopy(screen) && (
            <AnswerField
              key="copy"
              card={card}
              label={practiceTexts.copy}
              error={typed.isNotYet ? practiceTexts.notYet : undefined}
              value={typed.copied}
              onChange={(copied) => onType({ ...typed, copied, isNotYet: false })}
              field={field}
            />
          )}
          <WordUse card={card} />
        </>
      )}
    </>
  )
}

interface FooterProps {
  readonly screen: PracticeScreen
  readonly hasKeys: boolean
  readonly form: string
  readonly onward: Ref<HTMLButtonElement>
  readonly onClose: () => void
}

function Footer({ screen, hasKeys, form, onward, onClose }: FooterProps) {
  if (screen.kind === 'done' || screen.kind === 'loading')
    return (
      <Button ref={onward} wide onClick={onClose}>
        {practiceTexts.close}
      </Button>
    )
  return (
    <div className="grid grow gap-2 desktop:grid-cols-[1fr_auto] desktop:items-center desktop:gap-4">
      <p className="text-sm text-ink-soft max-desktop:hidden">
        {screen.kind === 'answered' && (hasKeys ? practiceTexts.keys : practiceTexts.enter)}
      </p>
      <Button ref={onward} wide type="submit" form={form}>
        {screen.kind === 'asking' ? practiceTexts.show : practiceTexts.next}
      </Button>
    </div>
  )
}

/** How many were practised, and when it goes on; no streak and no points (D31). */
function PracticeEnd(props: { readonly practised: number; readonly next: JournalDay | undefined }) {
  const { practised, next } = props
  const today = dayOf(useNow(), useTimeZone())
  const hasWords = practised > 0 || next !== undefined
  return (
    <div className="grid justify-items-center gap-3 rounded-lg bg-uebersetzungen-soft px-4 py-7 text-center">
      <p aria-hidden="true" className="text-3xl">
        {hasWords ? '🌱' : '✍️'}
      </p>
      <h3 className="font-serif text-lg font-semibold text-balance">
        {!hasWords && practiceEndTexts.noWords}
        {hasWords && practised > 0 && practiceEndTexts.done(practised)}
        {hasWords && practised === 0 && practiceEndTexts.nothingDue}
      </h3>
      {next !== undefined && <p className="text-ink-soft">{practiceEndTexts.next(next, today)}</p>}
    </div>
  )
}
