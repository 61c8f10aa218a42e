import { expectedOf, spelledParts } from '../../../domain/practice/answer.ts'
import { again, good, grades, type Grade } from '../../../domain/practice/grade.ts'
import { languagesOf } from '../../../domain/translation.ts'
import { classNames } from '../../ui/class-names.ts'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import { practiceTexts } from './practice-texts.ts'
import { SpeakButton } from './speak-button.tsx'
import type { OpenCard, PracticeScreen } from './use-practice.ts'

type Answered = Extract<OpenCard, { kind: 'answered' }>

function outcomeOf({ answer, verdict }: Answered): string {
  return practiceTexts[answer === '' ? 'empty' : verdict]
}

/** Nothing typed is no mistake. */
function toneOf({ answer, verdict }: Answered): string {
  if (verdict !== 'wrong') return 'text-success'
  return answer === '' ? 'text-ink-soft' : 'text-danger'
}

/** A live region that says how an answer was; it stays mounted, or nothing would be announced. */
export function PracticeAnnouncer({ screen }: { readonly screen: PracticeScreen }) {
  return (
    <output className="sr-only">
      {screen.kind === 'answered' && (
        <>
          <span>{outcomeOf(screen)}</span>{' '}
          <span lang={languagesOf(screen.card).to}>{screen.word}</span>{' '}
          <WholeCard screen={screen} />
        </>
      )}
    </output>
  )
}

/** The right answer, the typed one, and the two grades. */
export function PracticeAnswer(props: {
  readonly screen: Answered
  readonly onGrade: (grade: Grade) => void
}) {
  const { screen, onGrade } = props
  const { answer, verdict, card } = screen
  const { to } = languagesOf(card)
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <p className={classNames('font-bold', toneOf(screen))}>{outcomeOf(screen)}</p>
      <div className="grid w-full grid-cols-[1fr_auto_1fr] items-center gap-1">
        <p lang={to} className="written col-start-2 font-serif text-xl font-semibold wrap-anywhere">
          <Spelling screen={screen} />
        </p>
        <div className="text-left">{to === 'hr' && <SpeakButton word={screen.word} />}</div>
      </div>
      <p className="max-w-full text-sm wrap-anywhere text-ink-soft empty:hidden">
        <WholeCard screen={screen} />
      </p>
      {verdict === 'wrong' && answer !== '' && (
        <p className="written max-w-full text-sm wrap-anywhere text-ink-soft">
          {practiceTexts.yours(answer)}
        </p>
      )}
      <ToggleGroup
        label={practiceTexts.grades}
        value={String(screen.grade)}
        options={grades.map((grade) => ({
          value: String(grade),
          label: practiceTexts.grade[grade],
        }))}
        onValueChange={(value) => onGrade(value === String(again) ? again : good)}
      />
    </div>
  )
}

/** The whole card, if the answer is another right word or only one of its meanings. */
function WholeCard({ screen: { card, word } }: { readonly screen: Answered }) {
  const expected = expectedOf(card)
  return word !== expected && practiceTexts.onCard(expected)
}

/** Of a right answer what it wrote otherwise is marked; of a wrong one nearly all would be. */
function Spelling({ screen: { verdict, answer, word } }: { readonly screen: Answered }) {
  if (verdict !== 'different') return <span>{word}</span>
  return spelledParts(answer, word).map(({ text, isDifferent }, index) =>
    isDifferent ? (
      <mark key={index} className="rounded-sm bg-highlight text-ink">
        {text}
      </mark>
    ) : (
      <span key={index}>{text}</span>
    ),
  )
}
