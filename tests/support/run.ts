import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../../src/server/database/connection.ts'
import { startTestCluster, type EmbeddedConnection } from './cluster.ts'
import { firstStartEnv } from './first-start.ts'
import { startTestServer } from './server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL of the run, as its owner; see `createTestDatabase`. */
    cluster: EmbeddedConnection
  }
}

/**
 * What the test files of a run share, made once: a PostgreSQL with a migrated template, and a data
 * directory after a server's first start, of which test servers get copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tagebuch-first-start-'))
  const [cluster] = await Promise.all([startTestCluster(), startOnce(dataDir)])
  await forgetAtPowerCuts(cluster.connection)
  project.provide('cluster', cluster.connection)
  process.env[firstStartEnv] = dataDir
  return async () => {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(dataDir: string): Promise<void> {
  const server = await startTestServer({ dataDir })
  await server.stop()
}

/** No test cuts the power, so nothing needs to wait for the disk. */
async function forgetAtPowerCuts(connection: EmbeddedConnection): Promise<void> {
  const sql = connect(connection, { max: 1 })
  await sql.unsafe('alter system set fsync = off')
  await sql.unsafe('select pg_reload_conf()')
  await sql.end()
}
