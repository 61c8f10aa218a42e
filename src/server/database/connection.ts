import net from 'node:net'
import postgres from 'postgres'
import * as v from 'valibot'
import { isServing } from './embedded/postmaster.ts'

const owner = { user: v.string(), password: v.string(), database: v.string() }

/**
 * How to reach a PostgreSQL as its owner: the operator's URL, the embedded server's Unix socket,
 * or, if the system has no sockets, its port of 127.0.0.1. A value and not a URL, because a URL
 * cannot name a socket to postgres.js. Holds a password.
 */
export const databaseConnection = v.union([
  v.strictObject({ url: v.string() }),
  v.strictObject({ path: v.string(), ...owner }),
  v.strictObject({ port: v.number(), clusterDir: v.string(), ...owner }),
])
export type DatabaseConnection = Readonly<v.InferOutput<typeof databaseConnection>>

/** Opens a pool on a connection; nothing is sent before the first query. */
export function connect(
  connection: DatabaseConnection,
  options: postgres.Options<Record<string, postgres.PostgresType>>,
): postgres.Sql {
  const target = postgresTarget(connection)
  return postgres(target.url, { ...options, ...target.options })
}

/** The two arguments of postgres.js that name a connection; the URL is empty for the embedded server. */
export function postgresTarget(connection: DatabaseConnection): {
  readonly url: string
  readonly options: postgres.Options<Record<string, postgres.PostgresType>>
} {
  if ('url' in connection) return { url: connection.url, options: {} }
  const { user, password, database } = connection
  // PGSSL in the environment is meant for other servers.
  const options = { user, password, database, ssl: false } as const
  if ('path' in connection) return { url: '', options: { ...options, path: connection.path } }
  const { port, clusterDir } = connection
  // `socket` is missing in the published types of postgres.js 3.4.9.
  const withSocket = { ...options, socket: () => ownServerSocket(port, clusterDir) }
  return { url: '', options: withSocket }
}

/**
 * Any local user can hold a port while its server is down, and postgres.js gives the password in clear
 * text to a server that asks for it. So a connection is opened only while the process that holds the
 * cluster's files serves this port. postgres.js expects a socket in any case.
 */
async function ownServerSocket(port: number, clusterDir: string): Promise<net.Socket> {
  if (await isServing(clusterDir, port)) return net.connect(port, '127.0.0.1')
  const refused = new net.Socket()
  const reason = Object.assign(new Error('The database does not run'), { code: 'ECONNREFUSED' })
  setImmediate(() => refused.destroy(reason))
  return refused
}
