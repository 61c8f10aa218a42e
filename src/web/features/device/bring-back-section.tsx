import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DeviceSection } from './device-section.tsx'
import { bringBackTexts, countOf } from './bring-back-texts.ts'
import { useBringBack, type BringingBack } from './use-bring-back.ts'
import type { BookSubject } from './use-take-along.ts'

/** "Zurückholen": restores this person's missing rows from a file of "Alles mitnehmen" (D32). */
export function BringBackSection({ subject }: { readonly subject: BookSubject }) {
  const { state, choose, add, leave } = useBringBack(subject)
  const input = useRef<HTMLInputElement>(null)
  const isBusy = state.kind === 'looking' || state.kind === 'adding'
  return (
    <DeviceSection title={bringBackTexts.title}>
      <p className="text-sm text-ink-soft">{bringBackTexts.hint}</p>
      <input
        ref={input}
        type="file"
        accept=".html,text/html"
        aria-label={bringBackTexts.file}
        className="hidden"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // The same file may be chosen again.
          currentTarget.value = ''
          if (file !== undefined) choose(file)
        }}
      />
      {!(state.kind === 'found' && countOf(state.rows) > 0) && (
        <Button
          variant="outline"
          className="justify-self-start"
          busy={isBusy}
          onClick={() => input.current?.click()}
        >
          {bringBackTexts.choose}
        </Button>
      )}
      <Outcome state={state} />
      {state.kind === 'found' && countOf(state.rows) > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button variant="soft" onClick={add}>
            {bringBackTexts.add}
          </Button>
          <Button variant="outline" onClick={leave}>
            {bringBackTexts.leave}
          </Button>
        </div>
      )}
    </DeviceSection>
  )
}

function Outcome({ state }: { readonly state: BringingBack }) {
  if (state.kind === 'stopped')
    return (
      <Notice tone="warning" text={bringBackTexts.problems[state.problem]}>
        {state.wasAdding && <p>{bringBackTexts.goesOn}</p>}
      </Notice>
    )
  return (
    <>
      <output className="grid gap-1 text-sm">
        {linesOf(state).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </output>
      {(state.kind === 'looking' || state.kind === 'adding') && (
        <progress
          aria-label={bringBackTexts[state.kind]}
          value={state.share}
          className="h-2 w-full accent-accent"
        />
      )}
    </>
  )
}

function linesOf(state: Exclude<BringingBack, { kind: 'stopped' }>): readonly string[] {
  if (state.kind === 'idle') return []
  if (!('rows' in state)) return [bringBackTexts[state.kind]]
  const { kind, rows } = state
  const first = countOf(rows) === 0 ? bringBackTexts.nothing : bringBackTexts[kind](rows.added)
  return [
    first,
    ...(rows.deleted > 0 ? [bringBackTexts.deleted(rows.deleted)] : []),
    ...(rows.withoutEntry > 0 ? [bringBackTexts.withoutEntry(rows.withoutEntry)] : []),
    ...(kind === 'found' && !state.isProven ? [bringBackTexts.unproven] : []),
  ]
}
