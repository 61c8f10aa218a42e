import { readFile, readdir } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  migrationsDir,
  silentLog,
  startTestCluster,
  type TestCluster,
  type TestDatabase,
} from '../../../tests/support/cluster.ts'
import { folderOfFile } from '../../../tests/support/folders.ts'
import { startDatabase, type Database } from './database.ts'
import { prepareDatabase } from './prepare-database.ts'
import { long } from '../../../tests/support/quick.ts'

let cluster: TestCluster
let db: TestDatabase
const dataDir = folderOfFile()

beforeAll(async () => {
  cluster = await startTestCluster({ tcp: true })
  db = await cluster.createTestDatabase()
})
afterAll(async () => {
  await db.drop()
  await cluster.stop()
})

const connect = (databaseUrl: string): Promise<Database> =>
  startDatabase({ dataDir, databaseUrl, log: silentLog })

function changed(
  fields: Partial<Pick<URL, 'username' | 'password' | 'port' | 'pathname'>> = {},
): string {
  const { user, password, database } = db.connection
  const url = new URL(`postgres://${user}:${password}@127.0.0.1:${port()}/${database}`)
  return Object.assign(url, fields).href
}

const port = () => ('port' in db.connection ? db.connection.port : 0)

describe('a server named in DATABASE_URL', () => {
  it('is used as it is, without a cluster of ours', async () => {
    const database = await connect(changed())
    expect(await database.isAlive()).toBe(true)
    await prepareDatabase(database, migrationsDir)
    expect(await readdir(dataDir)).toContain('server.lock')
    await database.stop()
    expect(await database.isAlive()).toBe(false)
  })

  it.each([
    ['no connection string', 'localhost:5432', /is not a connection string/],
    ['a wrong password', () => changed({ password: 'falsch' }), /does not answer \(28P01\)/],
    ['an unknown database', () => changed({ pathname: '/nirgends' }), /does not answer \(3D000\)/],
    ['a closed port', () => changed({ port: '1' }), /does not answer \(ECONNREFUSED\)/],
  ])('is refused with %s, and the message holds no secret', async (_, given, message) => {
    const url = typeof given === 'string' ? given : given()
    const error = await connect(url).catch((thrown: unknown) => thrown)
    expect(String(error)).toMatch(message)
    expect(String(error)).not.toContain(db.connection.password)
    expect(await readdir(dataDir)).toEqual([])
  })

  it('is refused after 5 s when it accepts but never answers', long, async () => {
    const mute = net.createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => mute.once('listening', resolve))
    const address = mute.address()
    const mutePort = typeof address === 'object' ? String(address?.port) : ''
    await expect(connect(changed({ port: mutePort }))).rejects.toThrow(
      /does not answer \(ETIMEDOUT\)/,
    )
    mute.close()
  })

  it('is refused when the string asks for TLS and it has none', async () => {
    await expect(connect(`${changed()}?sslmode=prefer`)).rejects.toThrow(/has no TLS/)
  })

  it('is refused with everything it lacks, in one message', async () => {
    await db.sql`create role plain login password 'plain'`
    const slots = Array.from({ length: 10 }, (_, at) => `filler_${at}`)
    for (const slot of slots) await db.sql`select pg_create_physical_replication_slot(${slot})`
    const error = await connect(changed({ username: 'plain', password: 'plain' })).catch(
      (thrown: unknown) => thrown,
    )
    expect(String(error)).toContain('the role needs the attribute REPLICATION')
    expect(String(error)).toContain('no replication slot is free (max_replication_slots)')
    for (const slot of slots) await db.sql`select pg_drop_replication_slot(${slot})`
  })

  it('is refused when it lends its connections per transaction', async () => {
    const pooler = await startPooler(port())
    await expect(connect(changed({ port: String(pooler.port) }))).rejects.toThrow(
      /it is a transaction pooler/,
    )
    pooler.close()
  })
})

/**
 * Not a pooler, but to its client the same: what one statement sets in the session, the next does not
 * find. The name of the setting is altered on its way, by one letter, so that lengths stay right.
 */
async function startPooler(target: number): Promise<{ port: number; close(): void }> {
  const server = net.createServer((client) => {
    const upstream = net.connect(target, '127.0.0.1')
    client.on('data', (data) => {
      const text = data
        .toString('latin1')
        .replaceAll("current_setting('tagebuch.session'", "current_setting('tagebuch.sessiom'")
      upstream.write(Buffer.from(text, 'latin1'))
    })
    upstream.pipe(client)
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    close: () => server.close(),
  }
}

// The rest of what a hosted project must be able to do is tried on one: tests/hosted, tests/support/hosted.
describe('a hosted project', () => {
  it('needs no superuser', async () => {
    for (const file of await readdir(migrationsDir)) {
      const text = await readFile(path.join(migrationsDir, file), 'utf8')
      expect(text).not.toMatch(
        /create role|alter system|session_replication_role|create extension/i,
      )
    }
  })
})
