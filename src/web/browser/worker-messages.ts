/** A message of the service worker, of any version, to the open pages. */
export interface WorkerMessage {
  readonly type?: unknown
  /** Where a page is to go. */
  readonly path?: unknown
}

/** Calls `heard` with each message of the service worker, if there is one; the returned function ends it. */
export function followWorker(heard: (message: WorkerMessage) => void): () => void {
  const { serviceWorker } = navigator as Partial<Navigator>
  const listener = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null) heard(data)
  }
  serviceWorker?.addEventListener('message', listener)
  return () => serviceWorker?.removeEventListener('message', listener)
}
