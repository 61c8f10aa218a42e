import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { StartupError } from '../settings/startup-error.ts'

/** Asks at the terminal; true for "yes". `what` names the action that needs `word` without a terminal. */
export async function confirm(question: string, what: string, word = '--yes'): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new StartupError(
      `${what} changes the journal: confirm with ${word} where there is no terminal.`,
    )
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    // Control-C and Control-D end the question without an answer.
    const ended = once(terminal, 'close').then(() => '')
    const answer = await Promise.race([terminal.question(question).catch(() => ''), ended])
    return answer.trim().toLowerCase() === 'yes'
  } finally {
    terminal.close()
  }
}
