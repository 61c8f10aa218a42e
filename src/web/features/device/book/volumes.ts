import { bookTables } from '../../../../domain/book-format.ts'
import { mostBookBytes } from '../../../../domain/book-pictures.ts'
import type { Entry } from '../../../../domain/entry.ts'
import { bookFileLimit } from '../../../../domain/limits.ts'
import type { RowReader } from '../../../replica/memory/journal-rows.ts'
import { isLargePart } from '../../../replica/memory/tables.ts'

const parts = bookTables.filter(isLargePart)

/** The bytes of typefaces, script and style, and of what belongs to no entry. */
const frame = 5_000_000

/**
 * The entries of each file, oldest first: as many as surely have room in one with their photos. An entry is in one file
 * alone, with all that belongs to it.
 */
export function volumesOf(taken: readonly Entry[], rows: RowReader): readonly (readonly Entry[])[] {
  const volumes: Entry[][] = [[]]
  let bytes = frame
  for (const entry of taken) {
    const own = rows.of('photos', entry.id)
    const more = textBytes(entry, rows) + own.reduce((sum, photo) => sum + mostBookBytes(photo), 0)
    if (bytes + more > bookFileLimit && volumes.at(-1)?.length !== 0) {
      volumes.push([])
      bytes = frame
    }
    volumes.at(-1)?.push(entry)
    bytes += more
  }
  return volumes
}

/** The rows stand in a part and on a page, where a character of markup takes up to six bytes. */
function textBytes(entry: Entry, rows: RowReader): number {
  const all = [entry, ...parts.flatMap((name) => rows.of(name, entry.id))]
  return 1000 + 4 * JSON.stringify(all).length
}
