import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database.ts'
import type { TestDatabase } from '../../../tests/support/cluster.ts'
import { connect } from './connection.ts'

/** The driver of all pools, whose own text the build mends (decision 0043). */
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => database.drop())

/** One connection, so that the next query has to take the one that was lost. */
const single = () =>
  connect(database.connection, { max: 1, connect_timeout: 2, backoff: () => 0.01 })

it('reopens a connection that was lost inside a transaction', async () => {
  const sql = single()
  for (let time = 0; time < 3; time += 1) {
    const transaction = sql.begin(async (own) => own`select pg_terminate_backend(pg_backend_pid())`)
    await expect(transaction).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  }
  await sql.end()
})

it('refuses what a transaction sends after its connection was lost', async () => {
  const sql = single()
  const late = sql.begin(async (own) => {
    await own`select pg_terminate_backend(pg_backend_pid())`.catch(() => undefined)
    // Somebody else's query has opened the connection again.
    await sql`select 1`
    await own`create table public.written_outside ()`
  })
  await expect(late).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  expect(await sql`select to_regclass('public.written_outside') as made`).toEqual([{ made: null }])
  await sql.end()
})

it('tells the next query nothing of the connection before', async () => {
  const sql = single()
  await expect(sql`select pg_terminate_backend(pg_backend_pid())`).rejects.toMatchObject({
    code: 'CONNECTION_CLOSED',
  })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  await sql.end()
})

it('waits between attempts if a server ends every connection', async () => {
  let attempts = 0
  const server = net.createServer((socket) => {
    attempts += 1
    socket.on('error', () => undefined).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const url = `postgres://nobody:secret@127.0.0.1:${port}/none`
  const sql = connect({ url }, { max: 1, backoff: () => 0.01 })
  for (let time = 1; time <= 3; time += 1) {
    await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    expect(attempts).toBe(time)
  }
  await sql.end()
  server.close()
})
