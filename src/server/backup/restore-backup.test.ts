import { randomUUID } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { changeBackup } from '../../../tests/support/changed-backup.ts'
import { migrationsDir } from '../../../tests/support/cluster.ts'
import { createPartner, lockAwaited } from '../../../tests/support/database.ts'
import { addJournalRow, db, withDatabase } from '../../../tests/support/test-database.ts'
import { sampleJournal } from '../../../tests/support/sample-settings.ts'
import { rowValues, sqlOf, type TestSql } from '../../../tests/support/sql.ts'
import { Pool } from '../database/pool.ts'
import { prepareDatabase } from '../database/prepare-database.ts'
import { folderOfFile } from '../../../tests/support/folders.ts'
import { backupTables } from './format.ts'
import { readBackup, readHeader } from './read-backup.ts'
import { requireRestorable } from './restorable.ts'
import { restoreBackup } from './restore-backup.ts'
import { backupFile } from './backup-name.ts'
import { writeBackup } from './write-backup.ts'

const extras = { settings: sampleJournal }
const now = new Date()
const named = new Date('2026-11-20T17:30:00Z')
const folder = folderOfFile()

withDatabase()

/** Writes a backup of the journal as it is now; returns its path. */
async function backup(name: string, at = now): Promise<string> {
  const file = path.join(folder, name)
  await writeBackup(db.pool, file, at, extras)
  return file
}

const restore = async (file: string, pool = db.pool) =>
  restoreBackup(pool, file, await readBackup(file))

async function somebody(): Promise<string> {
  const [person] = await db.sql<{ id: string }[]>`select id from public.profiles order by name`
  return person?.id ?? ''
}

async function aJournal(sql: TestSql): Promise<void> {
  for (const name of ['Jonas', 'Zeljka']) await createPartner(sql, name)
  await addJournalRow(sql)
  await sql`
    insert into public.entries (user_id, category, content)
    select id, 'gedanken', 'Von ' || name from public.profiles`
}

const contents = async (sql: TestSql) =>
  (await sql<{ content: string }[]>`select content from public.entries order by 1`).map(
    ({ content }) => content,
  )

