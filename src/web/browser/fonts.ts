/**
 * Resolves when the face is there that draws this letter. Never fails: where it cannot be loaded, the browser
 * draws with another. Of the faces of a family that hold the letter the last one counts, and
 * `document.fonts.load` would bring them all. The app's styles must have been loaded.
 */
export async function faceLoaded(family: string, style: string, letter: string): Promise<void> {
  const faces = [...document.fonts].filter(
    (face) =>
      face.family.replaceAll(/["']/g, '') === family &&
      face.style === style &&
      holds(face.unicodeRange, letter.codePointAt(0) ?? 0),
  )
  await faces
    .at(-1)
    ?.load()
    .catch(() => undefined)
}

/** Whether a value of CSS's `unicode-range`, such as `U+20-7E, U+A0`, holds this code point. */
function holds(ranges: string, codePoint: number): boolean {
  return ranges.split(',').some((range) => {
    const [from = 0, to = from] = range
      .trim()
      .slice('U+'.length)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    return from <= codePoint && codePoint <= to
  })
}
