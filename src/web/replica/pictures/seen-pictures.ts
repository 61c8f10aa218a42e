import type { PictureKey } from '../disk/stored-pictures.ts'

/**
 * Stores that pictures were seen: one list after the other, because a list that is scrolled shows hundreds.
 *
 * @param store what fails is not tried again
 * @returns notes a picture that is seen now
 */
export function seenPictures(
  store: (keys: readonly PictureKey[]) => Promise<void>,
): (key: PictureKey) => Promise<void> {
  let next: readonly PictureKey[] = []
  let isStoring = false
  return async (key) => {
    next = [...next, key]
    if (isStoring) return
    isStoring = true
    while (next.length > 0) {
      const keys = next
      next = []
      await store(keys).catch(() => undefined)
    }
    isStoring = false
  }
}
