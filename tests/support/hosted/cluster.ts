import { migrate } from '../../../src/server/database/migrate.ts'
import { Pool } from '../../../src/server/database/pool.ts'
import {
  copyTemplate,
  migrationsDir,
  runOnce,
  startTestCluster,
  type EmbeddedConnection,
  type TestCluster,
} from '../cluster.ts'
import { hostedDatabase, hostedRoles } from './project-sql.ts'

/** Names the cluster of the run for the processes that the run starts. */
export const hostedClusterEnv = 'TEST_HOSTED_CLUSTER'

/** Whether this process tests on projects that are prepared the way a hosted one is. */
export const isHosted = () => process.env['TEST_HOSTED'] === '1'

/** A project's own database, with the journal's migrations and no account in it. */
export interface HostedProject {
  /** As `postgres`, the owner that a project has. */
  readonly databaseUrl: string
  drop(): Promise<void>
}

/**
 * Starts a PostgreSQL whose databases are projects like Supabase's: see `project-sql.ts`. The migrations
 * are applied by `postgres`, who is no superuser there, and so is the owner of every test's database.
 */
export async function startHostedCluster(): Promise<TestCluster> {
  return startTestCluster({ tcp: true }, async (cluster, name) => {
    const { password } = cluster
    await runOnce(
      cluster,
      `create role supabase_admin superuser login createdb createrole replication bypassrls
        password '${password}'`,
    )
    // The user that made the cluster stays a superuser for good; its name goes to the project's owner.
    const admin = { ...cluster, user: 'supabase_admin' }
    await runOnce(admin, 'alter role postgres rename to cluster_maker')
    await runOnce(admin, hostedRoles(password))
    await runOnce(admin, `create database ${name} owner postgres`)
    await runOnce({ ...admin, database: name }, hostedDatabase)
    const owner = new Pool({ ...cluster, database: name }, { name: 'test', max: 1 })
    await migrate(owner, migrationsDir)
    await owner.end()
  })
}

let ownCluster: Promise<TestCluster> | undefined

/** A fresh project in the cluster of the run, or in one of this process that ends with it. */
export async function createHostedProject(): Promise<HostedProject> {
  const given = process.env[hostedClusterEnv]
  const cluster =
    given === undefined
      ? (await (ownCluster ??= startHostedCluster())).connection
      : (JSON.parse(given) as EmbeddedConnection)
  const made = await copyTemplate(cluster)
  const { connection } = made
  await made.pool.end()
  if (!('port' in connection)) throw new Error('A hosted project listens on a port')
  const { user, password, port, database } = connection
  return {
    databaseUrl: `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    drop: () => made.drop(),
  }
}
