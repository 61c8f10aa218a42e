/** Less than any keyboard is high, more than a browser's bars, in CSS pixels. */
const leastKeyboard = 120

/**
 * Follows a keyboard that covers the page instead of shrinking it, as on iPhone and iPad, in two
 * custom properties of the page: `--keyboard-inset`, how much of its lower end is covered, and
 * `--visible-top`, how far the browser has scrolled it; an enlarged page has `data-zoomed`. The focused field stays in view together
 * with its counter and its button.
 */
export function followKeyboard(): void {
  const { visualViewport: viewport } = window
  if (viewport === null) return
  let before = 0
  let height = window.innerHeight
  const follow = () => {
    const covered = window.innerHeight - viewport.height - viewport.offsetTop
    // A zoomed page is covered for another reason.
    const isKeyboard = viewport.scale < 1.05 && window.innerHeight - viewport.height > leastKeyboard
    const inset = isKeyboard ? Math.max(0, Math.round(covered)) : 0
    const top = isKeyboard ? Math.max(0, Math.round(viewport.offsetTop)) : 0
    const { style } = document.documentElement
    document.documentElement.toggleAttribute('data-zoomed', viewport.scale >= 1.05)
    style.setProperty('--keyboard-inset', `${inset}px`)
    style.setProperty('--visible-top', `${top}px`)
    // Other keyboards make the page less high.
    const isLower = height - window.innerHeight > leastKeyboard
    if ((isKeyboard && inset !== before) || isLower) requestAnimationFrame(reveal)
    before = inset
    height = window.innerHeight
  }
  viewport.addEventListener('resize', follow)
  viewport.addEventListener('scroll', follow)
  follow()
}

/** First the whole form, for its button; then the field, if both do not fit. */
function reveal(): void {
  const focused = document.activeElement
  focused?.closest('form')?.scrollIntoView({ block: 'nearest' })
  focused?.closest('[data-field]')?.scrollIntoView({ block: 'nearest' })
}
