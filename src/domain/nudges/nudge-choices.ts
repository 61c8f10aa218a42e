import * as v from 'valibot'
import { parseClockTime, type ClockTime } from '../journal-day.ts'

/** A person's choices about nudges and quiet hours; the same on all their devices. */
export interface NudgeChoices {
  /** Entries that the partner wrote or shared. */
  readonly entries: boolean
  readonly reactions: boolean
  /** Ideas that are planned for the day, on its morning. */
  readonly ideas: boolean
  /** "Heute vor …", on the morning. */
  readonly memories: boolean
  /** The quiet hours in the journal's time zone, across midnight too; none where both are equal. */
  readonly quietFrom: ClockTime
  readonly quietTo: ClockTime
}

/** Gentle until someone says otherwise (D30). */
export const defaultNudgeChoices: NudgeChoices = {
  entries: true,
  reactions: true,
  ideas: true,
  memories: false,
  quietFrom: '22:00' as ClockTime,
  quietTo: '07:00' as ClockTime,
}

const clockTime = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): ClockTime => {
    const parsed = parseClockTime(dataset.value)
    if (parsed !== undefined) return parsed
    addIssue({ message: 'must be a time such as 22:00' })
    return NEVER
  }),
)

/** Admits a person's choices as they go over the network. */
export const nudgeChoicesSchema = v.strictObject({
  entries: v.boolean(),
  reactions: v.boolean(),
  ideas: v.boolean(),
  memories: v.boolean(),
  quietFrom: clockTime,
  quietTo: clockTime,
})
