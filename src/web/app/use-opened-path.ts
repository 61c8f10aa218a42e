import { useLayoutEffect } from 'react'
import { useLocation } from 'wouter'

/** Opens the path that the service worker sends for a tapped nudge, on every page, also on sign-in. */
export function useOpenedPath(): void {
  const [location, navigate] = useLocation()
  useLayoutEffect(() => {
    const { serviceWorker } = navigator as Partial<Navigator>
    if (serviceWorker === undefined) return undefined
    const opened = ({ data }: MessageEvent<unknown>) => {
      if (!isOpenPath(data)) return
      // On the same page, Back must not lead to the same page once more, or past an open dialog.
      const { pathname } = new URL(data.path, window.location.origin)
      navigate(data.path, { replace: pathname === location })
    }
    serviceWorker.addEventListener('message', opened)
    return () => serviceWorker.removeEventListener('message', opened)
  }, [location, navigate])
}

function isOpenPath(data: unknown): data is { readonly path: string } {
  if (typeof data !== 'object' || data === null || !('type' in data) || !('path' in data))
    return false
  return data.type === 'open-path' && typeof data.path === 'string' && data.path.startsWith('/')
}
