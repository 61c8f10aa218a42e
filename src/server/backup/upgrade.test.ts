import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrationsDir, silentLog } from '../../../tests/support/cluster.ts'
import { createPartner } from '../../../tests/support/database.ts'
import { db, withDatabase } from '../../../tests/support/test-database.ts'
import { sampleJournal } from '../../../tests/support/sample-settings.ts'
import type { BackupPlace } from './automatic-backup.ts'
import { folderOfTest } from '../../../tests/support/folders.ts'
import { readBackup } from './read-backup.ts'
import { upgradeDatabase } from './upgrade.ts'

let folder: string
let place: BackupPlace

withDatabase()
beforeAll(async () => createPartner(db.sql, 'Jonas'))

beforeEach(() => {
  folder = folderOfTest()
  cpSync(migrationsDir, path.join(folder, 'migrations'), { recursive: true })
  const { pool, connection } = db
  place = {
    pool,
    connection,
    dataDir: folder,
    log: silentLog,
    folder: path.join(folder, 'backups'),
    journal: sampleJournal,
    migrationsDir: path.join(folder, 'migrations'),
  }
})

/** A migration that this database has not seen. */
const add = (sql: string, name = '29990101000000_next.sql') =>
  writeFileSync(path.join(place.migrationsDir, name), sql)
const changed = async () => {
  const [row] = await db.sql<{ half: string | null; schema: string }[]>`
    select to_regclass('public.half')::text as half, max(version) as schema
    from supabase_migrations.schema_migrations`
  return row?.half !== null || row.schema > '2998'
}

describe('the update of a journal', () => {
  it('finds nothing that is new after it, and makes no backup then', async () => {
    const noted = () => db.sql`select version from supabase_migrations.schema_migrations order by 1`
    const before = await noted()
    expect(before).toHaveLength(readdirSync(migrationsDir).length)
    await upgradeDatabase(place)
    expect([await noted(), existsSync(place.folder)]).toEqual([before, false])
  })

  it('is refused where a newer version has brought the database further, and changes nothing', async () => {
    await db.sql`
      insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`
    await expect(upgradeDatabase(place)).rejects.toThrow(
      /brought to schema 29990101000000 by a newer version .* nothing was changed/,
    )
    await db.sql`delete from supabase_migrations.schema_migrations where version like '2999%'`
  })

  it('that fails leaves the journal as it was, beside the backup of it, and says so', async () => {
    // The one before it too is undone: what ran last still fits this database.
    add('create table public.half ()', '29980101000000_good.sql')
    add(`select 'geheim'::int`)
    await expect(upgradeDatabase(place)).rejects.toThrow(
      'The migration 29990101000000_next.sql failed (22P02); the database is as it was before.',
    )
    expect(await changed()).toBe(false)
    const [backup = '', ...others] = readdirSync(place.folder)
    expect([backup, others]).toEqual([expect.stringMatching(/-before-update\.json\.gz$/), []])
    expect((await readBackup(path.join(place.folder, backup))).counts).toMatchObject({
      'public.profiles': 1,
    })
  })

  it('does not begin without a backup, and says so', async () => {
    add('create table public.half ()')
    writeFileSync(place.folder, 'a file where the folder should be')
    await expect(upgradeDatabase(place)).rejects.toThrow(
      /^The database has to be updated, and is only after a backup\. /,
    )
    expect(await changed()).toBe(false)
  })
})
