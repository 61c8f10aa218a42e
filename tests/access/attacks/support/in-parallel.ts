/** Runs `work` for 0 … count-1, at most `width` at a time. */
export async function inParallel<Result>(
  count: number,
  width: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const lane = async () => {
    while (next < count) {
      const index = next
      next += 1
      results[index] = await work(index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane))
  return results
}
