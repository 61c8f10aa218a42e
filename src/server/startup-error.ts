/**
 * A reason why the server cannot start that its operator can act on. The message is one English
 * line without secrets; `main.ts` prints it and exits with 1. Anything else thrown is a bug.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
