/**
 * Messages to the operator, one English line each. Callers pass no row values, tokens, keys or
 * passwords (D27); a `code` is an SQLSTATE or an errno name, never an error's own message, because
 * those can quote journal text.
 */
export interface Log {
  info(message: string): void
  error(message: string, code?: string): void
}

/** Writes `info` to standard output and `error` to standard error, each printable. */
export const consoleLog: Log = {
  info(message) {
    process.stdout.write(`${printable(message)}\n`)
  },
  error(message, code) {
    const line = code === undefined ? message : `${message} [${code}]`
    process.stderr.write(`${printable(line)}\n`)
  },
}

/**
 * Lets the process outlive the reader of its log, such as `tee` in `npm start | tee log`. Each
 * write fails then, and an unhandled error is itself a line of the log: without this they repeat
 * forever and use a whole core.
 */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/**
 * One line that is safe to print. Names and identifiers come from files (settings, backups), and a
 * terminal obeys control characters: they clear lines, forge others, reverse their order or fill
 * the clipboard. Each is written as its number, `\u{1b}`.
 */
export function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
