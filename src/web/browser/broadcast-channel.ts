/**
 * Where site data is blocked, Firefox has channels between tabs and refuses to open one, also to libraries that do so
 * while they are loaded. They then find none, as in a browser without them.
 */
export function hideRefusedChannel(): void {
  try {
    new BroadcastChannel('tagebuch-trial').close()
  } catch {
    Object.defineProperty(globalThis, 'BroadcastChannel', { value: undefined })
  }
}
