import { describe, expect, it } from 'vitest'

import { createSiteStorage, forgetsSignIn, type SiteStorage } from './site-storage.ts'

function memory(): SiteStorage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

const blocked = (): SiteStorage => {
  throw new DOMException('access is denied', 'SecurityError')
}

describe('site storage', () => {
  it('is the browser’s own if that works', () => {
    const browser = memory()
    const storage = createSiteStorage(() => browser)
    storage.setItem('theme', 'dark')
    expect(browser.getItem('theme')).toBe('dark')
    browser.setItem('theme', 'light')
    expect(storage.getItem('theme')).toBe('light')
    storage.removeItem('theme')
    expect(browser.getItem('theme')).toBeNull()
  })

  it('remembers for the page if reading the browser’s throws', () => {
    const storage = createSiteStorage(blocked)
    expect(storage.getItem('theme')).toBeNull()
    storage.setItem('theme', 'dark')
    expect(storage.getItem('theme')).toBe('dark')
    storage.removeItem('theme')
    expect(storage.getItem('theme')).toBeNull()
  })

  it('returns the newest value when a full browser keeps the old one', () => {
    const browser = memory()
    browser.setItem('tagebuch.session', 'old')
    let full = true
    const storage = createSiteStorage(() => ({
      ...browser,
      setItem(key, value) {
        if (full) throw new DOMException('no room', 'QuotaExceededError')
        browser.setItem(key, value)
      },
    }))
    storage.setItem('tagebuch.session', 'new')
    expect(storage.getItem('tagebuch.session')).toBe('new')
    full = false
    storage.setItem('tagebuch.session', 'newer')
    expect(browser.getItem('tagebuch.session')).toBe('newer')
    expect(storage.getItem('tagebuch.session')).toBe('newer')
  })

  it('tells whether a sign-in outlives the page', () => {
    const browser = memory()
    expect(forgetsSignIn(() => browser)).toBe(false)
    expect(forgetsSignIn(blocked)).toBe(true)
  })
})
