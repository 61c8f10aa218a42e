import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from '../../src/server/database/connection.ts'
import { createClients } from '../support/clients.ts'
import { launch, type TestServer } from '../support/server.ts'

/** The commit of version 0.1.0. */
const commit = '4632bfe'
const project = fileURLToPath(new URL('../..', import.meta.url))
/** Kept for the next run. */
const folder = path.join(project, 'bench', '0.1.0')

export type FirstVersion = Pick<TestServer, 'url' | 'sql' | 'session' | 'client' | 'stop'>

/**
 * Starts the server of version 0.1.0, which the aims are measured against, on a journal of its own. The first
 * time it takes that version out of the project's history, installs its packages and builds it.
 *
 * @throws where the history is missing, the registry does not answer, or the server does not start
 */
export async function startFirstVersion(): Promise<FirstVersion> {
  if (!existsSync(path.join(folder, 'build/server/main.js'))) build()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tagebuch-'))
  const launched = launch({ project: folder, dataDir })
  const url = await launched.ready
  if (typeof url !== 'string') throw new Error(`Version 0.1.0 did not start:\n${url.logs}`)
  const sql = connect({ url: field(dataDir, 'running.json', 'databaseUrl') }, { max: 2 })
  const clients = createClients(url, field(dataDir, 'keys.json', 'anonKey'))
  return {
    url,
    sql: () => sql,
    session: clients.session,
    client: async (name) => clients.signedIn(name),
    async stop() {
      await clients.end()
      await sql.end({ timeout: 1 })
      const closed = once(launched.process, 'close')
      launched.process.kill('SIGTERM')
      await closed
      rmSync(dataDir, { recursive: true, force: true })
      return launched.process.exitCode
    },
  }
}

function build(): void {
  process.stdout.write('Building version 0.1.0 …\n')
  rmSync(folder, { recursive: true, force: true })
  const run = (command: string, args: readonly string[], cwd: string) =>
    execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  run('git', ['clone', '--quiet', '--shared', '--no-checkout', project, folder], project)
  run('git', ['checkout', '--quiet', commit], folder)
  const prepare =
    "import { ensureBuilt, ensureInstalled } from './scripts/prepare.mjs'; ensureInstalled(); ensureBuilt()"
  run(process.execPath, ['--input-type=module', '-e', prepare], folder)
}

function field(dataDir: string, file: string, name: string): string {
  const text = readFileSync(path.join(dataDir, file), 'utf8')
  return String((JSON.parse(text) as Record<string, unknown>)[name])
}
