import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  migrationsDir,
  silentLog,
  startTestCluster,
  type TestCluster,
  type TestDatabase,
} from '../../../tests/support/cluster.ts'
import { createPartner } from '../../../tests/support/database.ts'
import { fillJournal } from '../../../tests/process/support/journal-state.ts'
import { sampleJournal } from '../../../tests/support/sample-settings.ts'
import { connect } from '../database/connection.ts'
import { loadKeys } from '../settings/keys.ts'
import { lastBackupAt, takeBackup, type BackupPlace } from './automatic-backup.ts'
import { readBackup } from './read-backup.ts'
import { removeScratch } from './scratch-database.ts'

const now = new Date('2026-11-20T02:15:00Z')
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'tagebuch-nightly-'))
const folder = path.join(dataDir, 'backups')
/** One of its own: other files' scratch databases would be counted. */
let cluster: TestCluster
let db: TestDatabase
let place: BackupPlace

beforeAll(async () => {
  cluster = await startTestCluster()
  db = await cluster.createTestDatabase()
  await createPartner(db.sql, 'Jonas')
  await createPartner(db.sql, 'Željka')
  await db.sql`
    insert into public.journal (time_zone, special_days, days_counter_from)
    values ('Europe/Berlin', '[]', '2025-08-17')`
  await fillJournal(db.sql, 2_000)
  const { sql, connection } = db
  place = {
    sql,
    connection,
    dataDir,
    log: silentLog,
    folder,
    journal: sampleJournal,
    migrationsDir,
  }
})
afterAll(async () => {
  await db.drop()
  await cluster.stop()
  rmSync(dataDir, { recursive: true })
})

const scratchDatabases = async () =>
  db.sql`select datname from pg_database where datname like 'tagebuch_check_%'`

describe('an automatic backup', () => {
  it('is for its owner alone, holds public key and settings, and no secret', async () => {
    const { jwtSecret, anonKey } = loadKeys(dataDir)
    const { file } = await takeBackup(place, 'nightly', now)
    expect(path.basename(file)).toBe('tagebuch-2026-11-20-031500-nightly.json.gz')
    expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
    expect((await readBackup(file)).header).toMatchObject({ anonKey, settings: sampleJournal })
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain(jwtSecret)
    expect(readdirSync(folder)).toEqual([path.basename(file)])
    expect(await scratchDatabases()).toEqual([])
    expect(await lastBackupAt(folder, new Date())).toEqual(now)
  })

  it('counts only if a restore gives back each row, and leaves nothing otherwise', async () => {
    const forgetful = mkdtempSync(path.join(os.tmpdir(), 'tagebuch-forgetful-'))
    for (const name of readdirSync(migrationsDir))
      copyFileSync(path.join(migrationsDir, name), path.join(forgetful, name))
    const version = await newestVersion()
    const newest = readdirSync(forgetful).find((name) => name.startsWith(version)) ?? ''
    const forgets = 'create rule forgetful as on insert to public.reactions do instead nothing;'
    appendFileSync(path.join(forgetful, newest), forgets)
    const before = readdirSync(folder)
    const broken = { ...place, migrationsDir: forgetful }
    await expect(takeBackup(broken, 'nightly', new Date('2026-11-21T02:15:00Z'))).rejects.toThrow(
      /The rows of public.reactions differ after a restore/,
    )
    expect(readdirSync(folder)).toEqual(before)
    expect(await scratchDatabases()).toEqual([])
    rmSync(forgetful, { recursive: true })
  })

  const newestVersion = async () => {
    const [row] = await db.sql<{ version: string }[]>`
      select max(version) as version from supabase_migrations.schema_migrations`
    return row?.version ?? ''
  }

  it(
    'is proved in a cluster of its own where the role may create no database',
    { tags: ['long'] },
    async () => {
      await db.sql.unsafe(`create role reader login password 'reader' bypassrls`)
      await db.sql.unsafe(`grant pg_read_all_data to reader`)
      const connection = { ...db.connection, user: 'reader', password: 'reader' }
      const reader = connect(connection, { max: 2, onnotice: () => undefined })
      const theirs = { ...place, sql: reader, connection, folder: path.join(dataDir, 'theirs') }
      const { counts } = await takeBackup(theirs, 'nightly', now)
      expect(counts['public.entries']).toBe(1_980)
      expect(readdirSync(dataDir)).not.toContain('check')
      // Row level security would leave rows out without a word.
      await db.sql`alter role reader nobypassrls`
      const blind = takeBackup(theirs, 'nightly', now)
      await expect(blind).rejects.toThrow(/No backup could be made in \S+ \(42501\)/)
      await reader.end()
    },
  )

  it('that is aborted leaves neither file nor database', async () => {
    const breaking = new AbortController()
    const before = readdirSync(folder)
    const taking = takeBackup(place, 'nightly', new Date('2026-11-22T02:15:00Z'), breaking.signal)
    const outcome = taking.catch((error: unknown) => error)
    while ((await scratchDatabases()).length === 0) await new Promise(setImmediate)
    breaking.abort()
    expect(await outcome).toMatchObject({ message: expect.stringMatching(/^No backup could be/) })
    expect(readdirSync(folder)).toEqual(before)
    expect(await scratchDatabases()).toEqual([])
  })

  it('leaves nothing of a killed one: the scratch database goes, unless it is in use', async () => {
    const [abandoned, used] = ['a', 'b'].map((digit) => `tagebuch_check_${digit.repeat(32)}`)
    await db.sql.unsafe(`create database ${abandoned}`)
    await db.sql.unsafe(`create database ${used}`)
    const user = connect({ ...db.connection, database: used ?? '' }, { max: 1 })
    await user`select 1`
    await removeScratch(place)
    expect(await scratchDatabases()).toEqual([{ datname: used }])
    await user.end()
    await removeScratch(place)
    expect(await scratchDatabases()).toEqual([])
  })
})
