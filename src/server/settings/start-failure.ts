import { StartupError } from '../startup-error.ts'

/** One English line that says why the server does not start; unknown errors show their code only. */
export function startFailure(error: unknown): string {
  if (error instanceof StartupError) return error.message.replaceAll('\n', ' ')
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  const name = code ?? (error instanceof Error ? error.name : 'unknown error')
  return `The server could not start (${name}).`
}
