import { scriptUrl } from '../../browser/script-url.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import type {
  Finder,
  SearchAnswer,
  SearchedTable,
  SearchPart,
  SearchRequest,
} from './search-request.ts'
import type { FromWorker, ToWorker } from './search-worker.ts'
// oxlint-disable-next-line import/default -- the build makes one, the path of the worker's script
import workerPath from './search-worker.ts?worker&url'

export interface WorkerFinderOptions {
  readonly me: PartnerId
  readonly onChange: () => void
  /** Called once where the worker cannot run or cannot read the copy; nothing is answered then. */
  readonly onFailure: () => void
}

/** Searches in a worker, so that typing never waits for it. */
export class WorkerFinder implements Finder {
  readonly #worker: Worker
  readonly #open = new Map<number, (answer: SearchAnswer) => void>()
  #lastId = 0

  /** Throws where the browser has no workers or refuses this one. */
  constructor({ me, onChange, onFailure }: WorkerFinderOptions) {
    this.#worker = new Worker(scriptUrl(workerPath), { type: 'module' })
    this.#worker.addEventListener('error', onFailure)
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if ('event' in data) {
        if (data.event === 'changed') onChange()
        else onFailure()
        return
      }
      this.#open.get(data.id)?.(data.answer)
      this.#open.delete(data.id)
    })
    this.#send({ open: me })
  }

  async find(request: SearchRequest, part: SearchPart): Promise<SearchAnswer> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve) => {
      this.#open.set(id, resolve)
      this.#send({ id, request, part })
    })
  }

  take(table: SearchedTable, keys: readonly string[] | undefined): void {
    this.#send({ table, keys })
  }

  close(): void {
    this.#worker.terminate()
  }

  #send(message: ToWorker): void {
    // A worker has no origin to name: it belongs to this page alone.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#worker.postMessage(message)
  }
}
