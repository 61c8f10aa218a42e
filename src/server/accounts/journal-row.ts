import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Pool } from '../database/pool.ts'
import type { JournalConfig } from '../../domain/journal-config.ts'
import { errorCode } from '../error-code.ts'
import { StartupError } from '../settings/startup-error.ts'

/**
 * Writes the settings that only signed-in people may read to the one row of `journal` (D2). The
 * epoch is random at first and kept; the row is written only when something changed, so an ordinary
 * start sends nothing to the devices. Where the time zone changes, the database moves the dates without a
 * time along (D14). Throws `StartupError` for a zone that the database does not know.
 */
export async function ensureJournalRow(
  pool: Pool,
  { timeZone, specialDays, daysCounterFrom }: JournalConfig,
): Promise<void> {
  const days = JSON.stringify(specialDays.map(({ kind, date }) => ({ kind, date })))
  await pool
    .query(sql`
    insert into public.journal as j (id, epoch, time_zone, special_days, days_counter_from)
    values (true, ${randomUUID()}, ${timeZone}, ${days}, ${daysCounterFrom})
    on conflict (id) do update set time_zone = excluded.time_zone,
      special_days = excluded.special_days, days_counter_from = excluded.days_counter_from
    where (j.time_zone, j.special_days, j.days_counter_from)
      is distinct from (excluded.time_zone, excluded.special_days, excluded.days_counter_from)`)
    .catch((error: unknown) => {
      if (errorCode(error) !== '22023') throw error
      throw new StartupError(
        `timeZone: the database does not know "${timeZone}", or the one before; nothing was changed.`,
      )
    })
}
