/** Milliseconds after which the second phase begins anyway, such as for a journal that the network brings. */
const longestFirstPhase = 5000

let end: () => void = () => undefined
const ended = new Promise<void>((resolve) => {
  end = resolve
})
let isWatched = false

/** Says that the first screen is drawn: what was read first, be it no card at all, or a form. */
export function endFirstPhase(): void {
  end()
}

/**
 * The page starts in two phases. In the first one it reads and draws what the first screen shows; everything else
 * awaits this.
 */
export async function secondPhase(): Promise<void> {
  if (!isWatched) setTimeout(end, longestFirstPhase)
  isWatched = true
  return ended
}

/** Begins to load code in the second phase: the first card comes before it, though its part is drawn from the start. */
export async function inSecondPhase<Part>(load: () => Promise<Part>): Promise<Part> {
  await secondPhase()
  return load()
}
