import { beforeAll, expect, it } from 'vitest'
import { asPerson, createStranger, refusal } from '../../../tests/support/database.ts'
import { author, db, sqlAs, withTwoPeople } from '../../../tests/support/test-database.ts'
import { photoArguments } from '../../../tests/support/photos.ts'

/* An account without a profile, as a hosted project may have one, sees, adds and locks nothing. */

let stranger: string
let idea: string

withTwoPeople()
beforeAll(async () => {
  stranger = await createStranger(db.sql, 'fremd@example.org')
  const [row] = await db.sql<{ id: string }[]>`
    insert into entries (user_id, category, content) values (${author}, 'ideen', 'Ans Meer') returning id::text`
  idea = row?.id ?? ''
})

async function add(person: string): Promise<string> {
  const { photo, placeholder, width, height, preview, full_picture: full } = photoArguments(idea)
  await sqlAs(person)`
    select from public.add_photo(${photo}, ${idea}, ${placeholder}, '', now(), ${width}, ${height}, ${preview}, ${full})`
  return photo
}

it('a stranger reads no picture, and neither adds nor orders photos', async () => {
  const photo = await add(author)
  const read = async (person: string) =>
    sqlAs(person)`select octet_length(public.photo_picture(${photo}, 'full')) as bytes`
  expect(await read(author)).not.toEqual([{ bytes: 0 }])
  expect(await read(stranger)).toEqual([{ bytes: 0 }])
  expect((await refusal(add(stranger))).code).toBe('42501')
  const order = sqlAs(stranger)`select from public.order_photos(${idea}, ${[photo]})`
  expect((await refusal(order)).code).toBe('42501')
})

it('a stranger locks no entry', async () => {
  await asPerson(db.sql, stranger, async (sql) => {
    expect(await sql`select private.edits_entry(${idea}) as may`).toEqual([{ may: false }])
    await db.sql`select from entries where id = ${idea} for update nowait`
  })
})
