import type { Page } from '@playwright/test'

/**
 * The parts of a page with letters of any size that a person could not read or reach: a page that is wider than its
 * window, something beside the window, text that is cut off, a word that is broken inside a control, a broken
 * number. Texts that are cut on purpose (an ellipsis, a number of lines) and a person's own long words are none.
 */
export async function layoutFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(findFaults)
}

/** Runs in the page. */
function findFaults(): string[] {
  const controls = 'button, a, label, [role=tab], [role=combobox], [role=option]'
  const apart = '.sr-only, .confetti, .quiz-sparks'
  const found = new Set<string>()
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.add(`the page is ${scrollWidth} px wide`)
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (element.closest(apart) !== null || !isDrawn(element)) continue
    const { left, right } = element.getBoundingClientRect()
    const isBeside = left < -1 || right > clientWidth + 1
    if (isBeside && !isClipped(element)) found.add(`beside the window: ${nameOf(element)}`)
    const control = element.closest('.written, blockquote') === null && element.closest(controls)
    for (const word of wordsOf(element)) {
      const box = word.getBoundingClientRect()
      if (box.width < 1) continue
      const cutting = cutsOff(element, box)
      if (cutting !== undefined) found.add(`cut off: ${word.toString()} (${nameOf(cutting)})`)
      if (control && isOutside(box, control.getBoundingClientRect()))
        found.add(`sticks out of its control: ${word.toString()}`)
      const isWhole = control || /^\p{N}+$/u.test(word.toString())
      if (isWhole && lineCount(word) > 1) found.add(`a broken word: ${word.toString()}`)
    }
  }
  return [...found]

  function isDrawn(element: HTMLElement): boolean {
    const { width, height } = element.getBoundingClientRect()
    const options = { opacityProperty: true, visibilityProperty: true }
    return width > 1 && height > 1 && element.checkVisibility(options)
  }

  function nameOf(element: Element): string {
    const text = (element.ariaLabel ?? element.textContent).trim().slice(0, 40)
    return `${element.tagName.toLowerCase()} "${text}"`
  }

  /** A text beside the window in a box that clips it is looked at word by word. */
  function isClipped(element: Element): boolean {
    for (let around = element.parentElement; around !== null; around = around.parentElement)
      if (around !== document.documentElement && getComputedStyle(around).overflowX !== 'visible')
        return true
    return false
  }

  function wordsOf(element: Element): Range[] {
    const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    return texts.flatMap((node) =>
      [...(node.textContent ?? '').matchAll(/[\p{L}\p{N}]{2,}/gu)].map((match) => {
        const range = document.createRange()
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        return range
      }),
    )
  }

  function lineCount(word: Range): number {
    return new Set([...word.getClientRects()].map(({ top }) => Math.round(top / 4))).size
  }

  function isOutside(box: DOMRect, around: DOMRect): boolean {
    return (
      box.left < around.left - 1 ||
      box.right > around.right + 1 ||
      box.top < around.top - 3 ||
      box.bottom > around.bottom + 3
    )
  }

  /** The first box around a text that hides a part of it which cannot be scrolled to. */
  function cutsOff(element: Element, box: DOMRect): Element | undefined {
    let around: Element | null = element
    let { top, bottom } = box
    for (; around !== null && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (style.webkitLineClamp !== 'none' || style.textOverflow === 'ellipsis') return undefined
      const edge = around.getBoundingClientRect()
      if (style.overflowX !== 'visible' && (box.right > edge.right + 1 || box.left < edge.left - 1))
        return around
      // A text that scrolls up and down can be read there.
      if (['auto', 'scroll'].includes(style.overflowY)) {
        top = Math.max(top, edge.top)
        bottom = Math.min(bottom, edge.bottom)
        if (top >= bottom) return undefined
      } else if (style.overflowY !== 'visible' && (bottom > edge.bottom + 4 || top < edge.top - 4))
        return around
    }
    return undefined
  }
}
