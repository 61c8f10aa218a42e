import { ignoreHeldKey } from '../../browser/held-key.ts'
import { areSingleKeysOn } from '../../browser/single-keys.ts'
import { useCallback, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useSearch } from 'wouter'
import { isFindKey } from '../../../domain/search/find-key.ts'
import type { ListedEntry } from '../../replica/memory/entry-order.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import { Shared } from '../../ui/shared-value.tsx'
import { useBackCloses } from '../../ui/use-back-closes.ts'
import { SearchWords } from './search-words.ts'

export interface OpenSearch {
  readonly isOpen: boolean
  /** The typed words; `useTyped` follows them, so that a key redraws only the parts that show them. */
  readonly typed: SearchWords
  /** The entries that the words have found, for the parts beside the list; undefined while nothing is searched for. */
  readonly hits: Shared<readonly ListedEntry[]>
  readonly open: () => void
  /** Ends it; the list is then where it was when the search began. */
  readonly end: () => void
}

/** The search of this page: its words, its keys `/` and Strg+F, and its end with Escape and Back. */
export function useSearchWords(): OpenSearch {
  const { me } = useJournal()
  const [typed] = useState(() => new SearchWords(me))
  const [hits] = useState(() => new Shared<readonly ListedEntry[]>(undefined))
  const isOpen = useWords(typed, (words) => words !== undefined)
  const open = useCallback(() => {
    if (typed.current() !== undefined) return
    typed.set('')
  }, [typed])
  const end = useCallback(() => typed.set(undefined), [typed])
  useSearchKeys(isOpen, open, end)
  useBackCloses(isOpen, end, useSearch())
  return { isOpen, typed, hits, open, end }
}

/** The entries that a search has found; undefined while nothing is searched for. */
export function useHits({ hits }: OpenSearch): readonly ListedEntry[] | undefined {
  return useSyncExternalStore(hits.subscribe, hits.current)
}

/** The words of a search; empty while none is open. */
export function useTyped({ typed }: OpenSearch): string {
  return useWords(typed, (words) => words ?? '')
}

function useWords<Value>(typed: SearchWords, read: (words: string | undefined) => Value): Value {
  const subscribe = useCallback((changed: () => void) => typed.subscribe(changed), [typed])
  return useSyncExternalStore(subscribe, () => read(typed.current()))
}

function useSearchKeys(isOpen: boolean, open: () => void, end: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const isFind = isFindKey(event, navigator.userAgent)
    if (isFind && areSingleKeysOn() && !isOfLayer(event.target)) find(event, open)
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    // Looked at first: the page is not searched for layers with every letter that somebody types.
    if ((event.key !== '/' && event.key !== 'Escape') || isOfLayer(event.target)) return
    if (event.key === '/' && areSingleKeysOn() && !isTyping(event.target)) {
      event.preventDefault()
      ignoreHeldKey(event)
      open()
      searchField()?.focus()
    } else if (event.key === 'Escape' && isOpen) end()
  })
  // With the first paint, as the shortcuts.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function searchField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('[data-search]')
}

/** Leads to the search's field; pressed in it, the key is the browser's. Held down it counts once. */
function find(event: KeyboardEvent, open: () => void): void {
  if (event.target === searchField() && !event.repeat) return
  event.preventDefault()
  if (event.repeat) return
  open()
  searchField()?.focus()
  searchField()?.select()
}

/** A dialog, or a list of choices that has the keyboard. */
function isOfLayer(target: EventTarget | null): boolean {
  if (document.querySelector('[role$="dialog"]') !== null) return true
  return target instanceof HTMLElement && target.closest('[role="listbox"]') !== null
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  )
}
