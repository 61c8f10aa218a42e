/** A column of a row has this value: the one filter that the app's calls need. */
export interface Condition {
  readonly column: string
  readonly value: string
}

const pattern = /^([A-Za-z_][A-Za-z0-9_]{0,62})=eq\.(?:"((?:[^"\\]|\\.)*)"|([^,]*))$/s

/**
 * Parses `column=eq.value`; `null` means that the filter is not served. A hosted project reads what
 * follows a comma as another condition, so a value with one must be in double quotes, as the client's
 * builder writes it. One whose quotes are not closed is taken literally.
 */
export function parseFilter(text: string): Condition | null {
  const [, column, quoted, plain] = pattern.exec(text.trim()) ?? []
  if (column === undefined) return null
  return { column, value: quoted?.replaceAll(/\\(.)/gs, '$1') ?? plain ?? '' }
}
