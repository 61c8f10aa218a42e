import { localSiteStorage } from '../../browser/site-storage.ts'

/** The colour theme: light unless chosen otherwise; the system's setting is ignored. */
export type Theme = 'light' | 'dark'

const storageKey = 'theme'
const changed = 'tagebuch-theme'

/** The theme on screen, put there by `app/first-paint.js` before the first paint. */
export function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

/** Shows a theme and remembers it on this device; other open tabs follow. */
export function setTheme(theme: Theme): void {
  apply(theme)
  localSiteStorage.setItem(storageKey, theme)
}

/** Calls `listener` when the theme changes, here or in another tab. */
export function subscribeToTheme(listener: () => void): () => void {
  window.addEventListener(changed, listener)
  return () => window.removeEventListener(changed, listener)
}

/**
 * Follows another tab's choice for as long as the page lives: immediately, and also after the
 * browser froze the page and sent no event.
 */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) takeStored()
  })
  window.addEventListener('pageshow', takeStored)
  document.addEventListener('visibilitychange', takeStored)
}

function takeStored(): void {
  const stored: Theme = localSiteStorage.getItem(storageKey) === 'dark' ? 'dark' : 'light'
  if (stored !== currentTheme()) apply(stored)
}

/**
 * Colours the browser's own bars like the paper. Call it after `data-special` changed, too:
 * the special days have papers of their own.
 */
export function refreshThemeColor(): void {
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--color-paper').trim()
  meta('theme-color', paper)
}

function apply(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  meta('color-scheme', theme)
  refreshThemeColor()
  window.dispatchEvent(new Event(changed))
}

function meta(name: string, content: string): void {
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.setAttribute('content', content)
}
