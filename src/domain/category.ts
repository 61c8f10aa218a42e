/** The four kinds of entry, in the order of the tabs. */
export const categories = ['erzaehlen', 'ideen', 'gedanken', 'uebersetzungen'] as const
export type Category = (typeof categories)[number]

/** True for one of the four stored category words. */
export function isCategory(text: string): text is Category {
  return (categories as readonly string[]).includes(text)
}
