/**
 * The text of a file that a person wrote, without the byte order mark that some editors put first;
 * undefined if it is not UTF-8, such as the "Unicode" of older Windows editors.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
