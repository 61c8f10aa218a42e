import { uiTexts } from './ui-texts.ts'

export interface CounterLimits {
  /** The greatest allowed length. */
  readonly limit: number
  /** Above this many characters the counter is orange. */
  readonly orangeAbove: number
  /** Above this many it is red. */
  readonly redAbove: number
}

export type CounterLevel = 'calm' | 'orange' | 'red' | 'full' | 'over'

/** The counter's state for a length (docs/behaviour/everywhere.md "Text rules"). */
export function counterLevel(length: number, limits: CounterLimits): CounterLevel {
  if (length > limits.limit) return 'over'
  if (length === limits.limit) return 'full'
  if (length > limits.redAbove) return 'red'
  if (length > limits.orangeAbove) return 'orange'
  return 'calm'
}

/**
 * The words that assistive technology hears when a level is entered. It names the threshold, not the length: the
 * text stays the same during typing, so it is announced once.
 */
export function counterAnnouncement(level: CounterLevel, limits: CounterLimits): string {
  if (level === 'orange') return uiTexts.counterLeft(limits.limit - limits.orangeAbove)
  if (level === 'red') return uiTexts.counterLeft(limits.limit - limits.redAbove)
  if (level === 'full') return uiTexts.counterFull
  if (level === 'over') return uiTexts.counterOverLimit(limits.limit)
  return ''
}
