/**
 * Resolves like `work`. Rejects with an error of code `ETIMEDOUT` if it takes longer than
 * `timeoutMs` milliseconds; the work itself goes on, and its result is dropped.
 */
export async function withTimeout<Result>(
  timeoutMs: number,
  work: PromiseLike<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' }))
    }, timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
