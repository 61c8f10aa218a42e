import * as v from 'valibot'
import { instantSchema, uuidSchema } from '../ids.ts'
import { defineTable, unused } from './define-table.ts'

/** The rows that disappeared (docs/architecture.md "Pull"); `updated_at` is the time of removal. */
export const removals = defineTable(
  {
    id: uuidSchema<string>(),
    table_name: v.string(),
    row_id: uuidSchema<string>(),
    readers: unused,
    kind: v.picklist(['deleted', 'hidden']),
    removed_at: unused,
    updated_at: instantSchema,
    /** The version of an entry's text that the person who deleted it had not seen (D26). */
    unseen_version: v.nullish(v.number(), null),
  },
  {
    copy: 'tombstones',
    owner: null,
    belongsTo: [],
    naturalKey: null,
    isLarge: false,
    inBackup: true,
    inBook: 'none',
  },
)
