/**
 * Silences `console`, for good: libraries print failed statements with their parameters there,
 * which is journal text (D27). Our own lines go through `Log`, which does not use it.
 */
export function silenceLibraries(): void {
  const silent = () => undefined
  for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const)
    console[method] = silent
}
