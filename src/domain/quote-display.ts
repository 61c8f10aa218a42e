/** Opening quotation marks that a quote may already have, with their closing ones. */
const markPairs = [
  ['„', '“'],
  ['„', '”'],
  ['“', '”'],
  ['»', '«'],
  ['«', '»'],
  ['"', '"'],
] as const

/**
 * A quote as a card shows it: „…“ around the text, which carries none of its own (D17). A personal
 * quote that was typed with its marks gets no second pair.
 */
export function inQuotationMarks(text: string): string {
  const inner = text.slice(1, -1)
  const isMarked = markPairs.some(
    ([open, close]) =>
      text.length > 2 &&
      text.startsWith(open) &&
      text.endsWith(close) &&
      !inner.includes(open) &&
      !inner.includes(close),
  )
  return isMarked ? text : `„${text}“`
}

/**
 * The lines below a quote: author and source, or the source alone where it begins with the author, as
 * "Dhammapada, Vers 81".
 */
export function linesBelow({
  author,
  source,
}: {
  readonly author: string
  readonly source: string
}): { readonly by: string; readonly source: string | undefined } {
  const rest = source.startsWith(author) ? source.slice(author.length) : undefined
  const isSaidOnce = rest !== undefined && !/^\p{L}/u.test(rest)
  return isSaidOnce ? { by: source, source: undefined } : { by: author, source }
}

/** The bundled list writes a poem's line break as " / "; on a card it is a real one (docs/quotes.md). */
export function withPoemLines(text: string): string {
  return text.replaceAll(' / ', '\n')
}
