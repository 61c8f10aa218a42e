import { ignoreHeldKey } from '../../browser/held-key.ts'
import { areSingleKeysOn } from '../../browser/single-keys.ts'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { useSearch } from 'wouter'
import { isFindKey } from '../../../domain/search/find-key.ts'
import type { ListedEntry } from '../../replica/memory/entry-order.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import { Shared } from '../../ui/shared-value.tsx'
import { useBackCloses } from '../../ui/use-back-closes.ts'
import { useKeyDown } from '../../ui/use-key-down.ts'
import { SearchWords } from './search-words.ts'

export type OpenSearch = ReturnType<typeof useSearchWords>

/** The search of this page: its words, its keys `/` and Strg+F, and its end with Escape and Back. */
export function useSearchWords() {
  const { me } = useJournal()
  /** The typed words; `useTyped` follows them, so that a key redraws only the parts that show them. */
  const [typed] = useState(() => new SearchWords(me))
  /** The entries that the words have found, for the parts beside the list; undefined while nothing is searched for. */
  const [hits] = useState(() => new Shared<readonly ListedEntry[]>(undefined))
  const isOpen = useWords(typed, (words) => words !== undefined)
  const open = useCallback(() => {
    if (typed.current() === undefined) typed.set('')
  }, [typed])
  /** Ends it; the list is then where it was when the search began. */
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
  return useSyncExternalStore(typed.subscribe, () => read(typed.current()))
}

function useSearchKeys(isOpen: boolean, open: () => void, end: () => void): void {
  useKeyDown(true, (event) => {
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
