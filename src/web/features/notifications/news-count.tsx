import { useEffect } from 'react'
import { useJournal, useLive } from '../../replica/journal-context.tsx'
import { newsTexts } from './texts.ts'

/** Browsers on phones and desktops that can put a number on the app's icon. */
interface Badging {
  readonly setAppBadge?: (count: number) => Promise<void>
  readonly clearAppBadge?: () => Promise<void>
}

export interface NewsCountProps {
  /** The app's title, which carries the count in front. */
  readonly title: string
}

/** Carries the count into the document's title and onto the app's icon, on every page (D7). */
export function NewsCount({ title }: NewsCountProps) {
  const journal = useJournal()
  const count = useLive(async () => (await journal.news()).count, [journal])
  useEffect(() => {
    if (count === undefined) return
    document.title = newsTexts.documentTitle(title, count)
    showOnIcon(count)
  }, [count, title])
  // Someone signed out: nobody's count is left behind.
  useEffect(
    () => () => {
      document.title = title
      showOnIcon(0)
    },
    [title],
  )
  return null
}

function showOnIcon(count: number): void {
  const badging: Badging = navigator
  const shown = count === 0 ? badging.clearAppBadge?.() : badging.setAppBadge?.(count)
  // A browser may know the call and refuse it; the badge is a bonus.
  shown?.catch(() => undefined)
}
