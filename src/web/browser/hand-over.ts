/** True where the system's share sheet takes the file. */
export function canShareFile(file: File): boolean {
  const { canShare } = navigator as { readonly canShare?: Navigator['canShare'] }
  return canShare !== undefined && navigator.canShare({ files: [file] })
}

/**
 * True if the file goes through the system's share sheet: on an iPhone a download traps the
 * installed app.
 */
export function sharesFiles(file: File): boolean {
  const isApple =
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    // An iPad reports itself as a Mac.
    (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
  return isApple && canShareFile(file)
}

/** Opens the share sheet; closing it without a choice is not an error. Call it in a press. */
export async function share(file: File): Promise<void> {
  await navigator.share({ files: [file] }).catch((cause: unknown) => {
    if (!(cause instanceof DOMException) || cause.name !== 'AbortError') throw cause
  })
}

/** Milliseconds that a browser may take to start a download. */
const untilBegun = 60_000

/** Saves the file as a download. */
export function download(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), untilBegun)
}
