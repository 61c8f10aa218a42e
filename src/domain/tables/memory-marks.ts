import * as v from 'valibot'
import {
  instantSchema,
  uuidSchema,
  type EntryId,
  type MemoryMarkId,
  type PartnerId,
} from '../ids.ts'
import { journalDaySchema } from '../journal-day.ts'
import { defineTable } from './define-table.ts'

/** Someone does not want to be reminded of an entry. */
export const memoryMarks = defineTable(
  {
    id: uuidSchema<MemoryMarkId>(),
    user_id: uuidSchema<PartnerId>(),
    entry_id: uuidSchema<EntryId>(),
    /** The last day of it; `null` if it lasts forever. */
    until: v.nullable(journalDaySchema),
    created_at: instantSchema,
    updated_at: instantSchema,
  },
  {
    copy: 'rows',
    owner: 'user_id',
    belongsTo: ['entry_id'],
    naturalKey: ['entry_id', 'user_id', 'until'],
    isLarge: false,
    inBackup: true,
    inBook: 'own',
  },
)
