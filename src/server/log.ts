/**
 * What the server tells its operator: one English line per message.
 * Callers pass no row values, tokens, keys or passwords (D27); a `code` is an SQLSTATE or an
 * errno name, never an error's own message, because those can quote journal text.
 */
export interface Log {
  info(message: string): void
  error(message: string, code?: string): void
}

/** Writes `info` to standard output and `error` to standard error. */
export const consoleLog: Log = {
  info(message) {
    process.stdout.write(`${message}\n`)
  },
  error(message, code) {
    process.stderr.write(code === undefined ? `${message}\n` : `${message} [${code}]\n`)
  },
}
