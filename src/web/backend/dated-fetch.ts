/** The facts about the time that an answer of the server contains. */
export interface AnswerTime {
  /** Milliseconds since 1970 by the server's clock, of which HTTP gives whole seconds, rounded down. */
  readonly serverTime: number
  /** Milliseconds from the request to its answer. */
  readonly elapsed: number
}

/** Reports the time of each answer of the backend. One out of a cache, or of a page on the way, has none. */
export function datedFetch(inner: typeof fetch) {
  const listeners = new Set<(answer: AnswerTime) => void>()
  const dated: typeof fetch = async (input, init) => {
    const begun = performance.now()
    const answer = await inner(input, { ...init, cache: 'no-store' })
    const serverTime = Date.parse(answer.headers.get('date') ?? '')
    const isOfBackend = /\bjson\b/.test(answer.headers.get('content-type') ?? '')
    const isCached = answer.headers.get('age') !== null
    if (answer.ok && isOfBackend && !isCached && !Number.isNaN(serverTime))
      for (const listener of listeners) listener({ serverTime, elapsed: performance.now() - begun })
    return answer
  }
  return {
    fetch: dated,
    onAnswer: (listener: (answer: AnswerTime) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
