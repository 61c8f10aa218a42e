/**
 * Calls at most once in `forMs` milliseconds for all callers: a caller in between gets the same
 * answer, also a pending one. `now` in milliseconds.
 */
export function sharedAnswer<Answer>(
  ask: () => Promise<Answer>,
  forMs: number,
  now: () => number,
): () => Promise<Answer> {
  let asked: { readonly at: number; readonly answer: Promise<Answer> } | undefined
  return async () => {
    if (asked === undefined || now() - asked.at >= forMs) asked = { at: now(), answer: ask() }
    return asked.answer
  }
}
