import type { TestApp } from '../support/e2e.ts'

/** A WebP of one pixel. */
const pixel = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')

/** Puts a photo of the entry's author into the database, as if a device had sent it. */
export async function storePhoto(
  app: TestApp,
  entry: string,
  {
    description = '',
    position = 0,
  }: { readonly description?: string; readonly position?: number } = {},
): Promise<void> {
  const [row] = await app.server.sql()<{ id: string }[]>`
    insert into photos (entry_id, user_id, position, width, height, placeholder, description, bytes)
    select id, user_id, ${position}, 1, 1, 'AAAAAAAA', ${description}, ${2 * pixel.length}
    from entries where id = ${entry} returning id::text`
  await app.server.sql()`
    insert into photo_files (photo_id, size, bytes)
    values (${row?.id}, 'preview', ${pixel}), (${row?.id}, 'full', ${pixel})`
}
