/** Web Locks; undefined over plain HTTP and where the browser refuses the look at them (`refused-parts.ts`). */
export function webLocks(): LockManager | undefined {
  return (globalThis.navigator as Partial<Navigator> | undefined)?.locks
}
