import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import bcrypt from 'bcryptjs'
import type { TestProject } from 'vitest/node'
import { runOnce, startTestCluster, type EmbeddedConnection } from './cluster.ts'
import { firstStartEnv } from './first-start.ts'
import { hostedClusterEnv, startHostedCluster } from './hosted/cluster.ts'
import { people, startTestServer } from './server.ts'
import { makeScratch } from '../../scripts/scratch.mjs'
import { startSharedServers } from './shared-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL of the run, as its owner; see `createTestDatabase`. */
    cluster: EmbeddedConnection
  }
}

/**
 * The parts that the test files of a run share, made once: a PostgreSQL with a migrated template, and a data
 * directory after a server's first start, of which test servers get copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  writeInMemory()
  return project.name === 'hosted' ? setupHosted(project) : setupShared(project)
}

/** Lets tests write into memory, as the whole suite does, which names a folder of its own. */
function writeInMemory(): void {
  if (process.env['TMPDIR'] !== undefined) return
  const scratch = makeScratch()
  if (scratch === undefined) return
  process.env['TMPDIR'] = scratch
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }))
}

async function setupShared(project: TestProject): Promise<() => Promise<void>> {
  // The whole suite gives a folder, which later parts of it use too.
  const given = process.env[firstStartEnv]
  const dataDir = given ?? mkdtempSync(path.join(tmpdir(), 'tagebuch-first-start-'))
  const [cluster] = await Promise.all([startTestCluster(), startOnce(dataDir)])
  await forgetAtPowerCuts(cluster.connection)
  project.provide('cluster', cluster.connection)
  process.env[firstStartEnv] = dataDir
  const stopServers = await startSharedServers()
  return async () => {
    await Promise.all([cluster.stop(), stopServers()])
    if (given === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The same for tests on projects that are prepared the way a hosted one is. */
async function setupHosted(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startHostedCluster()
  await forgetAtPowerCuts({ ...cluster.connection, user: 'supabase_admin' })
  project.provide('cluster', cluster.connection)
  process.env[hostedClusterEnv] = JSON.stringify(cluster.connection)
  return () => cluster.stop()
}

async function startOnce(dataDir: string): Promise<void> {
  const server = await startTestServer({ dataDir })
  // Hundreds of sign-ins would cost a minute of the processor; what one costs is tested in `sign-in/guard.test.ts`.
  for (const { identifier, password } of Object.values(people))
    await server.sql()`
      update auth.users set encrypted_password = ${await bcrypt.hash(password, 4)} where email = ${identifier}`
  await server.stop()
}

/** No test cuts the power, so nothing needs to wait for the disk. */
async function forgetAtPowerCuts(connection: EmbeddedConnection): Promise<void> {
  await runOnce(connection, 'alter system set fsync = off')
  await runOnce(connection, 'select pg_reload_conf()')
}
