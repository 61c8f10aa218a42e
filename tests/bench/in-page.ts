import type { Page } from '@playwright/test'

/** The expression of the first button of the page that says this. */
export const button = (text: string) =>
  `[...document.querySelectorAll('button')].find((one) => one.textContent === ${JSON.stringify(text)})`

/** The expression of the first element that matches a selector, or null. */
export const first = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`

/** True where a card of the list, or a reply on it, has this text. What is typed into a field of a card does not count. */
export const cardWith = (text: string) =>
  `[...document.querySelectorAll('[aria-label="Einträge"] [data-entry] p')].some((one) => one.textContent === ${JSON.stringify(text)})`

/** All pages and processes of this machine have this clock: milliseconds since 1970. */
const now = 'performance.timeOrigin + performance.now()'

/**
 * Clicks `target` here, an expression. Yields the milliseconds until `shown`, another one, is true there, and how many frames
 * are drawn here before it is true here.
 */
export async function hereToThere(here: Page, there: Page, target: string, shown: string) {
  const arrived = there.evaluate<number>(`new Promise((resolve) => {
    const check = () => {
      if (!(${shown})) return
      observer.disconnect()
      resolve(${now})
    }
    const observer = new MutationObserver(check)
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    check()
  })`)
  const pressed = await here.evaluate<{ began: number; frames: number }>(`(async () => {
    const began = ${now}
    void (${target}).click()
    for (let frames = 0; ; frames += 1) {
      await new Promise(requestAnimationFrame)
      if (frames > 120 || (${shown})) return { began, frames }
    }
  })()`)
  return { took: (await arrived) - pressed.began, frames: pressed.frames }
}
