import type { Page } from '@playwright/test'

/** The same clock in every page and process of this machine, in milliseconds since 1970. */
const now = 'performance.timeOrigin + performance.now()'

/** Resolves, in the page, at the moment an element matching the selector stands in the document. */
export function whenShown(page: Page, selector: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(${JSON.stringify(selector)}) === null) return false
      resolve(${now})
      return true
    }
    if (look()) return
    const observer = new MutationObserver(() => { if (look()) observer.disconnect() })
    observer.observe(document, { subtree: true, childList: true, attributes: true })
  })`)
}

/** Clicks in the page and returns when the click began. */
export function click(page: Page, selector: string): Promise<number> {
  return page.evaluate<number>(`(() => {
    const began = ${now}
    document.querySelector(${JSON.stringify(selector)}).click()
    return began
  })()`)
}

/** Milliseconds from a click to the frame in which an element matching `shown` is painted. */
export function clickToPaint(page: Page, target: string, shown: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now()
    const painted = () => requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve(performance.now() - began)
      channel.port2.postMessage('')
    })
    const observer = new MutationObserver(() => {
      if (document.querySelector(${JSON.stringify(shown)}) === null) return
      observer.disconnect()
      painted()
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true })
    document.querySelector(${JSON.stringify(target)}).click()
  })`)
}
