import sql from 'sql-template-tag'
import { quoteNames, type Queries } from '../database/pool.ts'
import { pictureTable, restoredTables } from './format.ts'
import { namedIn } from './checked-pictures.ts'
import type { NamedPicture, PictureSource } from './picture-files.ts'
import { readBackup, type BackupReceiver, type BackupSummary } from './read-backup.ts'

/** Characters of JSON sent with one insert. */
const batchLength = 256 * 1024

/**
 * Does `work` with the journal's own triggers disabled. Not by the superuser's
 * `session_replication_role`: any owner may do this, and foreign keys and checks stay active. It
 * lasts until the end of the transaction at most.
 */
export async function withoutTriggers<Result>(
  transaction: Queries,
  work: () => Promise<Result>,
): Promise<Result> {
  const tables = await transaction.query<{ name: string }>(sql`
    select name from unnest(${[...restoredTables]}::text[]) name where to_regclass(name) is not null`)
  for (const { name } of tables) await transaction.run(`alter table ${name} disable trigger user`)
  const result = await work()
  for (const { name } of tables) await transaction.run(`alter table ${name} enable trigger user`)
  return result
}

/**
 * Inserts every row of a backup, as it is in the file, into tables that are empty; `withoutTriggers` keeps
 * the times. Pictures get their bytes one by one from `bytesOf`; without it their table must take the digests alone.
 * Throws `StartupError` when the file is damaged, which may be after its last row.
 */
export async function fillTables(
  transaction: Queries,
  file: string,
  bytesOf?: PictureSource,
): Promise<BackupSummary> {
  let target: { readonly table: string; readonly columns: readonly string[] } | undefined
  let batch: string[] = []
  let length = 0
  async function send(): Promise<void> {
    if (target === undefined || batch.length === 0) return
    const rows = `[${batch.join(',')}]`
    batch = []
    length = 0
    const columns = quoteNames(target.columns)
    const table = quoteNames([target.table])
    await transaction.query(sql`
      insert into ${table} (${columns})
      select ${columns}
      from json_populate_recordset(null::${table}, ${rows}::text::json)`)
  }
  const receiver: BackupReceiver = {
    async table(table, columns) {
      await send()
      target = { table, columns }
    },
    async row(text) {
      if (bytesOf !== undefined && target?.table === pictureTable)
        return insertPicture(transaction, namedIn(file, text), bytesOf)
      batch.push(text)
      length += text.length
      if (length > batchLength) await send()
    },
  }
  const summary = await readBackup(file, receiver)
  await send()
  return summary
}

async function insertPicture(
  transaction: Queries,
  picture: NamedPicture,
  bytesOf: PictureSource,
): Promise<void> {
  const bytes = await bytesOf(picture)
  if (bytes === undefined) return
  await transaction.query(sql`
    insert into public.photo_files (photo_id, size, type, bytes)
    values (${picture.photo_id}, ${picture.size}, ${picture.type}, ${bytes})`)
}

/** Lets the pictures' table of a scratch database take what a backup has of them: digests in place of bytes. */
export async function takeDigestsAlone(scratch: Queries): Promise<void> {
  await scratch.run(`
    alter table if exists ${pictureTable}
      alter column sha256 drop expression, alter column length drop expression,
      alter column bytes drop not null`)
}
