/** Milliseconds after which what can wait no longer waits, such as for a journal that the network brings. */
const longestWait = 5000

let markDrawn: () => void = () => undefined
const drawn = new Promise<void>((resolve) => {
  markDrawn = resolve
})
let isWatched = false

let show: (() => void) | undefined

/** Has `work` done once, right before what the first screen is for is measured and painted. */
export function whenFirstScreenComes(work: () => void): void {
  show = work
}

/** Says, in a layout effect, that the first screen shows what it is for from now on. */
export function firstScreenComes(): void {
  show?.()
  show = undefined
}

/** Says that the first screen shows what it is for: the first cards, or a form. */
export function firstScreenDrawn(): void {
  firstScreenComes()
  markDrawn()
}

/** Resolves once the first screen has been drawn: for what would only hold it up. */
export async function afterFirstScreen(): Promise<void> {
  if (!isWatched) setTimeout(markDrawn, longestWait)
  isWatched = true
  return drawn
}
