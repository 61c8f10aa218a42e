import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeBackup } from '../../../tests/support/changed-backup.ts'
import { asPerson } from '../../../tests/support/database.ts'
import {
  anna as jonas,
  ben as zeljka,
  db,
  withTwoPeopleInEach,
} from '../../../tests/support/test-database.ts'
import { writeOneOfEach, type OneOfEach } from '../../../tests/support/one-of-each.ts'
import { sampleJournal } from '../../../tests/support/sample-settings.ts'
import { folderOfTest } from '../../../tests/support/folders.ts'
import { readBackup } from './read-backup.ts'
import { restoreBackup, type RestoreChanges } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

let folder: string
let made: OneOfEach

withTwoPeopleInEach('Jonas', 'Zeljka')
beforeEach(async () => {
  folder = folderOfTest()
  made = await writeOneOfEach(db.sql, jonas, zeljka)
  await db.sql`
    insert into public.replies (entry_id, user_id, content) values (${made.shared}, ${zeljka}, 'Von mir')`
  await db.sql`
    insert into public.reviews (entry_id, user_id, direction, grade, words_hash)
    values (${made.shared}, ${zeljka}, 'de-hr', 3, gen_random_uuid())`
  await db.sql`
    insert into public.photos (entry_id, user_id, position, width, height, placeholder, bytes)
    select id, ${jonas}, 3, 640, 480, 'AAAAAAAA', 1 from public.entries where id in (${made.shared}, ${made.idea})`
})

async function backup(name: string): Promise<string> {
  const file = path.join(folder, name)
  await writeBackup(db.pool, file, new Date(), { settings: sampleJournal })
  return file
}

const restore = async (file: string): Promise<RestoreChanges> =>
  restoreBackup(db.pool, file, await readBackup(file))

/** The rows that a person may read: an entry, and what belongs to it. */
async function seen(person: string, entry: string) {
  return asPerson(db.sql, person, async (sql) => {
    const [counts] = await sql`
      select (select count(*)::int from public.entries where id = ${entry}) as entries,
        (select count(*)::int from public.reactions where entry_id = ${entry}) as reactions,
        (select count(*)::int from public.replies where entry_id = ${entry}) as replies,
        (select count(*)::int from public.photos where entry_id = ${entry}) as photos,
        (select count(*)::int from public.reviews where entry_id = ${entry}) as reviews,
        (select count(*)::int from public.story_links where idea_id = ${entry}) as links`
    return counts
  })
}

const hidden = { entries: 0, reactions: 0, replies: 0, photos: 0, reviews: 0, links: 0 }

const removals = async (entry: string) =>
  db.sql<{ readers: string[]; later: boolean }[]>`
    select readers, removals.updated_at >= entries.updated_at as later
    from public.removals left join public.entries on entries.id = row_id
    where row_id = ${entry} and kind = 'hidden'`

describe('a restore over a journal', () => {
  it('keeps private what is private there, with all that belongs to it, and its removal', async () => {
    const file = await backup('shared.json.gz')
    await db.sql`update public.entries set is_private = true where id in (${made.shared}, ${made.idea})`
    const before = await db.sql`
      select updated_at::text as at from public.removals where row_id = ${made.shared}`

    expect(await restore(file)).toEqual({ keptPrivate: 2, movedTimes: 0 })
    for (const entry of [made.shared, made.idea]) {
      expect(await seen(zeljka, entry)).toEqual(hidden)
      expect(await removals(entry)).toEqual([{ readers: [zeljka], later: true }])
    }
    expect(await seen(jonas, made.shared)).toEqual({
      entries: 1,
      reactions: 1,
      replies: 2,
      photos: 2,
      reviews: 1,
      links: 0,
    })
    // The partner's device knows this time already: another one would say when the restore was.
    expect(
      await db.sql`select updated_at::text as at from public.removals where row_id = ${made.shared}`,
    ).toEqual(before)

    // A second restore is one over the restored journal.
    expect(await restore(file)).toEqual({ keptPrivate: 2, movedTimes: 0 })
    expect(await seen(zeljka, made.shared)).toEqual(hidden)
  })

  it('keeps private what its author hid before deleting it', async () => {
    const file = await backup('shared.json.gz')
    await db.sql`update public.entries set is_private = true where id = ${made.shared}`
    await db.sql`delete from public.entries where id in (${made.shared}, ${made.idea})`
    expect(await restore(file)).toEqual({ keptPrivate: 1, movedTimes: 0 })
    expect(await seen(zeljka, made.shared)).toEqual(hidden)
    expect(await removals(made.shared)).toHaveLength(1)
    expect(await seen(zeljka, made.idea)).toMatchObject({ entries: 1 })
  })

  it('can be shared again: the entry is then newer than its removal', async () => {
    const file = await backup('shared.json.gz')
    await db.sql`update public.entries set is_private = true where id = ${made.shared}`
    await restore(file)
    await asPerson(db.sql, jonas, async (sql) => {
      await sql`update public.entries set is_private = false where id = ${made.shared}`
    })
    expect(await removals(made.shared)).toEqual([{ readers: [zeljka], later: false }])
    expect(await seen(zeljka, made.shared)).toMatchObject({ entries: 1, replies: 2, reviews: 1 })
  })

  it('leaves what is shared again in both as it is, and what was private in the backup', async () => {
    const file = await backup('private.json.gz')
    await db.sql`update public.entries set is_private = false where id = ${made.hidden}`
    expect(await restore(file)).toEqual({ keptPrivate: 0, movedTimes: 0 })
    expect(await seen(zeljka, made.hidden)).toEqual(hidden)
    expect(await seen(zeljka, made.shared)).toMatchObject({ entries: 1, replies: 2, reviews: 1 })
  })
})

describe('a restored file that says of a private entry’s rows that they are shared', () => {
  it('shows none of them to the partner', async () => {
    await db.sql`update public.entries set is_private = true where id in (${made.shared}, ${made.idea})`
    const file = await backup('private.json.gz')
    const changed = path.join(folder, 'changed.json')
    const shared = (row: object) => ({ ...row, only_for: null })
    changeBackup(file, changed, {
      rows: {
        'public.reactions': shared,
        'public.replies': shared,
        'public.photos': shared,
        'public.story_links': shared,
        'public.reviews': (row) => ({ ...row, is_hidden: false }),
      },
    })
    await restore(changed)
    for (const entry of [made.shared, made.idea, made.hidden])
      expect(await seen(zeljka, entry)).toEqual(hidden)
    expect(await seen(jonas, made.idea)).toMatchObject({ entries: 1, links: 2 })
  })
})
