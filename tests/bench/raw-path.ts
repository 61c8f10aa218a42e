import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import { connect, type DatabaseConnection } from '../../src/server/database/connection.ts'

/**
 * The floor under "written here, visible there": an SQL insert, its replication event, one frame
 * over a local socket. Returns milliseconds per insert. Uses a table of its own.
 */
export async function measureRawPath(
  database: DatabaseConnection,
  rounds: number,
): Promise<number[]> {
  const sql = connect(database, { max: 1, onnotice: () => undefined })
  const replication = connect(database, {
    max: 1,
    publications: 'bench',
    onnotice: () => undefined,
  })
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [accepted] = (await once(server, 'connection')) as [WebSocket]
  if (socket.readyState !== WebSocket.OPEN) await once(socket, 'open')
  await sql`create schema bench`
  await sql`create table bench.rows (id int primary key, content text not null)`
  await sql`create publication bench for table bench.rows`
  const subscription = await replication.subscribe('*:bench.rows', (row) => {
    accepted.send(JSON.stringify(row))
  })
  const times: number[] = []
  for (let id = 0; id < rounds; id += 1) {
    const arrived = once(socket, 'message')
    const started = performance.now()
    await sql`insert into bench.rows values (${id}, ${'Ein Satz von uns beiden.'})`
    await arrived
    times.push(performance.now() - started)
  }
  subscription.unsubscribe()
  socket.terminate()
  server.close()
  await sql`drop publication bench`
  await sql`drop schema bench cascade`
  await Promise.all([sql.end({ timeout: 1 }), replication.end({ timeout: 1 })])
  return times
}
