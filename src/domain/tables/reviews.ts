import * as v from 'valibot'
import {
  instantSchema,
  uuidSchema,
  type EntryId,
  type PartnerId,
  type ReviewId,
  type WordsHash,
} from '../ids.ts'
import { grades } from '../practice/grade.ts'
import { directions } from '../translation.ts'
import { defineTable, unused } from './define-table.ts'

/** Someone practised a translation in one direction; only added, and deleted with its entry. */
export const reviews = defineTable(
  {
    id: uuidSchema<ReviewId>(),
    user_id: uuidSchema<PartnerId>(),
    entry_id: uuidSchema<EntryId>(),
    direction: v.picklist(directions),
    grade: v.picklist(grades),
    /** Of the words that were asked for, which an edit may have changed since. */
    words_hash: uuidSchema<WordsHash>(),
    created_at: instantSchema,
    updated_at: instantSchema,
    /** True while the entry is the other person's private one: then this person reads neither. */
    is_hidden: unused,
  },
  {
    copy: 'rows',
    owner: 'user_id',
    belongsTo: ['entry_id'],
    naturalKey: null,
    isLarge: true,
    inBackup: true,
    inBook: 'own',
  },
)
