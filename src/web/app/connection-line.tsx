import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { Link } from 'wouter'
import { formatInstant } from '../../domain/date-format.ts'
import { millisecondsOf } from '../../domain/ids.ts'
import { useSignInState } from '../features/sign-in/sign-in-context.tsx'
import { lossTexts } from '../features/sign-in/sign-in-texts.ts'
import { useConnection, useIsLive, useStorageState } from '../replica/journal-context.tsx'
import type { StorageFault, SyncStatus } from '../replica/journal.ts'
import { isOld } from '../replica/questions/sync-status.ts'
import { useHeldUp } from '../replica/use-held-up.ts'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import { useNow } from '../ui/use-now.ts'
import { storageLineTexts, storageTexts } from './storage-texts.ts'
import { useOnline } from '../ui/use-online.ts'
import { useSyncStatus } from './use-sync-status.ts'
import { appTexts } from './app-texts.ts'

const linkClass = '-my-1 shrink-0 py-1 font-bold text-accent-ink underline'

/**
 * One quiet line under the header: offline, a full server, how much is unsent and since when, that
 * a new sign-in is needed, or that nothing is stored here (docs/behaviour/offline.md "The quiet
 * line"; D25, D26). It overlays the page, so nothing moves when it comes and goes; where it asks for a new sign-in it
 * stays, and the page begins below it.
 */
export function ConnectionLine() {
  const { text, icon, isLost, fault } = useLine()
  const line = useRef<HTMLOutputElement>(null)
  useHeight(line, isLost)
  return (
    <output
      ref={line}
      className="pointer-events-none absolute inset-x-0 top-full flex justify-center px-4"
    >
      {text !== '' && (
        <span className="pointer-events-auto mt-1.5 flex max-w-full items-center gap-2 rounded-xl border border-line bg-raised px-3.5 py-1 text-xs font-semibold text-ink-soft shadow-card">
          <Icon name={icon} className="size-4 shrink-0" />
          <span>{text}</span>
          {isLost && (
            <Link href="/auth" className={linkClass}>
              {appTexts.signIn}
            </Link>
          )}
          {fault !== undefined && <Help fault={fault} />}
        </span>
      )}
    </output>
  )
}

/**
 * Tells the styles how high it is, as `--quiet-line`: toasts appear below it. One that stays has its height in
 * `--lost-line` too: the page begins below it, and what is read further down keeps its place.
 */
function useHeight(line: RefObject<HTMLElement | null>, isLost: boolean): void {
  useLayoutEffect(() => {
    const { current } = line
    if (current === null) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.setProperty('--quiet-line', `${current.offsetHeight}px`)
      reserve(isLost ? current.offsetHeight : 0)
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--quiet-line')
      reserve(0)
    }
  }, [line, isLost])
}

/** If the page is scrolled, everything on the screen stays in its place. */
function reserve(pixels: number): void {
  const { style } = document.documentElement
  const before = Number.parseFloat(style.getPropertyValue('--lost-line')) || 0
  if (before === pixels) return
  style.setProperty('--lost-line', `${pixels}px`)
  if (window.scrollY > 0) window.scrollBy(0, pixels - before)
}

/** The line's parts that apply now, the most important first. */
function useLine() {
  const storage = useStorageState()
  const signIn = useSignInState()
  const connection = useConnection()
  const isLive = useIsLive()
  const status = useSyncStatus()
  const online = useOnline()
  const isOffline = !online || connection === 'offline'
  const isLost = signIn.kind !== 'signed-in' || connection === 'signed-out'
  const fault = storage.kind === 'in-memory' ? storage.fault : undefined
  const pending = status?.pendingCount ?? 0
  const now = useNow()
  const old = oldIn(status?.oldest, now)
  const isWaiting = useHeldUp({ isOnline: online, now })
  const isFull = connection === 'full' && online && pending > 0
  const parts: string[] = []
  if (isLost)
    parts.push(appTexts.signInAgain, lossTexts[signIn.kind === 'lost' ? signIn.reason : 'refused'])
  if (fault !== undefined) {
    parts.push(storageLineTexts.notStored[fault])
    if (isOffline) parts.push(storageLineTexts.offline)
    if (pending === 0 && !isLost) parts.push(storageLineTexts.allSent)
  } else if (isOffline && !isLost) parts.push(appTexts.offline)
  if (isFull && !isLost) parts.push(appTexts.full)
  if (!isLive && !isOffline && !isLost) parts.push(appTexts.notLive)
  if (old !== undefined) parts.push(appTexts.unsentSince(pending, old))
  else if (pending > 0 && isWaiting) parts.push(appTexts.unsent(pending))
  const icon = isLost ? ('lock' as const) : ('cloud-off' as const)
  return { text: parts.join(' · '), icon, isLost, fault }
}

/** When the oldest unsent change was made, in words, if that is more than a day ago. */
function oldIn(oldest: SyncStatus['oldest'], now: number): string | undefined {
  if (oldest === undefined || !isOld(millisecondsOf(oldest.at), now)) return undefined
  return formatInstant(oldest.at, now, oldest.timeZone)
}

/** The fault of the storage and its remedy, in full. */
function Help({ fault }: { readonly fault: StorageFault }) {
  const [isOpen, setOpen] = useState(false)
  const { title, text, help } = storageTexts[fault]
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      title={title}
      align="center"
      trigger={
        <button type="button" className={linkClass}>
          {storageLineTexts.help}
        </button>
      }
    >
      <div className="grid gap-2 text-sm text-ink-soft">
        <p>{text}</p>
        <p>{help}</p>
      </div>
    </Popover>
  )
}
