import { bookPart, bookTables } from '../../src/domain/book-format.ts'
import type { Instant } from '../../src/domain/ids.ts'
import { deviceCopyOf } from '../../src/web/replica/questions/sync-status.ts'
import type { ReadPicture } from '../../src/web/features/device/book/picture-parts.ts'
import { writeBook, type WrittenBook } from '../../src/web/features/device/book/write-book.ts'
import { openDevice, shown } from '../sync/device.ts'
import { sampleConfig, type PersonName, type UsedServer } from './server.ts'

const page = { script: { text: '', hash: '' }, style: { text: '', hash: '' } }

/** The one file without photos. */
export async function takeAlong(
  server: UsedServer,
  name: PersonName,
  withPrivate: boolean,
): Promise<string> {
  const { files } = await takeFiles(server, name, { withPrivate })
  return files[0]?.text() ?? ''
}

/**
 * The files as "Alles mitnehmen" on a new device of this person makes them, once its copy is whole. One at a
 * time: two at once would be two tabs of one browser.
 */
export async function takeFiles(
  server: UsedServer,
  name: PersonName,
  given: { readonly withPrivate: boolean; readonly readPicture?: ReadPicture },
): Promise<WrittenBook> {
  const device = await openDevice(server, name)
  try {
    await shown(
      device,
      (state) => state.isWhole && deviceCopyOf(state).isComplete,
      (isComplete) => isComplete,
      300_000,
    )
    return await writeBook(
      {
        journal: device.journal,
        title: sampleConfig.title,
        partners: sampleConfig.partners as never,
        ...given,
        madeAt: '2026-11-22T11:00:00.000000Z' as Instant,
        since: undefined,
        signal: new AbortController().signal,
      },
      page,
    )
  } finally {
    await device.close()
  }
}

/** As a version of before there were digests wrote the file. */
export function withoutDigests(file: string): string {
  return file.replace(/,"digests":\[[^\]]*\]/, '')
}

/** A part of a file by its name, with its value. */
export type FilePart = [name: Parameters<typeof bookPart>[0], value: unknown]

/** The file with other parts between header and end, as if it had been written so: its end proves them. */
export function rewritten(
  file: string,
  change: (parts: readonly FilePart[]) => FilePart[],
): string {
  const given = [...file.matchAll(/data-part="([a-z_]+)"[^>]*>(.*)<\/script>/g)].map(
    ([, name, json]): FilePart => [name as FilePart[0], JSON.parse(json ?? '')],
  )
  const parts = change(given.filter(([name]) => name !== 'end'))
  const counts = Object.fromEntries(bookTables.map((table) => [table, 0]))
  for (const [name, value] of parts)
    if (Array.isArray(value)) counts[name] = (counts[name] ?? 0) + value.length
  const written = parts.map(([name, value]) => bookPart(name, value))
  const end = bookPart('end', { ...counts, digests: written.map(({ digest }) => digest) })
  return [...written, end].map(({ line }) => line).join('')
}
