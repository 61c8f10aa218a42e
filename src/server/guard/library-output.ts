/**
 * Silences `console`, for good: libraries print failed statements with their parameters there,
 * which is journal text (D27). Our own lines go through `Log`, which does not use it.
 */
export function silenceLibraries(): void {
  const silent = () => undefined
  for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const)
    console[method] = silent
}

/**
 * Keeps Node's own `process.emitWarning`. Call it before Supabase Lite is loaded, which replaces it
 * by one that throws if the warning is an `Error`, as Node's own are: a warning about too many
 * listeners of a socket would break the code that added the last one.
 */
export function keepNodeWarnings(): void {
  Object.defineProperty(process, 'emitWarning', { writable: false })
}
