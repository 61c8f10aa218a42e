import { StorageError } from './storage-error.ts'

/**
 * What `work` yields, or a `StorageError` that says `unavailable` where the device's storage has
 * not answered after `milliseconds`: a browser may leave an opening without any answer.
 */
export async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageError('unavailable')), milliseconds)
  })
  try {
    return await Promise.race([work, silence])
  } finally {
    clearTimeout(timer)
  }
}
