import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import sql from 'sql-template-tag'
import type { Queries } from '../database/pool.ts'
import { writePrivateFile } from '../settings/keys.ts'
import { parseIfValid } from '../../domain/parse.ts'

/** Tells the backups of journals apart that share a folder. */
export const journalId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))

/**
 * The journal's id: a digest of its two accounts' ids, which are drawn once and come back with every
 * restore and move. Undefined before there are accounts.
 */
export async function journalIdOf(queries: Queries): Promise<string | undefined> {
  const [row] = await queries.query<{ id: string | null }>(sql`
    select left(encode(sha256(convert_to(string_agg(id::text, ' ' order by id), 'UTF8')), 'hex'), 32) as id
    from public.profiles`)
  return row?.id ?? undefined
}

const fileIn = (dataDir: string) => path.join(dataDir, 'journal-id')

/** The id as the last start noted it, for what is done without the database. */
export function notedJournalId(dataDir: string): string | undefined {
  try {
    return parseIfValid(journalId, readFileSync(fileIn(dataDir), 'utf8').trim())
  } catch {
    return undefined
  }
}

export function noteJournalId(dataDir: string, id: string): void {
  if (notedJournalId(dataDir) !== id) writePrivateFile(fileIn(dataDir), `${id}\n`)
}
