import * as v from 'valibot'
import { instantSchema } from '../ids.ts'
import { defineTable, unused } from './define-table.ts'

/**
 * A start of the server as one person may read it. It belongs to the machine and not to the journal: a restore elsewhere
 * must not bring it along.
 */
export const serverStarts = defineTable(
  {
    start_id: unused,
    person: unused,
    ordinal: v.number(),
    /** The newest version of any row that the person could see when the server started. */
    newest: instantSchema,
    /** No version assigned since then is older. */
    started_at: instantSchema,
  },
  {
    copy: 'none',
    owner: 'person',
    belongsTo: [],
    naturalKey: null,
    isLarge: false,
    inBackup: false,
    inBook: 'none',
  },
)
