/**
 * Resolves like `work`. Rejects if it takes longer than `timeoutMs` milliseconds; the work itself
 * goes on, and its result is dropped.
 */
export async function withTimeout<Value>(
  timeoutMs: number,
  work: Promise<Value>,
  timeoutError: () => Error = () => new Error('timed out'),
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), timeoutMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
