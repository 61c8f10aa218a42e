/** Web Locks; undefined over plain HTTP and in a browser that refuses the look at them. */
export function webLocks(): LockManager | undefined {
  try {
    return (globalThis.navigator as Partial<Navigator> | undefined)?.locks
  } catch {
    return undefined
  }
}
