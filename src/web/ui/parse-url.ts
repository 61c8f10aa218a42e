/** Undefined for a text that is no address. The oldest browsers (docs/phones.md) have no `URL.canParse`. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
