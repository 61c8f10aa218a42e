import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import postgres from 'postgres'
import * as v from 'valibot'
import { listAccounts, setPassword } from './accounts/accounts.ts'
import { projectRoot } from './config/project-root.ts'
import { startDatabase } from './database/database.ts'
import { prepareDatabase } from './database/prepare-database.ts'
import { silenceLibraries } from './guard/library-output.ts'
import { consoleLog } from './log.ts'
import { readSettings } from './settings/settings.ts'
import type { Settings } from './settings/settings.ts'
import { startFailure } from './settings/start-failure.ts'

const usage = [
  'npm run accounts -- list',
  'npm run accounts -- set-password NAME   (asks for it, or reads JOURNAL_NEW_PASSWORD)',
].join('\n')

/** What a running server leaves in DATA_DIR, see `noteRunning`. */
const note = v.pipe(v.string(), v.parseJson(), v.object({ databaseUrl: v.string() }))

silenceLibraries()
process.exitCode = await main(process.argv.slice(2))

/** `accounts list` and `accounts set-password NAME`; returns the exit code. */
async function main([room, command, name]: string[]): Promise<number> {
  const known = room === 'accounts' && (command === 'list' || (command === 'set-password' && name))
  if (!known) {
    consoleLog.error(usage)
    return 1
  }
  const read = readSettings(process.env, projectRoot)
  if (!read.ok) {
    for (const problem of read.problems) consoleLog.error(problem)
    return 1
  }
  try {
    if (command === 'list') return await withDatabase(read.settings, list)
    const password = await newPassword(name ?? '')
    return await withDatabase(read.settings, async (sql) => {
      const result = await setPassword(sql, name ?? '', password)
      if (!result.ok) consoleLog.error(result.problem)
      else
        consoleLog.info('The password was set. Every device of this person has to sign in again.')
      return result.ok ? 0 : 1
    })
  } catch (error) {
    consoleLog.error(startFailure(error))
    return 1
  }
}

async function list(sql: postgres.Sql): Promise<number> {
  for (const { name, identifier, sessions } of await listAccounts(sql))
    consoleLog.info(`${name}  ${identifier}  ${sessions} signed-in device(s)`)
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
  if (terminal) process.stdout.write(`New password for ${name} (at least 10 characters): `)
  const lines = createInterface({ input: process.stdin, output: hidden, terminal })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (terminal) process.stdout.write('\n')
  }
}

/** The database of the running server if there is one, else one that is started for the moment. */
async function withDatabase(
  settings: Settings,
  task: (sql: postgres.Sql) => Promise<number>,
): Promise<number> {
  const running = await connectRunning(settings)
  if (running !== undefined)
    try {
      return await task(running)
    } finally {
      await running.end()
    }
  const database = await startDatabase({
    dataDir: settings.dataDir,
    ...(settings.databaseUrl === undefined ? {} : { databaseUrl: settings.databaseUrl }),
    log: consoleLog,
  })
  try {
    await prepareDatabase(database, path.join(projectRoot, 'supabase', 'migrations'))
    return await task(database.sql)
  } finally {
    await database.stop()
  }
}

async function connectRunning({ dataDir }: Settings): Promise<postgres.Sql | undefined> {
  let text: string
  try {
    text = readFileSync(path.join(dataDir, 'running.json'), 'utf8')
  } catch {
    return undefined
  }
  const parsed = v.safeParse(note, text)
  if (!parsed.success) return undefined
  const sql = postgres(parsed.output.databaseUrl, {
    max: 1,
    connect_timeout: 3,
    onnotice: () => undefined,
  })
  try {
    await sql`select 1`
    return sql
  } catch {
    await sql.end({ timeout: 0 })
    return undefined
  }
}
