/** Dexie tracks what is awaited in a live query; `work` runs outside the one that may have asked. */
export async function outsideLiveQueries<Value>(work: () => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    setTimeout(() => void work().then(resolve, reject), 0)
  })
}
