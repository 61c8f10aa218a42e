import sql from 'sql-template-tag'
import { addDays, dayOf, startOfDay, type JournalDay } from '../../domain/journal-day.ts'
import { memoryDaysOn } from '../../domain/memory-days.ts'
import type { NudgeChoices } from '../../domain/nudges/nudge-choices.ts'
import type { Pool } from '../database/pool.ts'

/** The subject of a morning's nudge, besides news; no text is read. */
export interface DayCounts {
  /** Shared ideas of both that are planned for the day and not ticked off. */
  readonly ideas: number
  /** The first of them. */
  readonly idea: string | null
  readonly memories: boolean
}

export const nothingToday: DayCounts = { ideas: 0, idea: null, memories: false }

/** Counts a day's planned ideas and looks for a memory, as the person's choices allow. */
export async function countDay(
  pool: Pool,
  person: string,
  day: JournalDay,
  choices: Pick<NudgeChoices, 'ideas' | 'memories'>,
  timeZone: string,
): Promise<DayCounts> {
  const planned = choices.ideas ? await plannedIdeas(pool, day, timeZone) : nothingToday
  const memories = choices.memories && (await hasMemory(pool, person, day, timeZone))
  return { ideas: planned.ideas, idea: planned.idea, memories }
}

async function plannedIdeas(
  pool: Pool,
  day: JournalDay,
  timeZone: string,
): Promise<Pick<DayCounts, 'ideas' | 'idea'>> {
  const [begin, end] = boundsOf(day, day, timeZone)
  const [row] = await pool.query<{ ideas: number; idea: string | null }>(sql`
    select count(*)::int as ideas, (array_agg(id::text order by scheduled_date, id))[1] as idea
    from public.entries
    where category = 'ideen' and not is_private and not completed
      and scheduled_date >= ${begin} and scheduled_date < ${end}`)
  return row ?? nothingToday
}

/** As the card "Heute vor …" on the screen, but never because of a private entry alone. */
async function hasMemory(
  pool: Pool,
  person: string,
  day: JournalDay,
  timeZone: string,
): Promise<boolean> {
  const [oldest] = await pool.query<{ at: Date | null }>(sql`
    select min(created_at) as at from public.entries where not is_private or user_id = ${person}`)
  const begun = oldest?.at ?? undefined
  if (begun === undefined) return false
  for (const { first, last } of memoryDaysOn(day, dayOf(begun.getTime(), timeZone))) {
    const [begin, end] = boundsOf(first, last, timeZone)
    const found = await pool.query(sql`
      select from public.entries as entry
      where not is_private and created_at >= ${begin} and created_at < ${end}
        and not exists (
          select from public.memory_marks as mark
          where mark.user_id = ${person} and mark.entry_id = entry.id
            and (mark.until is null or mark.until >= ${day}))
      limit 1`)
    if (found.length > 0) return true
  }
  return false
}

function boundsOf(first: JournalDay, last: JournalDay, timeZone: string): [Date, Date] {
  return [new Date(startOfDay(first, timeZone)), new Date(startOfDay(addDays(last, 1), timeZone))]
}
