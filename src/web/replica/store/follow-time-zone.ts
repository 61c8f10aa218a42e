import * as v from 'valibot'
import { editInZone, type Entry, type EntryEdit } from '../../../domain/entry.ts'
import { instantSchema, type Instant } from '../../../domain/ids.ts'
import { movedToZone } from '../../../domain/schedule.ts'
import type { Transaction } from '../memory/transaction.ts'
import { safeParse } from '../../../domain/parse.ts'

/**
 * Takes over the journal's time zone. A date without a time is a midnight in it (D14): those that wait to
 * be sent, those in drafts, and those that may become a draft stay on their day, as the server moved its own. So it has to run before
 * anything waiting is sent. The server's rows follow with the pull.
 */
export function followTimeZone(rows: Transaction, timeZone: string): void {
  const held = rows.get('journal', 'journal')
  if (held === undefined || held.timeZone === timeZone) return
  const move = (date: Instant) => movedToZone(date, held.timeZone, timeZone)
  const inZone = (edit: EntryEdit) => editInZone(edit, held.timeZone, timeZone)
  for (const queued of rows.all('outbox')) {
    const { mutation } = queued
    if ('edit' in mutation)
      rows.put('outbox', { ...queued, mutation: { ...mutation, edit: inZone(mutation.edit) } })
    else if ('seen' in mutation && mutation.seen !== undefined)
      rows.put('outbox', { ...queued, mutation: { ...mutation, seen: inZone(mutation.seen) } })
  }
  for (const waiting of rows.all('deletions'))
    if ('seen' in waiting && waiting.seen)
      rows.put('deletions', { ...waiting, seen: inZone(waiting.seen) })
  for (const sent of rows.all('sentEdits'))
    rows.put('sentEdits', { ...sent, edit: inZone(sent.edit) })
  for (const lost of rows.all('lostRows'))
    if (lost.table === 'entries') rows.put('lostRows', { ...lost, row: inZone(lost.row) as Entry })
    else if (lost.table === 'sentEdits')
      rows.put('lostRows', { ...lost, row: { ...lost.row, edit: inZone(lost.row.edit) } })
  for (const draft of rows.all('drafts'))
    rows.put('drafts', { ...draft, value: draftInZone(draft.value, move) })
  rows.put('journal', { ...held, timeZone })
}

const dated = v.looseObject({ scheduledDate: instantSchema })
const based = v.looseObject({ base: dated })

/** A form holds day and time; what it was opened on, and a refused edit, hold an instant. */
function draftInZone(value: unknown, move: (date: Instant) => Instant): unknown {
  const refused = safeParse(dated, value)
  const moved = refused.success
    ? { ...refused.output, scheduledDate: move(refused.output.scheduledDate) }
    : value
  const draft = safeParse(based, moved)
  if (!draft.success) return moved
  const { base } = draft.output
  return { ...draft.output, base: { ...base, scheduledDate: move(base.scheduledDate) } }
}
