/** The news of a person in numbers; never a word of an entry (D30). */
export interface NudgeCounts {
  /** Entries and reactions of the partner that the person has not seen. */
  readonly news: number
  /** Ideas that are planned for today; 0 but in the morning. */
  readonly ideas: number
  /** Whether there is something to be reminded of today; false but in the morning. */
  readonly memories: boolean
}

export interface NudgeText {
  readonly title: string
  readonly body?: string
}

/** The notification for a message that the worker cannot read: a browser ends a subscription that shows nothing. */
export const unreadableNudge: NudgeText = { title: 'Etwas Neues in eurem Tagebuch 💕' }

/** Names the notification on a device, and the message at the push service: a newer one takes its place. */
export const nudgeTopic = 'neues'

/** The words of a nudge; undefined if there is nothing to tell. */
export function nudgeText(counts: NudgeCounts, partnerName: string): NudgeText | undefined {
  const { news, ideas, memories } = counts
  const [title, ...rest] = [
    ...(news === 0 ? [] : [newsLine(news, partnerName)]),
    ...(ideas === 0 ? [] : [ideasLine(ideas)]),
    ...(memories ? ['Heute gibt es etwas zum Erinnern 💭'] : []),
  ]
  if (title === undefined) return undefined
  return rest.length === 0 ? { title } : { title, body: rest.join('\n') }
}

function newsLine(count: number, name: string): string {
  return count === 1 ? `Etwas Neues von ${name} 💕` : `${count} neue Dinge von ${name}`
}

function ideasLine(count: number): string {
  return count === 1 ? 'Für heute ist etwas geplant 📅' : `Für heute sind ${count} Ideen geplant 📅`
}
