import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { changeBackup } from '../../../tests/support/changed-backup.ts'
import { addTwoPeople, anna, ben, db, withDatabase } from '../../../tests/support/test-database.ts'
import { writeOneOfEach } from '../../../tests/support/one-of-each.ts'
import { sampleJournal } from '../../../tests/support/sample-settings.ts'
import { folderOfFile } from '../../../tests/support/folders.ts'
import { readBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const day = 24 * 3_600_000
const folder = folderOfFile()
let file: string
const changed = () => path.join(folder, 'changed.json')

withDatabase()
beforeAll(async () => {
  await addTwoPeople('Jonas', 'Zeljka')
  await writeOneOfEach(db.sql, anna, ben)
  file = path.join(folder, 'whole.json.gz')
  await writeBackup(db.pool, file, new Date(), { settings: sampleJournal })
})

it('a backup of a time zone that the database does not know is refused', async () => {
  const rows = { 'public.journal': (row: object) => ({ ...row, time_zone: 'Mars/Olympus' }) }
  changeBackup(file, changed(), { rows })
  await expect(restoreBackup(db.pool, changed(), await readBackup(changed()))).rejects.toThrow(
    'has a time zone that the database does not know; nothing was changed',
  )
  expect(await db.sql`select time_zone from public.journal`).toEqual([
    { time_zone: 'Europe/Berlin' },
  ])
})

it('a backup of a day that has not come is refused, and so the times in it', async () => {
  const takenAt = new Date(Date.now() + 2 * day).toISOString()
  changeBackup(file, changed(), { header: (header) => ({ ...header, takenAt }) })
  await expect(restoreBackup(db.pool, changed(), await readBackup(changed()))).rejects.toThrow(
    'is the clock right? Nothing was changed',
  )
})

it('a date that a person chose, and a mark of memories, may be in the far future', async () => {
  const rows = {
    'public.entries': (row: Readonly<Record<string, unknown>>) => ({
      ...row,
      scheduled_date: row['category'] === 'ideen' ? '2099-01-01T12:00:00+00:00' : null,
    }),
    'public.memory_marks': (row: object) => ({ ...row, until: '2099-01-01' }),
  }
  changeBackup(file, changed(), { rows })
  await restoreBackup(db.pool, changed(), await readBackup(changed()))
  expect(await db.sql`select from public.entries where scheduled_date > '2098-01-01'`).toHaveLength(
    2,
  )
})

it('times of a machine whose clock was ahead are moved in their order, if the operator says so', async () => {
  const { header } = await readBackup(file)
  const taken = Date.parse(header.takenAt)
  const ahead = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        typeof value === 'string' && ['updated_at', 'removed_at', 'visible_since'].includes(column)
          ? value.replace(/^\d{4}/, '2031')
          : value,
      ]),
    )
  const rows = Object.fromEntries(
    ['entries', 'replies', 'reactions', 'removals'].map((table) => [`public.${table}`, ahead]),
  )
  changeBackup(file, changed(), { rows })
  const verified = await readBackup(changed())
  await expect(restoreBackup(db.pool, changed(), verified)).rejects.toThrow('add --move-times')

  const order = async () => db.sql`
    select name, id::text from (
      select 'entries' as name, id, updated_at from public.entries
      union all select 'replies', id, updated_at from public.replies
      union all select 'reactions', id, updated_at from public.reactions
      union all select 'removals', id, updated_at from public.removals
    ) all_rows order by updated_at, name, id`
  await restoreBackup(db.pool, file, await readBackup(file))
  const before = await order()
  const { movedTimes } = await restoreBackup(db.pool, changed(), verified, { movesTimes: true })
  expect(movedTimes).toBeGreaterThan(before.length / 2)
  expect(await order()).toEqual(before)
  const [newest] = await db.sql<{ at: Date }[]>`select max(updated_at) as at from public.entries`
  expect(newest?.at.getTime()).toBeLessThanOrEqual(taken + day)
  expect(newest?.at.getTime()).toBeGreaterThan(taken)
})
