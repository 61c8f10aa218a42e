import { useRef, useState } from 'react'
import type { Book } from '../../../domain/book-reader.ts'
import { bookInZone, importBatches, type ImportBatch } from '../../../domain/book-rows.ts'
import { nothingImported, sumOfImports, type Imported } from '../../../domain/imported.ts'
import {
  useConnection,
  useImportRows,
  useJournal,
  useTimeZone,
} from '../../replica/journal-context.tsx'
import type { Journal } from '../../replica/journal.ts'
import { useOnline } from '../../ui/use-online.ts'
import { readFile, type FileProblem } from './book/read-file.ts'
import { peopleOf } from './book/write-book.ts'
import { useEnding } from './use-ending.ts'
import type { BookSubject } from './use-take-along.ts'

/** The limits of one call: the server accepts bodies of 64 kB and 500 rows. */
const batchLimits = { rows: 400, bytes: 55_000 }

/** `others`: the file belongs to another journal; `refused`: the server does not accept it. */
export type BringBackProblem = FileProblem | 'others' | 'offline' | 'refused'

/**
 * - `looking`: the file is read, and the server says what is missing; `share` of it is done, 0 to 1
 * - `found`: what would come back; `isProven` if the file can be checked for changes
 * - `adding`: `share` of it is back
 * - `done`: what came back
 * - `stopped`: why nothing, or nothing more, came back
 */
export type BringingBack =
  | { readonly kind: 'idle' }
  | { readonly kind: 'looking' | 'adding'; readonly share: number }
  | { readonly kind: 'found'; readonly rows: Imported; readonly isProven: boolean }
  | { readonly kind: 'done'; readonly rows: Imported }
  | { readonly kind: 'stopped'; readonly problem: BringBackProblem; readonly wasAdding: boolean }

type Outcome = Imported | BringBackProblem

/** Restores my own rows from a file (docs/behaviour/device.md); it ends with the dialog. */
export function useBringBack(subject: BookSubject) {
  const journal = useJournal()
  const importRows = useImportRows()
  const timeZone = useTimeZone()
  const online = useOnline()
  const isOffline = useConnection() === 'offline' || !online
  const [state, setState] = useState<BringingBack>({ kind: 'idle' })
  const batches = useRef<readonly ImportBatch[]>([])
  const isProven = useRef(true)
  const ending = useEnding()

  /** Sends every batch; stops at the first that fails. */
  async function send(kind: 'looking' | 'adding'): Promise<Outcome> {
    if (isOffline) return 'offline'
    let total = nothingImported
    for (const [index, batch] of batches.current.entries()) {
      ending.current.signal.throwIfAborted()
      setState({ kind, share: index / batches.current.length })
      const result = await importRows(batch, kind === 'looking')
      if (!result.ok) return refusals.has(result.code) ? 'refused' : 'offline'
      total = sumOfImports(total, result.value)
    }
    return total
  }

  async function look(file: File): Promise<Outcome> {
    setState({ kind: 'looking', share: 0 })
    const book = await readFile(file)
    if (typeof book === 'string') return book
    const own = await batchesOf(bookInZone(book, timeZone), journal, subject)
    if (own === 'others') return own
    batches.current = own
    isProven.current = book.isProven
    return send('looking')
  }

  function follow(kind: 'found' | 'done', work: Promise<Outcome>): void {
    const { signal } = ending.current
    const show = (outcome: Outcome) => {
      if (signal.aborted) return
      if (typeof outcome === 'string')
        setState({ kind: 'stopped', problem: outcome, wasAdding: kind === 'done' })
      else if (kind === 'done') setState({ kind, rows: outcome })
      else setState({ kind, rows: outcome, isProven: isProven.current })
    }
    work.then(show, () => show('refused'))
  }

  return {
    state,
    choose: (file: File) => follow('found', look(file)),
    add: () => follow('done', send('adding')),
    leave: () => setState({ kind: 'idle' }),
  }
}

/** What I send of a book; `others` if it belongs to another journal. */
async function batchesOf(
  book: Book,
  journal: Journal,
  { partners }: BookSubject,
): Promise<readonly ImportBatch[] | 'others'> {
  const { people } = book.header
  if (!partners.every((one) => people.some((other) => isSame(one, other)))) return 'others'
  const me = peopleOf((await journal.whole()).profiles, partners).find(
    ({ id }) => id === journal.me,
  )
  const by = people.findIndex((person) => me !== undefined && isSame(person, me))
  if (by === -1) return 'others'
  return [...importBatches(book, by === 0 ? 0 : 1, journal.me, batchLimits)]
}

/** Failures that a retry would not change. */
const refusals: ReadonlySet<string> = new Set(['rejected', 'duplicate', 'fault', 'unsupported'])

/** People are the same if their identifiers are. */
function isSame(
  one: { readonly identifier: string },
  other: { readonly identifier: string },
): boolean {
  return one.identifier === other.identifier
}
