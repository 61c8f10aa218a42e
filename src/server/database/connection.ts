import net from 'node:net'
import path from 'node:path'
import type { ClientConfig } from 'pg'
import * as v from 'valibot'
import { isServing } from './embedded/postmaster.ts'

const owner = { user: v.string(), password: v.string(), database: v.string() }

/**
 * How to reach a PostgreSQL as its owner: the operator's URL, the embedded server's Unix socket,
 * or, if the system has no sockets, its port of 127.0.0.1. A value and not a URL, because a URL
 * names a socket badly. Holds a password.
 */
export const databaseConnection = v.union([
  v.strictObject({ url: v.string() }),
  v.strictObject({ path: v.string(), ...owner }),
  v.strictObject({ port: v.number(), clusterDir: v.string(), ...owner }),
])
export type DatabaseConnection = Readonly<v.InferOutput<typeof databaseConnection>>

/** The options with which pg opens a connection: as UTC, and with these settings of the session. */
export function clientConfig(
  connection: DatabaseConnection,
  settings: Readonly<Record<string, string>> = {},
): ClientConfig {
  const options = Object.entries({ TimeZone: 'UTC', client_encoding: 'UTF8', ...settings })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  if ('url' in connection) return urlConfig(connection.url, options)
  const { user, password, database } = connection
  // PGSSLMODE in the environment is meant for other servers.
  const config = { user, password, database, options, ssl: false }
  if ('path' in connection) {
    const { dir, ext } = path.parse(connection.path)
    return { ...config, host: dir, port: Number(ext.slice(1)) }
  }
  const { port, clusterDir } = connection
  return { ...config, host: '127.0.0.1', port, stream: () => ownServerStream(clusterDir) }
}

/** The URL's own words for TLS, as libpq and the providers of databases mean them; its own `options` too. */
function urlConfig(given: string, options: string): ClientConfig {
  const url = new URL(given)
  const own = url.searchParams.get('options')
  url.searchParams.set('options', own === null ? options : `${options} ${own}`)
  url.searchParams.set('uselibpqcompat', 'true')
  return { connectionString: url.href, keepAlive: true, keepAliveInitialDelayMillis: 60_000 }
}

/**
 * Any local user can hold a port while its server is down, and pg gives the password in clear text to
 * a server that asks for it. So a connection is opened only while the process that holds the cluster's
 * files serves this port.
 */
function ownServerStream(clusterDir: string): net.Socket {
  const socket = new net.Socket()
  const open = socket.connect.bind(socket)
  const connect = (port: number, host: string) => {
    isServing(clusterDir, port).then(
      (serves) => {
        if (socket.destroyed) return
        if (serves) Reflect.apply(open, undefined, [port, host])
        else socket.destroy(databaseIsDown())
      },
      (error: Error) => socket.destroy(error),
    )
    return socket
  }
  return Object.assign(socket, { connect })
}

function databaseIsDown(): Error {
  return Object.assign(new Error('The database does not run'), { code: 'ECONNREFUSED' })
}
