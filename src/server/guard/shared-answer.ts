/**
 * Calls at most once in `forMs` milliseconds for all callers: a caller in between gets the same
 * answer, also a pending one. `now` in milliseconds.
 */
export function sharedAnswer<Answer>(
  ask: () => Promise<Answer>,
  forMs: number,
  now: () => number,
): () => Promise<Answer> {
  let last: { readonly at: number; readonly answer: Promise<Answer> } | undefined
  return async () => {
    if (last === undefined || now() - last.at >= forMs) last = { at: now(), answer: ask() }
    return last.answer
  }
}
