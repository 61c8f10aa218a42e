import { useState } from 'react'
import { categories } from '../../domain/category.ts'
import type { EntryFilter } from '../../domain/filter.ts'
import { ignoreHeldKey } from '../browser/held-key.ts'
import { areSingleKeysOn, switchSingleKeys } from '../browser/single-keys.ts'
import { ResponsiveDialog } from '../ui/responsive-dialog.tsx'
import { Switch } from '../ui/switch.tsx'
import { useKeyDown } from '../ui/use-key-down.ts'
import { appTexts, shortcutTexts } from './app-texts.ts'

export interface ShortcutsProps {
  readonly filter: EntryFilter
  readonly onFilter: (next: EntryFilter) => void
  readonly onNew: () => void
  /** Puts the focus on the calendar. */
  readonly onCalendar: () => void
}

const tabs = [null, ...categories]

/** The keys of the main screen (docs/behaviour/main-screen.md "Keyboard"). */
export function Shortcuts({ filter, onFilter, onNew, onCalendar }: ShortcutsProps) {
  const [open, setOpen] = useState(false)
  useKeyDown(true, (event) => {
    if (isTaken(event)) return
    // "?" stays: it leads to the switch.
    if (event.key !== '?' && !areSingleKeysOn()) return
    const tab = tabs[digitOf(event) - 1]
    const key = event.key.toLowerCase()
    if (key === 'n') onNew()
    else if (key === 'k') onCalendar()
    else if (event.key === '?') setOpen(true)
    else if (tab !== undefined) onFilter({ ...filter, category: tab })
    else return
    event.preventDefault()
    ignoreHeldKey(event)
  })
  return (
    <ResponsiveDialog open={open} onOpenChange={setOpen} title={appTexts.shortcuts}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
        {shortcutTexts.map(({ keys, meaning }) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-sm border border-line bg-paper-deep px-2 py-0.5 font-sans text-sm font-bold">
                {keys}
              </kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <SingleKeysSwitch />
    </ResponsiveDialog>
  )
}

/** A person who dictates to the device may press letters without meaning to. */
function SingleKeysSwitch() {
  const [isOn, setOn] = useState(areSingleKeysOn)
  const change = (next: boolean) => {
    switchSingleKeys(next)
    setOn(next)
  }
  return (
    <div className="mt-4 border-t border-line pt-2">
      <Switch checked={isOn} onCheckedChange={change} label={appTexts.singleKeys} />
    </div>
  )
}

/** The key's digit; with caps lock a German keyboard types "!" on the key of the 1. */
function digitOf(event: KeyboardEvent): number {
  const isLocked = event.getModifierState('CapsLock') && !event.shiftKey
  return Number(isLocked ? event.code.replace(/^(?:Digit|Numpad)/, '') : event.key)
}

/** Someone is typing, another key is held, or a layer above the screen has the keyboard. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  const { target } = event
  // The quicker look first: this runs with every letter that somebody types.
  if (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role="listbox"]') !== null
  )
    return true
  return document.querySelector('[role$="dialog"], dialog') !== null
}
