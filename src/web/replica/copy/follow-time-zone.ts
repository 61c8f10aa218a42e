import * as v from 'valibot'
import { editInZone, type EntryEdit } from '../../../domain/entry.ts'
import { instantSchema, type Instant } from '../../../domain/ids.ts'
import { movedToZone } from '../../../domain/schedule.ts'
import type { ReplicaDatabase } from './database.ts'

/**
 * Takes over the journal's time zone. A date without a time is a midnight in it (D14): those that wait to
 * be sent, those in drafts, and those that may become a draft stay on their day, as the server moved its own. So it has to run before
 * anything waiting is sent. The server's rows follow with the pull.
 */
export async function followTimeZone(database: ReplicaDatabase, timeZone: string): Promise<void> {
  const { journal, outbox, drafts, deletions, sentEdits } = database
  if (!isAnother(await journal.get('journal'), timeZone)) return
  await database.transaction('rw', [journal, outbox, drafts, deletions, sentEdits], async () => {
    const held = await journal.get('journal')
    if (held === undefined || !isAnother(held, timeZone)) return
    const move = (date: Instant) => movedToZone(date, held.timeZone, timeZone)
    const inZone = (edit: EntryEdit) => editInZone(edit, held.timeZone, timeZone)
    for (const queued of await outbox.toArray()) {
      const { mutation } = queued
      if ('edit' in mutation)
        await outbox.put({ ...queued, mutation: { ...mutation, edit: inZone(mutation.edit) } })
      else if ('seen' in mutation)
        await outbox.put({
          ...queued,
          mutation: { ...mutation, seen: mutation.seen && inZone(mutation.seen) },
        })
    }
    for (const waiting of await deletions.toArray())
      await deletions.put({ ...waiting, seen: waiting.seen && inZone(waiting.seen) })
    for (const sent of await sentEdits.toArray())
      await sentEdits.put({ ...sent, edit: inZone(sent.edit) })
    for (const draft of await drafts.toArray())
      await drafts.put({ ...draft, value: draftInZone(draft.value, move) })
    await journal.update('journal', { timeZone })
  })
}

function isAnother(held: { readonly timeZone: string } | undefined, timeZone: string): boolean {
  return held !== undefined && held.timeZone !== timeZone
}

const dated = v.looseObject({ scheduledDate: instantSchema })
const based = v.looseObject({ base: dated })

/** A form holds day and time; what it was opened on, and a refused edit, hold an instant. */
function draftInZone(value: unknown, move: (date: Instant) => Instant): unknown {
  const refused = v.safeParse(dated, value)
  if (refused.success)
    return { ...refused.output, scheduledDate: move(refused.output.scheduledDate) }
  const draft = v.safeParse(based, value)
  if (!draft.success) return value
  const { base } = draft.output
  return { ...draft.output, base: { ...base, scheduledDate: move(base.scheduledDate) } }
}
