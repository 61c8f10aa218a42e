/** State that the header's link puts into the history entry, so that the page knows the entry before it. */
export const fromHome = { tagebuchFrom: 'home' } as const

/**
 * True if the main screen is the entry before this one: going back then leaves no second main
 * screen in the history. False after opening /favoriten directly.
 */
export function isFromHome(): boolean {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'tagebuchFrom' in state
}
