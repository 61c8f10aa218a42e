import type { Page } from '@playwright/test'

/** The same clock in every page and process of this machine, in milliseconds since 1970. */
const now = 'performance.timeOrigin + performance.now()'

/** The expression of the first element that matches a selector. */
export function first(selector: string): string {
  return `document.querySelector(${JSON.stringify(selector)})`
}

/** The expression of the open dialog's button with this text. */
export function dialogButton(text: string): string {
  return `Array.from(document.querySelectorAll('[role="dialog"] button')).find((button) => button.textContent === ${JSON.stringify(text)})`
}

/** Resolves, in the page, at the moment an element matching the selector is in the document. */
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

/** Clicks what `target`, an expression in the page, yields; returns when the click began. */
export function click(page: Page, target: string): Promise<number> {
  return page.evaluate<number>(`(() => {
    const began = ${now}
    ${target}.click()
    return began
  })()`)
}

/** Milliseconds from a click on `target`, an expression, to the frame in which an element matching `shown` is painted. */
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
    ${target}.click()
  })`)
}