describe('a backup', () => {
  it('holds every table of the journal but the one of the machine', async () => {
    const tables = await db.sql<{ name: string }[]>`
      select 'public.' || tablename as name from pg_tables where schemaname = 'public'`
    const known = [...backupTables.map(({ name }) => name), 'public.server_starts']
    expect(known).toEqual(expect.arrayContaining(tables.map(({ name }) => name)))
  })

  it('of a database without a journal is refused and leaves no file', async () => {
    const file = path.join(folder, 'nothing.json.gz')
    await expect(writeBackup(db.pool, file, now, extras)).rejects.toThrow('no journal to back up')
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  it('is named by the clock of the journal’s time zone, each with a name of its own', async () => {
    const first = await backupFile(folder, named, 'Europe/Berlin')
    expect(path.basename(first)).toBe('tagebuch-2026-11-20-183000.json.gz')
    await aJournal(db.sql)
    await writeBackup(db.pool, first, now, extras)
    const second = await backupFile(folder, named, 'Europe/Berlin')
    expect(path.basename(second)).toBe('tagebuch-2026-11-20-183000-2.json.gz')
  })

  it('that cannot be written is an error with its path, and no draft stays', async () => {
    const file = path.join(folder, 'tagebuch-2026-11-20-183000.json.gz', 'below-a-file.json.gz')
    await expect(writeBackup(db.pool, file, now, extras)).rejects.toThrow(/cannot be written \(E/)
  })
})

describe('a restore into the operator’s own PostgreSQL', () => {
  it('needs no superuser, only the owner of the tables', async () => {
    await db.sql`create role plain_owner login password 'plain' createrole replication`
    await db.sql`create database elsewhere owner plain_owner`
    const role = { user: 'plain_owner', password: 'plain' }
    for (const role of ['anon', 'authenticated', 'service_role'])
      await db.sql.run(`grant ${role} to plain_owner with admin option`)
    const pool = new Pool(
      { ...db.connection, ...role, database: 'elsewhere' },
      { name: 'test', max: 2 },
    )
    const owner = sqlOf(pool)
    try {
      await prepareDatabase({ pool }, migrationsDir)
      await aJournal(owner)
      await owner`update public.entries set content = 'anders'`
      const file = path.join(folder, 'tagebuch-2026-11-20-183000.json.gz')
      await requireRestorable(pool)
      await restore(file, pool)
      expect(await contents(owner)).toEqual(['Von Jonas', 'Von Zeljka'])
      const rows = async (sql: TestSql) => {
        const found = await sql`
          select (to_jsonb(t) - 'edit_version')::text as row from public.entries t order by id`
        return found.map((one) => String(one['row']))
      }
      expect(await rows(owner)).toEqual(await rows(db.sql))
    } finally {
      await pool.end()
      await db.sql`drop database elsewhere`
    }
  })

  it('says in the journal’s row of when the backup is, each time', async () => {
    const restoredTo = async () => {
      const [row] = await db.sql<{ at: string | null }[]>`
        select to_json(restored_to at time zone 'UTC') #>> '{}' as at from public.journal`
      return row?.at
    }
    expect(await restoredTo()).toBeNull()
    const early = await backup('early.json.gz')
    await restore(early)
    expect(new Date(`${await restoredTo()}Z`)).toEqual(now)
    const later = new Date(now.getTime() + 3_600_120)
    const late = await backup('late.json.gz', later)
    await restore(early)
    expect(new Date(`${await restoredTo()}Z`)).toEqual(now)
    await restore(late)
    expect(new Date(`${await restoredTo()}Z`)).toEqual(later)
  })

  it('is tried again where it and a request of the running server wait for each other', async () => {
    const file = await backup('deadlock.json.gz')
    // Who waits longest looks for a deadlock first, and is ended: the restore.
    const settings = { deadlock_timeout: '3s' }
    const pool = new Pool(db.connection, { name: 'test', max: 1, settings })
    onTestFinished(async () => pool.end())
    await db.pool.session(async (request) => {
      await request.run("set deadlock_timeout = '1min'; begin; select from public.replies")
      const restored = restore(file, pool)
      await lockAwaited(db.sql)
      await request.run('select from public.entries; commit')
      await expect(restored).resolves.toMatchObject({ keptPrivate: 0 })
    })
  })

  it('moves the likes of quotes that were corrected since the backup was taken', async () => {
    const old = { quote_text: 'Gute Taten', quote_author: 'Alt' }
    const person = await somebody()
    await db.sql`insert into public.quote_likes ${rowValues({ user_id: person, ...old })}`
    const file = await backup('old-words.json.gz')
    await db.sql`
      insert into private.changed_quotes (old_text, old_author, new_text, new_author)
      values ('Gute Taten', 'Alt', 'Taten', 'Neu')`
    await restore(file)
    expect(await db.sql`select user_id, quote_text, quote_author from public.quote_likes`).toEqual([
      { user_id: person, quote_text: 'Taten', quote_author: 'Neu' },
    ])
  })

  it('keeps the ids that are used, and those alone', async () => {
    const person = await somebody()
    const usedIds = async () => db.sql`
      select table_name, row_id::text, user_id::text from private.used_ids order by row_id`
    const used = (row_id: string) => ({ table_name: 'reviews', row_id, user_id: person })
    const [before, after] = [randomUUID(), randomUUID()]
    await db.sql`insert into private.used_ids ${rowValues(used(before))}`
    const file = await backup('used-ids.json.gz')
    await db.sql`delete from private.used_ids`
    await db.sql`insert into private.used_ids ${rowValues(used(after))}`
    await restore(file)
    expect(await usedIds()).toEqual([used(before)])
  })

  it('keeps what an import knows of deleted and moved rows, and that alone', async () => {
    const person = await somebody()
    const known = async () => [
      ...(await db.sql`select row_id::text as id from private.deleted_rows`),
      ...(await db.sql`select id::text from private.moved_rows`),
    ]
    const remember = async (id: string) => {
      const row = { table_name: 'entries', user_id: person }
      await db.sql`insert into private.deleted_rows ${rowValues({ ...row, row_id: id })}`
      await db.sql`insert into private.moved_rows ${rowValues({ ...row, given: id, id })}`
    }
    await db.sql`truncate private.deleted_rows, private.moved_rows`
    const [before, after] = [randomUUID(), randomUUID()]
    await remember(before)
    const file = await backup('known-rows.json.gz')
    await db.sql`truncate private.deleted_rows, private.moved_rows`
    await remember(after)
    await restore(file)
    expect(await known()).toEqual([{ id: before }, { id: before }])
  })

  it('restores no subscription, and removes those that exist', async () => {
    const person = await somebody()
    await db.sql`
      insert into private.push_subscriptions
        (person, session_id, endpoint, p256dh, auth, origin, told_until, counted_from)
      values (${person}, gen_random_uuid(), 'https://web.push.apple.com/geheim', 'p', 'a', 'o',
        now(), now())`
    const file = await backup('with-a-device.json.gz')
    expect(gunzipSync(await readFile(file)).toString()).not.toContain('geheim')
    await restore(file)
    expect(await db.sql`select from private.push_subscriptions`).toHaveLength(0)
  })

  it('names the rights that a role lacks, and changes nothing', async () => {
    await db.sql`create role plain_guest login password 'plain'`
    await db.sql`grant usage on schema supabase_migrations, auth to plain_guest`
    await db.sql`grant select on supabase_migrations.schema_migrations to plain_guest`
    const plainGuest = { ...db.connection, user: 'plain_guest', password: 'plain' }
    const guest = new Pool(plainGuest, { name: 'test', max: 1 })
    await expect(requireRestorable(guest)).rejects.toThrow('must own the tables')
    await guest.end()
  })

  it('is refused while a server with another data directory uses the database', async () => {
    const other = new Pool(db.connection, { name: 'unser-tagebuch-api', max: 1 })
    await other.run('select 1')
    await expect(requireRestorable(db.pool)).rejects.toThrow('A server is using')
    await other.end()
  })

  it.each([
    ['public.entries', 'created_at', 'infinity'],
    ['public.entries', 'updated_at', '-infinity'],
    ['public.entries', 'visible_since', '0044-03-15 00:00:00+00 BC'],
    ['public.journal', 'days_counter_from', 'infinity'],
    ['public.profiles', 'updated_at', '292000-01-01 00:00:00+00'],
    ['public.last_looks', 'seen_until', 'INFINITY'],
    ['auth.users', 'created_at', '-infinity'],
    // The database itself does not take these.
    ['public.entries', 'scheduled_date', 'infinity'],
    ['public.entries', 'completed_at', '-infinity'],
    ['public.entries', 'created_at', '999999-01-01 00:00:00+00'],
    ['public.entries', 'created_at', 'bald'],
    // Later than the backup by more than a day.
    ['public.entries', 'updated_at', '9999-12-31 00:00:00+00'],
    ['public.entries', 'visible_since', '9999-12-31 00:00:00+00'],
    ['public.last_looks', 'seen_until', new Date(now.getTime() + 86_400_000).toISOString()],
    ['public.journal', 'backed_up_at', '9998-01-01 00:00:00+00'],
  ])('refuses a file whose %s.%s is %s, and changes nothing', async (table, column, time) => {
    const file = path.join(folder, 'odd-time.json.gz')
    const whole = await backup(`${randomUUID()}.json.gz`)
    changeBackup(whole, file, { rows: { [table]: (row) => ({ ...row, [column]: time }) } })
    const before = await contents(db.sql)
    await expect(restore(file)).rejects.toThrow(
      /has a time in \S+ that (cannot be|is more than a day after)|a value that cannot be, such as a time of infinity; nothing/,
    )
    expect(await contents(db.sql)).toEqual(before)
  })

  it('reads a file that was unzipped', async () => {
    const file = await backup('zipped.json.gz')
    const unzipped = path.join(folder, 'unzipped.json')
    await writeFile(unzipped, gunzipSync(await readFile(file)))
    const before = await contents(db.sql)
    await db.sql`update public.entries set content = 'anders'`
    await restoreBackup(db.pool, unzipped, await readBackup(unzipped))
    expect(await contents(db.sql)).toEqual(before)
    await writeFile(unzipped, gunzipSync(await readFile(file)).subarray(0, -1))
    await expect(readBackup(unzipped)).rejects.toThrow('its end is missing')
    expect(await readHeader(unzipped)).toBeDefined()
  })

  it('names a line of 600 MB as too long, without reading it into the memory', async () => {
    const file = path.join(folder, 'endless.json.gz')
    const spaces = gzipSync(Buffer.alloc(1024 * 1024, ' '))
    await writeFile(file, Buffer.concat(Array.from({ length: 600 }, () => spaces)))
    await expect(readBackup(file)).rejects.toThrow('a line is too long')
    expect(process.memoryUsage().external).toBeLessThan(100 * 1024 * 1024)
  })

  it('rolls back if the file changes after it was verified', async () => {
    const file = path.join(folder, 'tagebuch-2026-11-20-183000.json.gz')
    const verified = await readBackup(file)
    const cut = path.join(folder, 'cut.json.gz')
    await writeCut(file, cut)
    await db.sql`update public.entries set content = 'noch da'`
    await expect(restoreBackup(db.pool, cut, verified)).rejects.toThrow('damaged')
    expect(await contents(db.sql)).toEqual(['noch da', 'noch da'])
  })
})

async function writeCut(from: string, to: string): Promise<void> {
  const whole = await readFile(from)
  await writeFile(to, whole.subarray(0, whole.length - 30))
}
