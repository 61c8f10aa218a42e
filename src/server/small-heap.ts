import v8 from 'node:v8'

/**
 * Saves memory at the cost of speed: two people's server is nearly always idle, and by default V8
 * lets the young generation of an idle process grow to tens of megabytes (docs/decisions/0008).
 * Call it before anything large is loaded.
 */
export function keepHeapSmall(): void {
  for (const flag of [
    '--optimize-for-size',
    '--min-semi-space-size=1',
    '--max-semi-space-size=1',
  ]) {
    v8.setFlagsFromString(flag)
  }
}
