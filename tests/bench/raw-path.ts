import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { LogicalReplicationService, PgoutputPlugin, type Pgoutput } from 'pg-logical-replication'
import sql from 'sql-template-tag'
import { WebSocket, WebSocketServer } from 'ws'
import { clientConfig, type DatabaseConnection } from '../../src/server/database/connection.ts'
import { Pool } from '../../src/server/database/pool.ts'

/**
 * The floor under "written here, visible there": an SQL insert, its replication event, one frame
 * over a local socket. Returns milliseconds per insert. Uses a table of its own.
 */
export async function measureRawPath(
  database: DatabaseConnection,
  rounds: number,
): Promise<number[]> {
  const pool = new Pool(database, { name: 'bench', max: 1 })
  const replication = new LogicalReplicationService(clientConfig(database))
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [accepted] = (await once(server, 'connection')) as [WebSocket]
  if (socket.readyState !== WebSocket.OPEN) await once(socket, 'open')
  await pool.run('create schema bench')
  await pool.run('create table bench.rows (id int primary key, content text not null)')
  await pool.run('create publication bench for table bench.rows')
  await pool.run("select pg_create_logical_replication_slot('bench', 'pgoutput')")
  replication.on('data', (_lsn, message: Pgoutput.Message) => {
    if (message.tag === 'insert') accepted.send(JSON.stringify(message.new))
  })
  const started = new Promise((resolve) => replication.once('start', resolve))
  const plugin = new PgoutputPlugin({ protoVersion: 1, publicationNames: ['bench'] })
  const ended = replication.subscribe(plugin, 'bench')
  await started
  const times: number[] = []
  for (let id = 0; id < rounds; id += 1) {
    const arrived = once(socket, 'message')
    const begun = performance.now()
    await pool.query(sql`insert into bench.rows values (${id}, ${'Ein Satz von uns beiden.'})`)
    await arrived
    times.push(performance.now() - begun)
  }
  await replication.stop()
  await ended
  socket.terminate()
  server.close()
  const used = sql`select from pg_replication_slots where slot_name = 'bench' and active`
  while ((await pool.query(used)).length > 0);
  await pool.run("select pg_drop_replication_slot('bench')")
  await pool.run('drop publication bench; drop schema bench cascade')
  await pool.end()
  return times
}
