/**
 * The errno name or SQLSTATE of anything thrown, or `unknown`. Codes are safe to print where
 * messages are not: those may quote journal text (D27).
 */
export function errorCode(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) {
    if (typeof error.code === 'string' || typeof error.code === 'number') return String(error.code)
  }
  return 'unknown'
}
