import { scriptUrl } from '../browser/script-url.ts'
import { withTimeout } from '../browser/with-timeout.ts'
import { makePhoto } from './make-photo.ts'
// oxlint-disable-next-line import/default -- Vite gives it one
import workerPath from './photo-worker.ts?worker&url'
import type { PhotoProblem, PreparedPhoto } from './prepared-photo.ts'

/** A slow phone needs a few seconds for a large photo; one that is out of memory may end the worker without a word. */
const longestWork = 60_000

let queue: Promise<unknown> = Promise.resolve()
let waiting = 0
let worker: Worker | undefined

/**
 * Makes a photo of a file ready: upright, in two sizes, without metadata. One file after the other, because each
 * takes the memory of a whole decoded picture. Never rejects.
 */
export async function preparePhoto(file: Blob): Promise<PreparedPhoto | PhotoProblem> {
  waiting++
  const mine = queue.then(async () => prepare(file))
  queue = mine
  try {
    return await mine
  } finally {
    waiting--
    // Its memory is given back as soon as nothing waits.
    if (waiting === 0) endWorker()
  }
}

/** Beside the page; in the page where that cannot be. */
async function prepare(file: Blob): Promise<PreparedPhoto | PhotoProblem> {
  const photo = await besidePage(file)
  if (photo !== undefined) return photo
  try {
    return await makePhoto(file)
  } catch {
    return 'failed'
  }
}

/** `undefined` if the worker cannot do it. */
async function besidePage(file: Blob): Promise<PreparedPhoto | PhotoProblem | undefined> {
  if (typeof OffscreenCanvas !== 'function') return undefined
  try {
    worker ??= new Worker(scriptUrl(workerPath), { type: 'module' })
    const photo = await withTimeout(longestWork, answerOf(worker, file), () => new TooSlow())
    if (photo !== 'failed') return photo
  } catch (error) {
    endWorker()
    // In the page it would not be faster, and would block the page.
    if (error instanceof TooSlow) return 'failed'
  }
  return undefined
}

class TooSlow extends Error {}

async function answerOf(worker: Worker, file: Blob): Promise<PreparedPhoto | PhotoProblem> {
  return new Promise((resolve, reject) => {
    const once = { once: true }
    worker.addEventListener('message', ({ data }) => resolve(data), once)
    worker.addEventListener('messageerror', reject, once)
    worker.addEventListener('error', reject, once)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage(file)
  })
}

function endWorker(): void {
  worker?.terminate()
  worker = undefined
}
