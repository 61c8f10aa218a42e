import { startTransition, useLayoutEffect, useState } from 'react'
import type { ShownEntry } from '../../replica/journal.ts'
import { usePrefersReducedMotion } from '../../ui/media-query.ts'

/**
 * Splits what a list shows in two: which entries stand in it, and in which order, changes in a
 * transition that `ViewTransition` animates; what an entry says changes at once. So a tick or a
 * reaction never waits for a movement, and fast clicking never starts one.
 */
export function useCalmList(entries: readonly ShownEntry[]): readonly ShownEntry[] {
  const [standing, setStanding] = useState(entries)
  const order = orderOf(entries)
  const standingOrder = orderOf(standing)
  // More of the list at its end: nothing that is on the screen moves, so nothing has to wait.
  const isGrown = order.startsWith(`${standingOrder} `)
  // A transition waits until the browser has taken its picture; who asked for calm need not wait.
  const isCalm = usePrefersReducedMotion()
  const isPlain = isGrown || isCalm || !mayMove()
  if (isPlain && order !== standingOrder) setStanding(entries)

  useLayoutEffect(() => {
    if (order === standingOrder || isPlain) return
    startTransition(() => setStanding(entries))
    // A transition that has been overtaken starts again from the newest list.
  }, [order, standingOrder, isPlain, entries])

  if (order === standingOrder || isPlain) return entries
  const newest = new Map(entries.map((entry) => [entry.id, entry]))
  return standing.map((entry) => newest.get(entry.id) ?? entry)
}

function orderOf(entries: readonly ShownEntry[]): string {
  return entries.map((entry) => entry.id).join(' ')
}

/**
 * Nothing moves on a page nobody sees, nor behind an open dialog: Chromium drops the keys that are
 * pressed while it takes its picture for a transition, and a letter would be lost (D26).
 */
function mayMove(): boolean {
  const isHidden = document.visibilityState === 'hidden'
  return !isHidden && document.querySelector('[role$="dialog"]') === null
}
