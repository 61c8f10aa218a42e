/** A key that has just opened a field types nothing into it, however long it is held down. */
export function ignoreHeldKey(pressed: KeyboardEvent): void {
  const stop = new AbortController()
  const options = { capture: true, signal: stop.signal } as const
  document.addEventListener(
    'keydown',
    (event) => {
      if (event === pressed) return
      if (event.repeat && event.key === pressed.key) event.preventDefault()
      else stop.abort()
    },
    options,
  )
  document.addEventListener('keyup', () => stop.abort(), options)
}
