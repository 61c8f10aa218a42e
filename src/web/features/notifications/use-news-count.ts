import { useEffect } from 'react'
import { newsTexts } from './texts.ts'

/** Browsers on phones and desktops that can put a number on the app's icon. */
interface Badging {
  readonly setAppBadge?: (count: number) => Promise<void>
  readonly clearAppBadge?: () => Promise<void>
}

/** Carries the count into the document's title and onto the app's icon (D7). */
export function useNewsCount(count: number, title: string): void {
  useEffect(() => {
    document.title = newsTexts.documentTitle(title, count)
    const badging: Badging = navigator
    const shown = count === 0 ? badging.clearAppBadge?.() : badging.setAppBadge?.(count)
    // A browser may know the call and refuse it; the badge is a bonus.
    shown?.catch(() => undefined)
    return () => {
      document.title = title
    }
  }, [count, title])
}
