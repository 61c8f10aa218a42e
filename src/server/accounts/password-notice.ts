import type { GeneratedPassword } from './accounts.ts'

/**
 * The block that shows generated passwords, once, to the person who starts the server (D4).
 * It goes to the terminal only, never through the log.
 */
export function passwordNotice(generated: readonly GeneratedPassword[]): string {
  const lines = [
    'FIRST START: these passwords are shown ONCE and stored nowhere.',
    'Write them down now. Change one with: npm run accounts -- set-password NAME',
    '',
    ...generated.map(({ name, password }) => `    ${name}:  ${password}`),
  ]
  const width = Math.max(...lines.map((line) => Array.from(line).length))
  const bar = '═'.repeat(width + 4)
  const framed = lines.map((line) => `║  ${line}${' '.repeat(width - Array.from(line).length)}  ║`)
  return ['', `╔${bar}╗`, ...framed, `╚${bar}╝`, ''].join('\n')
}
