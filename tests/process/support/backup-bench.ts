import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { newDataDir } from '../../support/first-start.ts'
import { freePort } from '../../support/free-port.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { operator } from './journal-state.ts'

/** A server with a folder for its backups, to be stopped, restored and started again. */
export interface BackupBench {
  readonly dataDir: string
  readonly server: TestServer
  /** A path in the bench's own folder. */
  file(name: string): string
  /** Always on the same port, so that devices find the restored journal where they left it. */
  start(): Promise<TestServer>
  /** Runs an operator's command on the data directory to its end. */
  run(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: number | null; readonly output: string }>
  /** Writes a backup under that name; returns its path. */
  backup(name: string): Promise<string>
  /** Stops the server, restores, starts it again; returns what the command said. */
  restore(backup: string): Promise<string>
  close(): Promise<void>
}

export async function backupBench(): Promise<BackupBench> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagebuch-backup-'))
  const dataDir = newDataDir({})
  const port = await freePort()
  let server = await startTestServer({ dataDir, env: { PORT: port } })
  const file = (name: string) => path.join(folder, name)
  const start = async () => (server = await startTestServer({ dataDir, env: { PORT: port } }))
  const run: BackupBench['run'] = async (args, env = {}) => operator(dataDir, args, env).ended
  return {
    dataDir,
    get server() {
      return server
    },
    file,
    start,
    run,
    async backup(name) {
      const done = await run(['backup', file(name)])
      if (done.code !== 0) throw new Error(done.output)
      return file(name)
    },
    async restore(backup) {
      await server.stop()
      const done = await run(['restore', backup, '--yes'])
      await start()
      if (done.code !== 0) throw new Error(done.output)
      return done.output
    },
    async close() {
      await server.stop()
      for (const made of [folder, dataDir]) rmSync(made, { recursive: true, force: true })
    },
  }
}

/** The bench of a test file, made before its first test. */
export let bench: BackupBench

export function withBackupBench(): void {
  beforeAll(async () => {
    bench = await backupBench()
  })
  afterAll(async () => bench.close())
}
