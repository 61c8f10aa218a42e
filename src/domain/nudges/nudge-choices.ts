import * as v from 'valibot'
import { parseClockTime, type ClockTime } from '../journal-day.ts'
import { readBy } from '../parse.ts'

const clockTime = v.pipe(v.string(), readBy(parseClockTime, 'must be a time such as 22:00'))

/** Admits a person's choices as they go over the network. */
export const nudgeChoicesSchema = v.strictObject({
  /** Entries that the partner wrote or shared. */
  entries: v.boolean(),
  reactions: v.boolean(),
  /** Ideas that are planned for the day, on its morning. */
  ideas: v.boolean(),
  /** "Heute vor …", on the morning. */
  memories: v.boolean(),
  /** The quiet hours in the journal's time zone, across midnight too; none where both are equal. */
  quietFrom: clockTime,
  quietTo: clockTime,
})

/** A person's choices about nudges and quiet hours; the same on all their devices. */
export interface NudgeChoices extends Readonly<v.InferOutput<typeof nudgeChoicesSchema>> {}

/** Gentle until someone says otherwise (D30). */
export const defaultNudgeChoices: NudgeChoices = {
  entries: true,
  reactions: true,
  ideas: true,
  memories: false,
  quietFrom: '22:00' as ClockTime,
  quietTo: '07:00' as ClockTime,
}
