import { readFileSync, writeFileSync } from 'node:fs'
import { raw } from 'sql-template-tag'
import { afterEach, expect, it } from 'vitest'
import type { ReadPicture } from '../../src/web/features/device/book/picture-parts.ts'
import { openDevice, shown } from '../sync/device.ts'
import { rewritten, takeFiles, type FilePart } from '../support/book.ts'
import { samplePicture, withMetadata } from '../support/sample-pictures.ts'
import { bench, withBackupBench } from './support/backup-bench.ts'
import { long } from '../support/quick.ts'

/* Photos that were taken along come back with their pictures. */

withBackupBench()
afterEach(async () => empty())

const importing = (...given: string[]) => bench.run(['import', ...given, '--yes'])

/** As a new journal. */
async function empty(): Promise<void> {
  await bench.server.sql()`truncate entries, removals, photo_files, private.moved_rows cascade`
}

async function entryOf(name: string, content: string, category = 'erzaehlen'): Promise<string> {
  const [row] = await bench.server.sql()<{ id: string }[]>`
    insert into entries (user_id, category, content, created_at)
    select id, ${category}, ${content}, timestamptz '2026-01-01 12:00+01' + (select count(*) from entries) * interval '1 day'
    from profiles where name = ${name} returning id::text`
  return String(row?.id)
}

/** A photo of a person's; of two of these sizes a file has room for one. */
async function photoAt(
  entry: string,
  position: number,
  { bytes = 1000, length = 2000 }: { readonly bytes?: number; readonly length?: number } = {},
): Promise<string> {
  const [row] = await bench.server.sql()<{ id: string }[]>`
    insert into photos (entry_id, user_id, position, width, height, placeholder, description, bytes, created_at)
    select id, user_id, ${position}, 64, 48, 'AAAAAAAA', ${`Bild ${position}`}, ${bytes},
      timestamptz '2026-02-03 10:00:00.123456+01'
    from entries where id = ${entry} returning id::text`
  const id = String(row?.id)
  await bench.server.sql()`
    insert into photo_files (photo_id, size, bytes)
    values (${id}, 'preview', ${samplePicture(32, 24)}), (${id}, 'full', ${samplePicture(64, 48, length)})`
  return id
}

const readPicture: ReadPicture = async (id, size) => {
  const [row] = await bench.server.sql()<{ bytes: Buffer }[]>`
    select bytes from photo_files where photo_id = ${id} and size = ${size}`
  return row === undefined ? 'not-here' : new Blob([new Uint8Array(row.bytes)])
}

/** Writes the files of a person with the photos; returns their paths. */
async function taken(name: 'Jonas' | 'Željka', read = readPicture): Promise<readonly string[]> {
  const { files } = await takeFiles(bench.server, name, { withPrivate: true, readPicture: read })
  return Promise.all(
    files.map(async (file, index) => {
      const path = bench.file(`${name}-${index}.html`)
      writeFileSync(path, Buffer.from(await file.arrayBuffer()))
      return path
    }),
  )
}

/** All photos with their pictures, byte by byte, and the links of stories. */
async function stored(): Promise<readonly string[]> {
  const rows = await bench.server.pool().query<{ line: string }>(
    raw(`
    select jsonb_build_array(p.id, entry_id, user_id, position, width, height, placeholder, description, created_at,
      only_for, size, type, encode(f.bytes, 'hex'))::text as line
    from photos p join photo_files f on f.photo_id = p.id
    union all select jsonb_build_array(id, idea_id)::text from story_links
    order by 1`),
  )
  return rows.map(({ line }) => line)
}

it('the files of a journal bring its photos back, equal byte by byte, in any order, and once', async () => {
  const idea = await entryOf('Željka', 'Ans Meer', 'ideen')
  const story = await entryOf('Jonas', 'Wir waren am Meer')
  await bench.server.sql()`
    insert into story_links (id, user_id, idea_id) select id, user_id, ${idea} from entries where id = ${story}`
  await photoAt(idea, 0, { bytes: 200_000_000 })
  await photoAt(story, 2)
  await photoAt(story, 0, { bytes: 200_000_000 })
  const before = await stored()
  const files = await taken('Jonas')
  expect(files).toHaveLength(2)
  for (const order of [files, files.toReversed()]) {
    await empty()
    for (const [index, file] of order.entries()) {
      const done = await importing(file)
      expect(done.code).toBe(0)
      expect(done.output).toContain(`${index === order.indexOf(files[0] ?? '') ? 1 : 2} photos`)
      expect((await importing(file)).output).toMatch(/would add 0 .*, 0 photos/)
    }
    expect(await stored()).toEqual(before)
  }
  const [row] = await bench.server.sql()`
    select max(visible_since) < '1971-01-01' as "isOld", max(bytes) as bytes from photos`
  expect(row).toEqual({ isOld: true, bytes: 2240 })
})

