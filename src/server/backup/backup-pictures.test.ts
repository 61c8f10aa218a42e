import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeBackup } from '../../../tests/support/changed-backup.ts'
import { migrationsDir, silentLog } from '../../../tests/support/cluster.ts'
import {
  addJournalRow,
  addTwoPeople,
  db,
  withDatabase,
} from '../../../tests/support/test-database.ts'
import { sampleJournal } from '../../../tests/support/sample-settings.ts'
import { storedDigests, storePhotos } from '../../../tests/support/stored-photos.ts'
import { takeBackup, type BackupPlace } from './automatic-backup.ts'
import { journalIdOf } from './journal-id.ts'
import { lastBackupAt } from './own-backups.ts'
import { folderOfFile } from '../../../tests/support/folders.ts'
import { readBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { removeUnnamedPictures } from './unnamed-pictures.ts'
import { writeBackup } from './write-backup.ts'

const root = folderOfFile()
const extras = { settings: sampleJournal }
const night = new Date('2026-11-20T02:15:00Z')
/** The same day, so that an earlier backup of it is removed. */
const later = new Date('2026-11-20T03:15:00Z')
let id: string
let place: BackupPlace
/** Of the pictures that the journal's backups share. */
let pictures: string

withDatabase()
beforeEach(async () => {
  await addTwoPeople('Jonas', 'Zeljka')
  await addJournalRow()
  await storePhotos(db.sql, [1, 2, 3, 4, 5])
  const { pool, connection } = db
  const folder = mkdtempSync(path.join(root, 'backups-'))
  const journal = sampleJournal
  place = { pool, connection, dataDir: root, log: silentLog, folder, journal, migrationsDir }
  id = (await journalIdOf(pool)) ?? ''
  pictures = path.join(folder, `photos-${id}`)
})
afterEach(async () => db.empty())

const nightly = async (at = night) => (await takeBackup(place, 'nightly', at)).file
const last = async () =>
  lastBackupAt(place.folder, { id, journal: sampleJournal }, new Date('2026-12-01'))
const inFolder = () => readdirSync(pictures).toSorted()
const pathOf = (name: string | undefined) => path.join(pictures, name ?? '')
const bytes = async () =>
  db.sql`select photo_id, size, type, bytes from public.photo_files order by photo_id, size`
const clean = async () => removeUnnamedPictures(place.folder, id, new AbortController().signal)
const contentOf = (file: string) => readFileSync(file)

describe('the pictures of a backup', () => {
  it('are written once: a night in which one photo is new writes its two', async () => {
    await nightly()
    expect(inFolder()).toEqual(await storedDigests(db.sql))
    expect(statSync(pictures).mode & 0o777).toBe(0o700)
    expect(statSync(pathOf(inFolder()[0])).mode & 0o777).toBe(0o600)
    const before = new Map(inFolder().map((name) => [name, statSync(pathOf(name)).ino]))
    await storePhotos(db.sql, [6])
    await nightly(later)
    const written = inFolder().filter((name) => before.get(name) !== statSync(pathOf(name)).ino)
    expect(written).toHaveLength(2)
    expect(inFolder()).toEqual(await storedDigests(db.sql))
  })

  it('are what a backup needs to count; the next one writes again what is damaged or gone', async () => {
    await nightly()
    const [damaged, gone] = inFolder()
    writeFileSync(pathOf(damaged), Buffer.alloc(statSync(pathOf(damaged)).size))
    expect(await last()).toBeUndefined()
    rmSync(pathOf(gone))
    await nightly(later)
    expect(await last()).toEqual(later)
    expect(inFolder()).toEqual(await storedDigests(db.sql))
  })

  it('go when no backup names them, and none does while one cannot be read or is being written', async () => {
    const first = await nightly()
    await db.sql`delete from public.photos where position = 3`
    const kept = await storedDigests(db.sql)
    const byHand = path.join(place.folder, 'von-hand.json.gz')
    copyFileSync(first, byHand)
    await nightly(later)
    expect(inFolder()).toHaveLength(10)
    writeFileSync(byHand, contentOf(byHand).subarray(0, -20))
    await clean()
    expect(inFolder()).toHaveLength(10)
    rmSync(byHand)
    const draft = path.join(place.folder, 'tagebuch-eines-anderen.draft')
    writeFileSync(draft, '')
    await clean()
    expect(inFolder()).toHaveLength(10)
    const half = `${kept[0]}.00000000-0000-4000-8000-000000000000.part`
    for (const name of [half, 'etwas-anderes']) writeFileSync(pathOf(name), '')
    const old = new Date(Date.now() - 3_600_000)
    for (const file of [draft, pathOf(half)]) utimesSync(file, old, old)
    await nightly(new Date(later.getTime() + 1000))
    expect(inFolder()).toEqual([...kept, 'etwas-anderes'].toSorted())
  })

  it('are no links, nor in a folder that is one', async () => {
    await nightly()
    const [name] = inFolder()
    const elsewhere = path.join(place.folder, 'bild')
    renameSync(pathOf(name), elsewhere)
    symlinkSync(elsewhere, pathOf(name))
    expect(await last()).toBeUndefined()
    writeFileSync(elsewhere, 'nicht meins')
    await nightly(later)
    expect(contentOf(elsewhere).toString()).toBe('nicht meins')
    expect(await last()).toEqual(later)
    const target = `${place.folder}-woanders`
    renameSync(pictures, target)
    symlinkSync(target, pictures)
    expect(await last()).toBeUndefined()
    await expect(nightly(new Date(later.getTime() + 1000))).rejects.toThrow('is no folder')
    expect(readdirSync(target)).toHaveLength(10)
  })
})

describe('a backup at a place of its own', () => {
  const carried = async () => {
    const file = path.join(place.folder, 'journal.json.gz')
    await writeBackup(db.pool, file, new Date(), extras)
    return { file, folder: path.join(place.folder, 'journal-photos') }
  }

  it('brings its pictures along, byte by byte, also under another name', async () => {
    const before = await bytes()
    const { file, folder } = await carried()
    const moved = path.join(mkdtempSync(path.join(root, 'moved-')), 'anders.json.gz')
    copyFileSync(file, moved)
    renameSync(folder, path.join(path.dirname(moved), 'journal-photos'))
    await db.sql`delete from public.photos`
    await restoreBackup(db.pool, moved, await readBackup(moved))
    expect(await bytes()).toEqual(before)
    renameSync(
      path.join(path.dirname(moved), 'journal-photos'),
      path.join(path.dirname(moved), 'anders-photos'),
    )
    await restoreBackup(db.pool, moved, await readBackup(moved))
    expect(await bytes()).toEqual(before)
  })

  it('is restored without a picture only where that was said, and then its photo stays', async () => {
    const before = await bytes()
    const { file, folder } = await carried()
    const [gone = ''] = readdirSync(folder)
    rmSync(path.join(folder, gone))
    const verified = await readBackup(file)
    await expect(restoreBackup(db.pool, file, verified)).rejects.toThrow(
      `The picture ${gone} of the backup ${file} is missing or damaged; nothing was changed.`,
    )
    expect(await bytes()).toEqual(before)
    await restoreBackup(db.pool, file, verified, { without: new Set([gone]) })
    expect(await bytes()).toHaveLength(9)
    expect(await db.sql`select from public.photos`).toHaveLength(5)
  })

  it('leaves no picture behind if it fails', async () => {
    const check = async () => Promise.reject(new Error('differs'))
    const file = path.join(place.folder, 'journal.json.gz')
    await expect(writeBackup(db.pool, file, new Date(), extras, { check })).rejects.toThrow(
      'differs',
    )
    expect(readdirSync(place.folder)).toEqual([])
  })

  it('names no file elsewhere', async () => {
    const { file } = await carried()
    const changed = path.join(place.folder, 'changed.json')
    changeBackup(file, changed, {
      rows: { 'public.photo_files': (row) => ({ ...row, sha256: '../../etc/hostname' }) },
    })
    await expect(restoreBackup(db.pool, changed, await readBackup(changed))).rejects.toThrow(
      'a picture is not named as backups do',
    )
    expect(await db.sql`select from public.photos`).toHaveLength(5)
    changeBackup(file, changed, { header: (header) => ({ ...header, pictures: '../..' }) })
    await expect(readBackup(changed)).rejects.toThrow('its first line is not understood')
  })
})
