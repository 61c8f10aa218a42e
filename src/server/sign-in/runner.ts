/** Runs what `next` yields, one task after the other, until there is none. The result begins, unless it runs already. */
export function createRunner(next: () => (() => Promise<void>) | undefined) {
  let isRunning = false
  return async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    for (let task = next(); task !== undefined; task = next()) await task()
    isRunning = false
  }
}
