interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** True for the keys that search: Strg+F, on a Mac ⌘F; there Ctrl+F moves the caret. */
export function isFindKey(
  { key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey,
  userAgent: string,
): boolean {
  const isMac = /Mac|iPhone|iPad/u.test(userAgent)
  const [held, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  return held && !other && !altKey && !shiftKey && key.toLowerCase() === 'f'
}
