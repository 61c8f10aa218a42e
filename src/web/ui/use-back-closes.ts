import { useEffect, useEffectEvent } from 'react'
import { createBackLayers, type BackLayers } from './back-layers.ts'

let layers: BackLayers | undefined

function windowLayers(): BackLayers {
  layers ??= createBackLayers(window)
  return layers
}

/** While `open`, the Back button calls `close` instead of leaving the page. */
export function useBackCloses(open: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!open) return undefined
    return windowLayers().open(() => closeNow())
  }, [open])
}

/** True while a dialog, drawer or popover is open (D12). */
export function isLayerOpen(): boolean {
  return layers?.isAnyOpen() ?? false
}
