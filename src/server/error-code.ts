/** The errno name or SQLSTATE of anything thrown; `undefined` if it has none. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/**
 * The part of an error that may be printed: its code, else its class. Never its message, which can quote journal
 * text (D27).
 */
export function errorLabel(error: unknown): string {
  return errorCode(error) ?? (error instanceof Error ? error.name : 'unknown')
}
