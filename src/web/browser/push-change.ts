/** The service worker's message to the open pages when the browser has another push subscription, or none. */
export const subscriptionChanged = 'push-subscription-changed'

/** Calls `changed` when the browser has replaced or ended this device's subscription; the returned function ends it. */
export function followSubscription(changed: () => void): () => void {
  const { serviceWorker } = navigator as Partial<Navigator>
  if (serviceWorker === undefined) return () => undefined
  const heard = ({ data }: MessageEvent<unknown>) => {
    const isMeant = typeof data === 'object' && data !== null && 'type' in data
    if (isMeant && data.type === subscriptionChanged) changed()
  }
  serviceWorker.addEventListener('message', heard)
  return () => serviceWorker.removeEventListener('message', heard)
}
