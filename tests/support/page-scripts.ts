/** A script fills fields in Firefox: React takes that for its own setting, unless it remembers another text. */
export const noticeFills = `addEventListener('input', (event) => event.target._valueTracker?.setValue('\\0'), true)`

/** The same quotes in the same order in each page, so that no test depends on what is drawn. */
export function sameChance(): void {
  let seed = 11
  Math.random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
}
