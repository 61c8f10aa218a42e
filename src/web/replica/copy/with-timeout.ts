import { StorageError } from './storage-error.ts'

/**
 * What `work` yields, or a `StorageError` with the code `unavailable` where the device's storage has
 * not answered after `timeoutMs`: some browsers never answer an opening.
 */
export async function withTimeout<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageError('unavailable')), timeoutMs)
  })
  try {
    return await Promise.race([work, silence])
  } finally {
    clearTimeout(timer)
  }
}
