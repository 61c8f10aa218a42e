import { errorLabel } from '../error-code.ts'

/**
 * A reason why the server cannot start, which its operator can remove. The message is one English
 * line without secrets; `main.ts` prints it and exits with 1. Anything else thrown is a bug.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

/** One English line that says why the server does not start; unknown errors show their code only. */
export function startFailure(error: unknown): string {
  if (error instanceof StartupError) return error.message.replaceAll('\n', ' ')
  return `The server could not start (${errorLabel(error)}).`
}