it('a picture with what no server takes is left out and named, and one that was changed spoils its file', async () => {
  const entry = await entryOf('Jonas', 'Am See')
  const [good, bad] = [await photoAt(entry, 0), await photoAt(entry, 1)]
  const [file = ''] = await taken('Jonas')
  const text = readFileSync(file, 'utf8')
  const withPlace = ([part, value]: FilePart): FilePart => {
    const pictures = value as { readonly photo_id: string; readonly full: string }
    if (part !== 'pictures' || pictures.photo_id !== bad) return [part, value]
    const full = withMetadata(Buffer.from(pictures.full, 'base64')).toString('base64')
    return [part, { ...pictures, full }]
  }
  await empty()
  writeFileSync(
    file,
    rewritten(text, (parts) => parts.map(withPlace)),
  )
  const { code, output } = await importing(file)
  expect(code).toBe(0)
  expect(output).toContain(`or their entries have four: photos ${bad}.`)
  expect(await bench.server.sql()`select id::text from photos`).toEqual([{ id: good }])
  await empty()
  writeFileSync(
    file,
    text
      .replace(/("full":"[A-Za-z0-9+/]{30})./, '$1A')
      .replace(/("full":"[A-Za-z0-9+/]{31})./, '$1B'),
  )
  expect(await importing(file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('is damaged or was changed: it says what cannot be'),
  })
  expect(await bench.server.sql()`select from entries`).toHaveLength(0)
})

it('a photo comes back as a preview where the file has no more of it, not beside four others, and not once it was deleted', async () => {
  const entry = await entryOf('Jonas', 'Am See')
  const photo = await photoAt(entry, 0)
  const [small = ''] = await taken('Jonas', async (id, size) =>
    size === 'full' ? 'not-here' : readPicture(id, size),
  )
  await empty()
  expect((await importing(small)).code).toBe(0)
  expect(
    await bench.server.sql()`
      select width, height, (select count(distinct f.bytes)::int from photo_files f) as pictures from photos`,
  ).toEqual([{ width: 32, height: 24, pictures: 1 }])
  await bench.server.sql()`delete from photos`
  expect((await importing(small)).output).toMatch(/would add 0 .*1 were deleted since/)
  await bench.server.sql()`truncate removals`
  for (const position of [0, 1, 2, 3]) await photoAt(entry, position)
  expect((await importing(small)).output).toContain(`or their entries have four: photos ${photo}.`)
  await bench.server.sql()`delete from photos where position = 1`
  await bench.server.sql()`truncate removals`
  expect((await importing(small)).output).toContain('Added 0 entries')
  expect(await bench.server.sql()`select position from photos where id = ${photo}`).toEqual([
    { position: 3 },
  ])
})

it('a device hears of many photos, and of what is written while they come', long, async () => {
  for (let at = 0; at < 4; at += 1) {
    const entry = await entryOf('Jonas', `Tag ${at}`)
    for (const position of [0, 1, 2, 3]) await photoAt(entry, position, { length: 1_490_000 })
  }
  const [file = ''] = await taken('Jonas')
  await empty()
  const device = await openDevice(bench.server, 'Željka')
  try {
    const done = importing(file)
    await shown(
      device,
      ({ entries }) => entries.list.length,
      (count) => count === 4,
    )
    const written = await entryOf('Jonas', 'Währenddessen')
    await shown(device, (state) => state.entries.list.some(({ id }) => id === written), Boolean)
    const { code, output } = await done
    expect(code).toBe(0)
    expect(output).toContain('16 photos')
    await shown(
      device,
      ({ entries }) =>
        entries.list.flatMap(({ id }) => device.journal.rows.of('photos', id)).length,
      (count) => count === 16,
    )
  } finally {
    await device.close()
  }
})
