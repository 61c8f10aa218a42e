import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { listAccounts, setPassword } from '../accounts/accounts.ts'
import { consoleLog, printable } from '../log.ts'
import type { Settings } from '../settings/settings.ts'
import { StartupError } from '../settings/startup-error.ts'
import { decodeText } from '../settings/text-file.ts'
import { withDatabase } from './operator-database.ts'

/** `accounts list`: one line per person. Returns the exit code. */
export async function listCommand(settings: Settings): Promise<number> {
  return withDatabase(settings, async (pool) => {
    for (const { name, identifier, sessions } of await listAccounts(pool))
      consoleLog.info(
        `${name}  ${identifier}  ${sessions} signed-in ${sessions === 1 ? 'device' : 'devices'}`,
      )
    return 0
  })
}

/** `accounts set-password NAME`: ends that person's sessions. Returns the exit code. */
export async function setPasswordCommand(settings: Settings, name: string): Promise<number> {
  const password = await newPassword(name)
  return withDatabase(settings, async (pool) => {
    const problem = await setPassword(pool, name, password)
    if (problem !== undefined) consoleLog.error(problem)
    else consoleLog.info('The password was set. Every device of this person has to sign in again.')
    return problem === undefined ? 0 : 1
  })
}

/** From JOURNAL_NEW_PASSWORD, a pipe, or typed at the terminal without being shown. */
async function newPassword(name: string): Promise<string> {
  const given = process.env['JOURNAL_NEW_PASSWORD']
  if (given) return given
  return process.stdin.isTTY ? typedLine(name) : pipedLine()
}

async function typedLine(name: string): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stdout.write(`New password for ${printable(name)} (at least 10 characters): `)
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: true })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    process.stdout.write('\n')
  }
}

/** More bytes than any password: a file that was piped by mistake is not read on. */
const longestPiped = 1000

/** The first line, by the rules for a secret in a file. */
async function pipedLine(): Promise<string> {
  let piped: Buffer = Buffer.alloc(0)
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    piped = Buffer.concat([piped, chunk])
    if (piped.includes('\n') || piped.length > longestPiped) break
  }
  const end = piped.indexOf('\n')
  const line = decodeText(end === -1 ? piped : piped.subarray(0, end))?.replace(/\r$/, '')
  if (line === undefined || line.includes('\0'))
    throw new StartupError('The password must be piped as text in UTF-8; nothing was changed.')
  return line
}
