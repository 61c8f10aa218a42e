import { photoArguments } from '../support/photos.ts'
import type { SignedIn } from '../support/server.ts'
import { restAs, server } from '../support/signed-in.ts'

/** Adds a photo by the request of a device. */
export async function add(
  person: SignedIn,
  entry: string,
  changes: Readonly<Record<string, unknown>> = {},
) {
  const { status, error, data } = await person.rest.rpc('add_photo', photoArguments(entry, changes))
  return { status, code: error?.code, error, row: (data as Record<string, unknown>[] | null)?.[0] }
}

/** The bytes of a picture as the person reads them, empty if there is none. */
export async function picture(person: SignedIn, photo: string, size = 'full') {
  const answer = await restAs(person, 'rpc/photo_picture', {
    method: 'POST',
    headers: { accept: 'application/octet-stream' },
    body: JSON.stringify({ photo, size }),
  })
  const { date: _date, ...headers } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** How many photos and pictures there are. */
export async function stored() {
  const [counts] = await server.sql()<{ photos: number; files: number }[]>`
    select (select count(*)::int from public.photos) as photos,
      (select count(*)::int from public.photo_files) as files`
  return counts
}

/** A column of the photos that a person sees, in their order. */
export async function seenBy(person: SignedIn, columns = 'id'): Promise<unknown[]> {
  const { data } = await person.rest.from('photos').select('*').order('updated_at').order('id')
  return (data ?? [])
    .toSorted((one, other) => Number(one['position']) - Number(other['position']))
    .map((row) => row[columns] as unknown)
}
