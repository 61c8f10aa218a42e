import { createHash } from 'node:crypto'
import type { TestSql } from './sql.ts'

/** The bytes of a picture that is like no other; the database is not asked whether it is one. */
export function pictureBytes(photo: number, size: 'preview' | 'full'): Buffer {
  const digest = createHash('sha512').update(`${photo} ${size}`).digest()
  return Buffer.concat(Array.from({ length: size === 'full' ? 400 : 20 }, () => digest))
}

/**
 * Stores photos with these numbers as rows, the first of each four with an entry of its own. The triggers are off
 * meanwhile: they would look at the pictures.
 */
export async function storePhotos(
  sql: TestSql & { transaction<R>(work: (own: TestSql) => Promise<R>): Promise<R> },
  numbers: readonly number[],
): Promise<void> {
  await sql.transaction(async (own) => {
    await own.run('alter table public.photo_files disable trigger user')
    let entry: string | undefined
    for (const [at, number] of numbers.entries()) {
      if (at % 4 === 0) entry = await newEntry(own)
      const [preview, full] = [pictureBytes(number, 'preview'), pictureBytes(number, 'full')]
      const [photo] = await own<{ id: string }[]>`
        insert into public.photos (entry_id, user_id, position, width, height, placeholder, bytes)
        select id, user_id, ${at % 4}, 2048, 1536, 'AAAAAAAA', ${preview.length + full.length}
        from public.entries where id = ${entry} returning id`
      await own`
        insert into public.photo_files (photo_id, size, type, bytes) values
          (${photo?.id}, 'preview', 'image/webp', ${preview}), (${photo?.id}, 'full', 'image/webp', ${full})`
    }
    await own.run('alter table public.photo_files enable trigger user')
  })
}

async function newEntry(sql: TestSql): Promise<string | undefined> {
  const [entry] = await sql<{ id: string }[]>`
    insert into public.entries (user_id, category, content)
    select id, 'erzaehlen', 'Mit Fotos' from public.profiles order by name limit 1 returning id`
  return entry?.id
}

/** The digests of all pictures of a journal, as text. */
export async function storedDigests(sql: TestSql): Promise<readonly string[]> {
  const rows = await sql<{ sha256: string }[]>`
    select encode(sha256(bytes), 'hex') as sha256 from public.photo_files order by 1`
  return rows.map(({ sha256 }) => sha256)
}
