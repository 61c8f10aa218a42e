/** The methods of the browser's `localStorage` and `sessionStorage` that we need. */
export type SiteStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The browser's storage, with the page's memory as a fallback for what the browser refuses: with
 * site data blocked reading `localStorage` throws, and a full one refuses to write. Values in
 * memory last until the page closes. No method throws.
 *
 * @param browser looks up the browser's storage at each use, because reading it may throw
 */
export function createSiteStorage(browser: () => SiteStorage): SiteStorage {
  // Null marks a value that the browser could not delete.
  const beside = new Map<string, string | null>()

  function change(key: string, value: string | null, store: (storage: SiteStorage) => void): void {
    try {
      store(browser())
      beside.delete(key)
    } catch {
      beside.set(key, value)
    }
  }

  return {
    getItem(key) {
      const kept = beside.get(key)
      if (kept !== undefined) return kept
      try {
        return browser().getItem(key)
      } catch {
        return null
      }
    },
    setItem: (key, value) => change(key, value, (storage) => storage.setItem(key, value)),
    removeItem: (key) => change(key, null, (storage) => storage.removeItem(key)),
  }
}

/** Outlives the page if the browser allows it. */
export const localSiteStorage = createSiteStorage(() => localStorage)

/** Lasts as long as the tab. */
export const tabSiteStorage = createSiteStorage(() => sessionStorage)

/** True if the browser keeps nothing for this site after the page closes, so no sign-in either. */
export function forgetsSignIn(browser: () => SiteStorage = () => localStorage): boolean {
  const key = 'tagebuch.can-store'
  try {
    browser().setItem(key, 'yes')
    browser().removeItem(key)
    return false
  } catch {
    return true
  }
}
