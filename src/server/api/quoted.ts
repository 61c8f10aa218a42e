/**
 * The text with each double-quoted part (backslash escapes) replaced by one quote mark, so that its
 * content is ignored. An unclosed quote stays as it is: everything after it counts, because code
 * that reads the text later may take it literally.
 *
 * One pass without regular expressions: on a text without a closing mark they search for it again
 * at every mark, which takes a second for 64 kB.
 */
export function withoutQuoted(text: string): string {
  const outside: string[] = []
  let from = 0
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', from)) {
    const end = endOfQuoted(text, start)
    if (end === -1) break
    outside.push(text.slice(from, start))
    from = end + 1
  }
  outside.push(text.slice(from))
  return outside.join('"')
}

/** Where the quoted part that begins at `start` ends; -1 if it does not. */
function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') return at
    if (character === '\\') at += 1
  }
  return -1
}
