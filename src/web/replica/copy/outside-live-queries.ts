/** Dexie tracks what is awaited in a live query; `work` runs outside the one that may have asked. */
export async function outsideLiveQueries(work: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => void work().then(resolve, reject), 0)
  })
}
