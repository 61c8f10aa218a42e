import { followWorker } from './worker-messages.ts'

/** The service worker's message to the open pages when the browser has another push subscription, or none. */
export const subscriptionChanged = 'push-subscription-changed'

/** Calls `changed` when the browser has replaced or ended this device's subscription; the returned function ends it. */
export function followSubscription(changed: () => void): () => void {
  return followWorker(({ type }) => {
    if (type === subscriptionChanged) changed()
  })
}
