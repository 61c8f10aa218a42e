import type { PartnerId } from '../../../domain/ids.ts'
import { createDatabase } from '../copy/database.ts'
import { SearchEngine } from './search-engine.ts'
import type { SearchAnswer, SearchedTable, SearchPart, SearchRequest } from './search-request.ts'

/** What the page says: first which copy to search, then what for, and what has changed in it. */
export type ToWorker =
  | { readonly open: PartnerId }
  | { readonly table: SearchedTable; readonly keys: readonly string[] | undefined }
  | { readonly id: number; readonly request: SearchRequest; readonly part: SearchPart }

/** An answer, news that there is more to say, or that the copy cannot be read here. */
export type FromWorker =
  | { readonly id: number; readonly answer: SearchAnswer }
  | { readonly event: 'changed' | 'failed' }

/** The part of the worker's scope that is used; TypeScript has it only without the DOM. */
interface Scope {
  postMessage(data: FromWorker): void
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void
}

const scope = self as unknown as Scope
let engine: SearchEngine | undefined

// Only the page that made a worker can send it messages, and the other way round.
/* oxlint-disable unicorn/require-post-message-target-origin */
scope.addEventListener('message', ({ data }) => {
  if ('open' in data) {
    engine = new SearchEngine({
      database: createDatabase(data.open),
      now: () => performance.now(),
      onChange: () => scope.postMessage({ event: 'changed' }),
      onFault: () => scope.postMessage({ event: 'failed' }),
    })
    return
  }
  if ('table' in data) {
    engine?.take(data.table, data.keys)
    return
  }
  const { id, request, part } = data
  void engine?.find(request, part).then((answer) => scope.postMessage({ id, answer }))
})
/* oxlint-enable unicorn/require-post-message-target-origin */
