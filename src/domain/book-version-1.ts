import type { BookTable } from './book-format.ts'

/** The parts of version 1 that are not named after their tables. */
const tablesOfParts: ReadonlyMap<string, BookTable> = new Map([
  ['likes', 'quote_likes'],
  ['quotes', 'custom_quotes'],
  ['marks', 'memory_marks'],
  ['stories', 'story_links'],
])

/** The fields of version 1 that are not named after their columns. */
const columnsOfFields: ReadonlyMap<string, string> = new Map([
  ['by', 'user_id'],
  ['createdAt', 'created_at'],
  ['completedAt', 'completed_at'],
  ['scheduledDate', 'scheduled_date'],
  ['isPrivate', 'is_private'],
  ['entry', 'entry_id'],
  ['text', 'quote_text'],
  ['author', 'quote_author'],
  ['story', 'id'],
  ['idea', 'idea_id'],
  ['wordsHash', 'words_hash'],
])

/** The name that a part of version 1 has today. */
export const partOfVersion1 = (part: string): string => tablesOfParts.get(part) ?? part

/** The end of version 1, whose counts are named after its parts. */
export function endOfVersion1<End extends object>(end: End): End {
  return Object.fromEntries(
    Object.entries(end).map(([part, value]: [string, unknown]) => [partOfVersion1(part), value]),
  ) as End
}

/** A row of version 1 as version 2 has it. */
export function rowOfVersion1(table: string, given: object): object {
  const named = Object.entries(given).map(([field, value]) => [
    columnsOfFields.get(field) ?? field,
    value,
  ])
  const isDone = table === 'entries' && 'completedAt' in given
  return { ...Object.fromEntries(named), ...(isDone ? { completed: true } : {}) }
}
