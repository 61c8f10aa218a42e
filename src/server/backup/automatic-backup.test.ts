import { createHash } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
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
import { addJournalRow } from '../../../tests/support/test-database.ts'
import { sampleJournal } from '../../../tests/support/sample-settings.ts'
import { Pool } from '../database/pool.ts'
import { loadKeys } from '../settings/keys.ts'
import { backupInWords, takeBackup, type BackupPlace } from './automatic-backup.ts'
import { journalIdOf } from './journal-id.ts'
import { lastBackupAt } from './own-backups.ts'
import { folderOfFile, folderOfTest } from '../../../tests/support/folders.ts'
import { readBackup } from './read-backup.ts'
import { removeScratch } from './scratch-database.ts'
import { long } from '../../../tests/support/quick.ts'

const now = new Date('2026-11-20T02:15:00Z')
const dataDir = folderOfFile()
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
    update auth.users set email = 'zeljka@tagebuch.internal' where email like 'željka@%'`
  await addJournalRow(db.sql)
  await fillJournal(db.sql, 300)
  const { pool, connection } = db
  place = {
    pool,
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
})

const scratchDatabases = async () =>
  db.sql`select datname from pg_database where datname like 'tagebuch_check_%'`

async function ownerOf({ pool, journal }: BackupPlace) {
  return { id: await journalIdOf(pool), journal }
}

describe('an automatic backup', () => {
  it('is for its owner alone, holds public key and settings, and no secret', async () => {
    const { jwtSecret, anonKey } = loadKeys(dataDir)
    const written = await takeBackup(place, 'nightly', now)
    const { file } = written
    expect(backupInWords(written)).toMatch(/^\S+ \([^()]+\)$/)
    expect(path.basename(file)).toBe('tagebuch-2026-11-20-031500-nightly.json.gz')
    expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
    expect((await readBackup(file)).header).toMatchObject({ anonKey, settings: sampleJournal })
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain(jwtSecret)
    expect(readdirSync(folder)).toEqual([path.basename(file)])
    expect(await scratchDatabases()).toEqual([])
    expect(await lastBackupAt(folder, await ownerOf(place), new Date())).toEqual(now)
  })

  it('holds every row of a table, however many', async () => {
    const [reactions] = await db.sql<{ count: number }[]>`
      select count(*)::int from public.reactions`
    expect(reactions?.count, 'more than are fetched at once').toBeGreaterThan(500)
    const { file } = await takeBackup(place, 'before-update', now)
    expect((await readBackup(file)).counts).toMatchObject({ 'public.reactions': reactions?.count })
    rmSync(file)
  })

  it('counts only if a restore gives back each row, and leaves nothing otherwise', async () => {
    const forgetful = folderOfTest()
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
  })

  const newestVersion = async () => {
    const [row] = await db.sql<{ version: string }[]>`
      select max(version) as version from supabase_migrations.schema_migrations`
    return row?.version ?? ''
  }

  it('is made, and called unproved, where the role may create no database', long, async () => {
    await db.sql.run(`create role reader login password 'reader' bypassrls`)
    await db.sql.run(`grant pg_read_all_data to reader`)
    const connection = { ...db.connection, user: 'reader', password: 'reader' }
    const reader = new Pool(connection, { name: 'test', max: 2 })
    const theirs = { ...place, pool: reader, connection, folder: path.join(dataDir, 'theirs') }
    const before = readdirSync(dataDir)
    const written = await takeBackup(theirs, 'nightly', now)
    expect(written).toMatchObject({ isProved: false, counts: { 'public.entries': 280 } })
    expect(backupInWords(written)).toMatch(/\); it is not proved by a restore, .*CREATEDB/)
    expect(readdirSync(dataDir).filter((name) => !before.includes(name))).toEqual(['theirs'])
    expect(await lastBackupAt(theirs.folder, await ownerOf(place), new Date())).toEqual(now)
    // Row level security would leave rows out without a word.
    await db.sql`alter role reader nobypassrls`
    const blind = takeBackup(theirs, 'nightly', now)
    await expect(blind).rejects.toThrow(/No backup could be made in \S+ \(42501\)/)
    await reader.end()
  })

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
    await db.sql.run(`create database ${abandoned}`)
    await db.sql.run(`create database ${used}`)
    const user = new Pool({ ...db.connection, database: used ?? '' }, { name: 'test', max: 1 })
    await user.run('select 1')
    await removeScratch(place)
    expect(await scratchDatabases()).toEqual([{ datname: used }])
    await user.end()
    await removeScratch(place)
    expect(await scratchDatabases()).toEqual([])
  })
})

describe('two journals of people with the same names, with one folder', () => {
  const shared = path.join(dataDir, 'shared')
  const days = Array.from({ length: 9 }, (_, index) => new Date(Date.UTC(2026, 5, 1 + index, 1)))
  let other: TestDatabase
  let ours: BackupPlace
  let theirs: BackupPlace

  beforeAll(async () => {
    other = await cluster.createTestDatabase()
    for (const name of ['Jonas', 'Zeljka']) await createPartner(other.sql, name)
    await addJournalRow(other.sql)
    ours = { ...place, folder: shared }
    theirs = { ...ours, pool: other.pool, connection: other.connection }
  })
  afterAll(() => other.drop())

  const last = async (whose: BackupPlace) => lastBackupAt(shared, await ownerOf(whose), new Date())
  const names = () => readdirSync(shared).toSorted()
  const nameOf = (day: Date) => `tagebuch-${day.toISOString().slice(0, 10)}-030000-nightly.json.gz`
  const copied = (from: string, day: Date) => {
    copyFileSync(from, path.join(shared, nameOf(day)))
    return nameOf(day)
  }

  it('both have one after a night, and neither counts the other’s', async () => {
    const [one, two] = await Promise.all([
      takeBackup(ours, 'nightly', now),
      takeBackup(theirs, 'nightly', now),
    ])
    expect(one.file).not.toBe(two.file)
    expect(names()).toEqual([one.file, two.file].map((file) => path.basename(file)).toSorted())
    expect(await last(ours)).toEqual(now)
    rmSync(one.file)
    expect([await last(ours), await last(theirs)]).toEqual([undefined, now])
  })

  it('neither removes the other’s, and none for the sake of a truncated one', async () => {
    const { file: mine } = await takeBackup(ours, 'nightly', now)
    const own = days.map((day) => copied(mine, day))
    const whole = readFileSync(mine)
    // Later on the same day, and cut off: its header can be read.
    const cut = own.at(-1)?.replace('030000', '040000') ?? ''
    writeFileSync(path.join(shared, cut), whole.subarray(0, whole.length - 20))
    const ofOurs = names().filter((name) => name.startsWith('tagebuch-2026-06'))
    await takeBackup(theirs, 'nightly', new Date(now.getTime() + 1000))
    expect(names()).toEqual(expect.arrayContaining([path.basename(mine), ...ofOurs]))
    await takeBackup(ours, 'nightly', new Date(now.getTime() + 2000))
    const left = names().filter((name) => name.startsWith('tagebuch-2026-06'))
    // The last six days beside that of the newest, and what cannot be read.
    expect(left).toEqual([cut, ...days.slice(3).map((day) => nameOf(day))].toSorted())
  })

  it('a truncated newest one does not count', async () => {
    const later = new Date(now.getTime() + 3_600_000)
    const { file } = await takeBackup(ours, 'nightly', later)
    expect(await last(ours)).toEqual(later)
    writeFileSync(file, readFileSync(file).subarray(0, -20))
    // The one before it of this day was removed for its sake; the copies of then are left.
    expect(await last(ours)).toEqual(now)
  })

  it('the newest one is the last that was taken, also where the time zone has changed since', async () => {
    const folder = path.join(dataDir, 'zones')
    const inZone = (timeZone: string): BackupPlace => ({
      ...ours,
      folder,
      journal: { ...sampleJournal, timeZone },
    })
    await takeBackup(inZone('Asia/Tokyo'), 'nightly', now)
    const later = new Date(now.getTime() + 3_600_000)
    await takeBackup(inZone('America/New_York'), 'nightly', later)
    const owner = await ownerOf(inZone('America/New_York'))
    expect(await lastBackupAt(folder, owner, new Date())).toEqual(later)
  })

  it('one of before there were ids counts by the identifiers in it', async () => {
    const { file } = await takeBackup(ours, 'nightly', new Date(now.getTime() + 7_200_000))
    const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
    const { journalId, ...old } = JSON.parse(header) as Record<string, unknown>
    expect(journalId).toMatch(/^[0-9a-f]{32}$/)
    const end = JSON.parse(lines.pop() ?? '') as object
    const body = `${[JSON.stringify(old), ...lines].join('\n')}\n`
    const sha256 = createHash('sha256').update(body).digest('hex')
    writeFileSync(file, gzipSync(`${body}${JSON.stringify({ ...end, sha256 })}\n`))
    expect([await last(ours), await last(theirs)]).toEqual([
      new Date(now.getTime() + 7_200_000),
      new Date(now.getTime() + 7_200_000),
    ])
    const partners = sampleJournal.partners.map(({ name }, at) => ({
      name,
      identifier: `${at}@tagebuch.internal`,
    }))
    const strangers = {
      ...sampleJournal,
      partners: [partners[0], partners[1]],
    } as typeof sampleJournal
    expect(
      await lastBackupAt(shared, { id: '0'.repeat(32), journal: strangers }, new Date()),
    ).toBeUndefined()
  })
})
