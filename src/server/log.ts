/**
 * What the server tells its operator: one English line per message.
 * Callers pass no row values, tokens, keys or passwords (D27); a `code` is an SQLSTATE or an
 * errno name, never an error's own message, because those can quote journal text.
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
 * Lets the process outlive whoever reads its log, as `tee` in `npm start | tee log`. Each write fails
 * then, and an error that nobody handles is itself a line of the log: without this the two go on for
 * ever, on a whole core.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/**
 * One line that a terminal only prints. Names and identifiers come from files (settings, backups), and
 * a terminal obeys control characters: they clear lines, forge others, turn their order round or
 * fill the clipboard. Each is written as its number, `\u{1b}`.
 */
export function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
