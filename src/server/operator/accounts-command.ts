import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type postgres from 'postgres'
import { listAccounts, setPassword } from '../accounts/accounts.ts'
import { consoleLog, printable } from '../log.ts'
import type { Settings } from '../settings/settings.ts'
import { withDatabase } from './operator-database.ts'

/** `accounts list`: one line per person. Returns the exit code. */
export async function listCommand(settings: Settings): Promise<number> {
  return withDatabase(settings, list)
}

/** `accounts set-password NAME`: ends that person's sessions. Returns the exit code. */
export async function setPasswordCommand(settings: Settings, name: string): Promise<number> {
  const password = await newPassword(name)
  return withDatabase(settings, async (sql) => {
    const result = await setPassword(sql, name, password)
    if (!result.ok) consoleLog.error(result.problem)
    else consoleLog.info('The password was set. Every device of this person has to sign in again.')
    return result.ok ? 0 : 1
  })
}

async function list(sql: postgres.Sql): Promise<number> {
  for (const { name, identifier, sessions } of await listAccounts(sql))
    consoleLog.info(
      `${name}  ${identifier}  ${sessions} signed-in ${sessions === 1 ? 'device' : 'devices'}`,
    )
  return 0
}

/** From JOURNAL_NEW_PASSWORD, a pipe, or typed at the terminal without being shown. */
async function newPassword(name: string): Promise<string> {
  const given = process.env['JOURNAL_NEW_PASSWORD']
  if (given) return given
  const hidden = new Writable({
    write(_chunk, _encoding, done) {
      done()
    },
  })
  const terminal = process.stdin.isTTY
  if (terminal)
    process.stdout.write(`New password for ${printable(name)} (at least 10 characters): `)
  const lines = createInterface({ input: process.stdin, output: hidden, terminal })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (terminal) process.stdout.write('\n')
  }
}
