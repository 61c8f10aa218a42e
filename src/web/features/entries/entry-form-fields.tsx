import { counterBounds } from '../../../domain/limits.ts'
import { textOutOfSight } from '../../../domain/category-change.ts'
import type { EntryForm } from '../../../domain/entry.ts'
import type { Translation } from '../../../domain/translation.ts'
import { lengthOf } from '../../../domain/text.ts'
import { Flag } from '../../ui/flag.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CategoryChoice } from './category-choice.tsx'
import { textOf } from './entry-text.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { formTexts, outOfSightTexts, problemTexts } from './entry-form-texts.ts'
import type { EntryFormState } from './use-entry-form.ts'
import { useLimitedField } from './use-limited-field.ts'

export interface EntryFormFieldsProps {
  readonly state: EntryFormState
  /** The fields that the rights of D10 let this person change. */
  readonly mayChangeCategory: boolean
  readonly mayChangePrivacy: boolean
  /** How many own replies become visible with the entry if it is sent like this. */
  readonly sharedReplies?: number
  /** The question of the text field; its category's question unless given. */
  readonly placeholder?: string | undefined
  readonly onCategory: (category: EntryFormState['form']['category']) => void
}

/** The fields of an entry's form: which ones depends on the category and the person's rights. */
export function EntryFormFields(props: EntryFormFieldsProps) {
  const { state, sharedReplies = 0 } = props
  const { form, change, fieldPrefix } = state
  return (
    <div className="grid gap-4">
      {props.mayChangeCategory && (
        <CategoryChoice
          name={`${fieldPrefix}-category`}
          value={form.category}
          onChange={props.onCategory}
        />
      )}
      <OutOfSight form={form} />
      {form.category === 'uebersetzungen' ? (
        <div className="grid gap-3">
          <TranslationSide state={state} side="german" />
          <TranslationSide state={state} side="croatian" />
        </div>
      ) : (
        <ContentField state={state} placeholder={props.placeholder} />
      )}
      <Photos state={state} />
      {form.category === 'ideen' && <ScheduleFields state={state} />}
      {props.mayChangePrivacy && (
        <Switch
          icon="lock"
          label={formTexts.private}
          checked={form.isPrivate}
          onCheckedChange={(isPrivate) => change({ isPrivate })}
        />
      )}
      <output className="block text-sm text-ink-soft empty:hidden">
        {sharedReplies > 0 && formTexts.sharesReplies(sharedReplies)}
      </output>
    </div>
  )
}

/** Says where the text is that does not fit the chosen category. */
function OutOfSight({ form }: { readonly form: EntryForm }) {
  const rest = textOutOfSight(form)
  if (rest === undefined) return null
  const isLong = form.category === 'uebersetzungen'
  return (
    <Notice text={isLong ? outOfSightTexts.long : outOfSightTexts.words}>
      <p className="line-clamp-3 pb-1 wrap-anywhere whitespace-pre-wrap text-ink">{textOf(rest)}</p>
    </Notice>
  )
}

function Photos({ state }: Pick<EntryFormFieldsProps, 'state'>) {
  const { form, photos, savedPhotos, problem, fieldPrefix } = state
  return photos.field({
    saved: savedPhotos,
    isOutOfSight: form.category === 'uebersetzungen',
    fieldPrefix,
    problem:
      problem?.reason === 'description-too-long'
        ? { id: problem.id, text: problemTexts[problem.reason] }
        : undefined,
  })
}

function ContentField({ state, placeholder }: Pick<EntryFormFieldsProps, 'state' | 'placeholder'>) {
  const { form, problem, change, fieldPrefix } = state
  return (
    <TextArea
      id={`${fieldPrefix}-content`}
      label={formTexts.content}
      className="min-h-28!"
      placeholder={placeholder ?? formTexts.placeholder[form.category]}
      value={form.content}
      error={problem?.field === 'content' ? problemTexts[problem.reason] : undefined}
      counter={{ ...counterBounds.content, length: lengthOf(form.content) }}
      onChange={(event) => change({ content: event.target.value })}
    />
  )
}

const sides = {
  german: { label: formTexts.german, placeholder: formTexts.germanPlaceholder, lang: 'de' },
  croatian: { label: formTexts.croatian, placeholder: formTexts.croatianPlaceholder, lang: 'hr' },
} as const

interface TranslationSideProps {
  readonly state: EntryFormState
  readonly side: keyof Translation
}

function TranslationSide({ state, side }: TranslationSideProps) {
  const { form, problem, change, fieldPrefix } = state
  const { label, placeholder, lang } = sides[side]
  const { field, missing, onChanged } = useLimitedField(counterBounds.translation.limit)
  return (
    <TextField
      ref={field}
      id={`${fieldPrefix}-${side}`}
      label={label}
      placeholder={placeholder}
      lang={lang}
      autoComplete="off"
      value={form[side]}
      error={problem?.field === side ? problemTexts[problem.reason] : undefined}
      status={missing === 0 ? '' : formTexts.missing(missing)}
      counter={{ ...counterBounds.translation, length: lengthOf(form[side]) }}
      onChange={(event) => {
        onChanged()
        change({ [side]: event.target.value })
      }}
      end={<Flag country={lang} className="mr-3" />}
    />
  )
}
