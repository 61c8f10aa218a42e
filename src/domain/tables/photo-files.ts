import { defineTable } from './define-table.ts'

/** The pictures of photos; no person reads a row: `photo_picture` answers with the bytes of one. */
export const photoFiles = defineTable(
  {},
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
