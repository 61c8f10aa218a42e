import * as v from 'valibot'
import { instantSchema, uuidSchema, type Epoch, type ServerStart } from '../ids.ts'
import { journalDaySchema } from '../journal-day.ts'
import { specialDaysSchema, timeZoneSchema } from '../settings.ts'
import { defineTable, unused } from './define-table.ts'

/** The journal's settings and state, one row. */
export const journal = defineTable(
  {
    id: unused,
    epoch: uuidSchema<Epoch>(),
    time_zone: timeZoneSchema,
    special_days: specialDaysSchema,
    days_counter_from: journalDaySchema,
    /** The server's last start; `null` on a hosted project, which records none. */
    server_start: v.nullish(uuidSchema<ServerStart>(), null),
    /** When the server's last good backup was taken; `null` if unknown. */
    backed_up_at: v.nullish(instantSchema, null),
    /** True while a disk of the server is nearly full. */
    disk_low: v.optional(v.boolean(), false),
    /** True while the server's backups do not go into the folder of last time. */
    backup_folder_changed: v.optional(v.boolean(), false),
    /** The time of the backup that was restored last; `null` if none was, or if unknown. */
    restored_to: v.nullish(instantSchema, null),
    updated_at: instantSchema,
  },
  {
    copy: 'none',
    owner: null,
    belongsTo: [],
    naturalKey: null,
    isLarge: false,
    inBackup: true,
    inBook: 'none',
  },
)
