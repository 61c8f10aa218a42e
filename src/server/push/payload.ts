import { nudgeTopic, type NudgeText } from '../../domain/nudges/nudge-message.ts'

export interface NudgePayload extends NudgeText {
  /** The entry that a tap opens; null if a tap opens the journal. */
  readonly entry: string | null
  /** The journal's address on the device. */
  readonly origin: string
  /** The bell's number. */
  readonly bell: number
}

/**
 * A nudge as the declarative message that Safari itself shows (WebKit's Declarative Web Push) and
 * elsewhere the app's service worker. It names an entry by its id and holds none of its text (D30).
 */
export function nudgePayload({ title, body, entry, origin, bell }: NudgePayload): string {
  const navigate = entry === null ? `${origin}/` : `${origin}/?eintrag=${entry}`
  return JSON.stringify({
    web_push: 8030,
    notification: {
      title,
      ...(body === undefined ? {} : { body }),
      lang: 'de',
      navigate,
      tag: nudgeTopic,
      // As text, the form that each version of Safari reads.
      app_badge: String(bell),
    },
  })
}
