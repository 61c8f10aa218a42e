import { useEffect } from 'react'
import { useLocation } from 'wouter'

/** Follows the service worker to what a tapped nudge is about, on every page. */
export function useOpenedPath(): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    const { serviceWorker } = navigator
    const opened = ({ data }: MessageEvent<unknown>) => {
      if (isOpenPath(data)) navigate(data.path)
    }
    serviceWorker.addEventListener('message', opened)
    return () => serviceWorker.removeEventListener('message', opened)
  }, [navigate])
}

function isOpenPath(data: unknown): data is { readonly path: string } {
  if (typeof data !== 'object' || data === null || !('type' in data) || !('path' in data))
    return false
  return data.type === 'open-path' && typeof data.path === 'string' && data.path.startsWith('/')
}
