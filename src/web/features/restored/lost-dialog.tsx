import { useId, useState } from 'react'
import { formatInstant } from '../../../domain/date-format.ts'
import { useTimeZone } from '../../replica/journal-context.tsx'
import type { LostItem } from '../../replica/questions/lost.ts'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog, type OpenState } from '../../ui/responsive-dialog.tsx'
import { useNow } from '../../ui/use-now.ts'
import { countedKinds, restoredTexts } from './restored-texts.ts'
import { isAddable, usePartnerName } from './use-lost.ts'

export interface LostDialogProps extends OpenState {
  readonly items: readonly LostItem[]
  readonly onAdd: (chosen: readonly LostItem[]) => void
  readonly onDiscard: () => void
}

const none: ReadonlySet<string> = new Set()

/** The texts that are on this device alone; each can be left out. */
export function LostDialog({ open, onOpenChange, items, onAdd, onDiscard }: LostDialogProps) {
  const [leftOut, setLeftOut] = useState(none)
  const choose = (keys: readonly string[], isChosen: boolean) =>
    setLeftOut((before) => {
      const after = new Set(before)
      for (const key of keys)
        if (isChosen) after.delete(key)
        else after.add(key)
      return after
    })
  const chosen = items.filter((item) => isAddable(item) && !leftOut.has(item.key))
  return (
    <ResponsiveDialog
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next)
        if (!next) setLeftOut(none)
      }}
      title={restoredTexts.title}
      description={restoredTexts.hint}
      footer={
        <div className="flex flex-wrap justify-end gap-3 max-desktop:*:grow">
          <Button variant="outline" onClick={onDiscard}>
            {restoredTexts.discard}
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() => {
              onAdd(chosen)
              setLeftOut(none)
            }}
          >
            {restoredTexts.add}
          </Button>
        </div>
      }
    >
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {linesOf(items).map((line) => (
          <Line
            key={line[0]?.key}
            items={line}
            isChosen={line.some((item) => isAddable(item) && !leftOut.has(item.key))}
            onChoose={choose}
          />
        ))}
      </ul>
    </ResponsiveDialog>
  )
}

/** One item in each line, or all of a kind and state that have no text. */
function linesOf(items: readonly LostItem[]): readonly (readonly LostItem[])[] {
  const alone = items.filter(({ text }) => text !== undefined)
  const silent = items.filter(({ text }) => text === undefined)
  const groups = new Map<string, LostItem[]>()
  for (const item of silent) {
    const name = `${item.kind} ${item.state}`
    groups.set(name, [...(groups.get(name) ?? []), item])
  }
  return [...alone.map((item) => [item]), ...groups.values()]
}

interface LineProps {
  readonly items: readonly LostItem[]
  readonly isChosen: boolean
  readonly onChoose: (keys: readonly string[], isChosen: boolean) => void
}

function Line({ items, isChosen, onChoose }: LineProps) {
  const id = useId()
  const timeZone = useTimeZone()
  const now = useNow()
  const [first] = items
  if (first === undefined) return null
  const { kind } = first
  const title =
    items.length === 1
      ? `${capitalized(restoredTexts.kinds[kind][0])}, ${formatInstant(first.writtenAt, now, timeZone)}`
      : countedKinds({ [kind]: items.length })
  return (
    <li className="border-t border-line first:border-t-0">
      <label htmlFor={id} className="flex min-h-target cursor-pointer items-start gap-3 py-2">
        <input
          id={id}
          type="checkbox"
          checked={isChosen}
          disabled={!isAddable(first)}
          onChange={({ target }) =>
            onChoose(
              items.map(({ key }) => key),
              target.checked,
            )
          }
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span className="grid min-w-0 grow gap-1">
          <span className="text-sm font-semibold text-ink-soft">{title}</span>
          {first.text !== undefined && (
            <span className="wrap-anywhere whitespace-pre-wrap">{first.text}</span>
          )}
          <StateOf item={first} />
        </span>
      </label>
    </li>
  )
}

function StateOf({ item: { state } }: { readonly item: LostItem }) {
  const partner = usePartnerName()
  if (state === 'ready') return null
  const text = state === 'old' ? restoredTexts.itemIsOld : restoredTexts.itemWaits(partner)
  return <span className="text-sm text-warning">{text}</span>
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
