/**
 * Resolves when the faces that draw this text are there. Never fails: where one cannot be loaded, the
 * browser draws with another. `font` is a value of CSS's `font`; the app's styles must have been loaded.
 */
export async function fontLoaded(font: string, text: string): Promise<void> {
  await document.fonts.load(font, text).catch(() => undefined)
}
