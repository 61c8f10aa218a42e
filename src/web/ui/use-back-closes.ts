import { useEffectEvent, useLayoutEffect } from 'react'
import { createBackLayers } from './back-layers.ts'

/** Made first of all: what else follows the history must find the layers closed. */
const layers = createBackLayers(window)

/**
 * While `open`, the Back button calls `close` instead of leaving the page.
 *
 * @param address what the layer stays open over: for another one Back closes it first, too
 */
export function useBackCloses(open: boolean, close: () => void, address = ''): void {
  const closeNow = useEffectEvent(close)
  // With the drawing that shows the layer: Back may be pressed right after it.
  useLayoutEffect(() => {
    if (!open) return undefined
    return layers.open(() => closeNow())
    // oxlint-disable-next-line react/exhaustive-deps -- registers again for each address
  }, [open, address])
}

/** Closes the top layer by taking its step of the history back; resolves once that is done. */
export async function leaveTopLayer(): Promise<void> {
  return layers.leaveTop()
}

/** True while a dialog, drawer or popover is open (D12). */
export function isLayerOpen(): boolean {
  return layers.isAnyOpen()
}
