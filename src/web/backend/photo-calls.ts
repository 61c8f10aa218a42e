import type { EntryId, PhotoId } from '../../domain/ids.ts'
import { parseRow } from '../../domain/table-schemas.ts'
import type { Calls } from './calls.ts'
import type { Source } from './clients.ts'
import { failure, success } from './result.ts'
import type { Run } from './run.ts'

/** The requests that carry pictures; undefined where their code cannot be loaded, as without a network. */
const requests = async () => import('./photo-requests.ts').catch(() => undefined)

/** The calls about photos and their pictures. */
export function photoCalls(run: Run, source: Source) {
  return {
    addPhoto: async (photo, signal) =>
      (await requests())?.addPhoto(source, photo, signal) ?? failure('network'),
    async orderPhotos(entry: EntryId, photos: readonly PhotoId[]) {
      const rows = await run((client) => client.rpc('order_photos', { entry, photos }))
      if (!rows.ok) return rows
      return success(rows.value.flatMap((row) => parseRow('photos', row) ?? []))
    },
    readPicture: async (id, size, signal) =>
      (await requests())?.readPicture(source, { photo: id, size }, signal) ?? failure('network'),
  } satisfies Partial<Calls>
}
