import { useEffect, useReducer, useState, type ComponentType, type ReactNode } from 'react'
import { isServerThere } from './server-there.ts'

/** How often a missing part is requested again while its place is on the screen, in milliseconds. */
const againMs = 5000

/** Props of the component that replaces a part that could not be loaded. */
export interface Missing {
  /** Tries again now; it also happens when the network returns, and every few seconds. */
  readonly again: () => void
  /**
   * True if the server answers and the part is still missing, like one of an older build: then page
   * and files must be reloaded together.
   */
  readonly needsReload: boolean
}

export interface LazyPartOptions<Props> {
  /** Drawn in its place while it loads. */
  readonly pending?: (props: Props) => ReactNode
  /** `loadSoon` loads it before it is first drawn. */
  readonly soon?: boolean
  /** Nothing is mounted until this is true for the first time; at once unless given. */
  readonly isNeeded?: (props: Props) => boolean
  readonly missing: (props: Props, missing: Missing) => ReactNode
}

/** A part, and the loading of its code before it is drawn; that never fails. */
export type LazyPart<Props> = ComponentType<Props> & { readonly load: () => Promise<unknown> }

/** The parts that `loadSoon` has not loaded yet. */
const soonParts: (() => Promise<unknown>)[] = []

/** Loads the parts marked `soon` while the page is idle. */
export function loadSoon(): void {
  const parts = soonParts.splice(0)
  if (parts.length > 0) whenIdle(() => parts.forEach((load) => void load()))
}

/** Safari has no idle callback. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}

type State<Props> =
  | { readonly kind: 'here'; readonly Part: ComponentType<Props> }
  | { readonly kind: 'pending' | 'missing' | 'stale' }

/**
 * A part of the screen whose code is loaded when it is first shown. Unlike `lazy` it does not fail
 * permanently if the code cannot be loaded, as over plain HTTP without a network (no service
 * worker): `missing` says so in its place, and it loads as soon as it can.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { pending = () => null, soon = false, isNeeded = () => true, missing }: LazyPartOptions<Props>,
): LazyPart<Props> {
  let here: State<Props> = { kind: 'pending' }
  let loading: Promise<State<Props>> | undefined

  async function begin(): Promise<State<Props>> {
    loading ??= load().then(
      (Part) => (here = { kind: 'here', Part }),
      async () => {
        loading = undefined
        return { kind: (await isServerThere()) ? 'stale' : 'missing' }
      },
    )
    return loading
  }

  if (soon) soonParts.push(begin)

  function Lazy(props: Props) {
    const [wasNeeded, setNeeded] = useState(() => isNeeded(props))
    if (!wasNeeded && isNeeded(props)) setNeeded(true)
    return wasNeeded ? <Needed {...props} /> : null
  }

  function Needed(props: Props) {
    const [state, setState] = useState<State<Props>>(() => {
      // During the first render, not after it: the part is needed now.
      void begin()
      return here
    })
    const [round, again] = useReducer((before: number) => before + 1, 0)
    const isHere = state.kind === 'here'
    const isMissing = state.kind === 'missing' || state.kind === 'stale'
    useEffect(() => {
      if (isHere) return undefined
      let isOver = false
      void begin().then((found) => {
        if (!isOver) setState(found)
      })
      return () => {
        isOver = true
      }
      // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each round tries again
    }, [isHere, round])
    useAgain(isMissing, again)
    if (isHere) return <state.Part {...props} />
    if (!isMissing) return pending(props)
    return missing(props, { again, needsReload: state.kind === 'stale' })
  }
  return Object.assign(Lazy, { load: begin })
}

function useAgain(isMissing: boolean, again: () => void): void {
  useEffect(() => {
    if (!isMissing) return undefined
    const timer = setInterval(again, againMs)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [isMissing, again])
}
