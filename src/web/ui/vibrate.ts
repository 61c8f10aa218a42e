/**
 * A short touch feedback of 10 (light), 20 (medium) or 40 ms (heavy), if the device can
 * (docs/behaviour/everywhere.md "Vibration"). A bonus only: nothing may depend on it.
 */
export function vibrate(milliseconds: 10 | 20 | 40): void {
  // Safari has no `vibrate`, although the type says so.
  if (typeof navigator.vibrate === 'function') navigator.vibrate(milliseconds)
}
