import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  migrationsDir,
  silentLog,
  startTestCluster,
  type TestCluster,
  type TestDatabase,
} from '../../../tests/support/cluster.ts'
import { startDatabase, type Database } from './database.ts'
import { migrate } from './migrate.ts'
import { prepareDatabase } from './prepare-database.ts'

let cluster: TestCluster
let db: TestDatabase
let dataDir: string

beforeAll(async () => {
  cluster = await startTestCluster({ tcp: true })
  db = await cluster.createTestDatabase()
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'tagebuch-external-'))
})
afterAll(async () => {
  await db.drop()
  await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
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
    expect(await readdir(dataDir)).toEqual(['server.lock'])
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

  it('is refused after 5 s when it accepts but never answers', async () => {
    const mute = net.createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => mute.once('listening', resolve))
    const address = mute.address()
    const mutePort = typeof address === 'object' ? String(address?.port) : ''
    await expect(connect(changed({ port: mutePort }))).rejects.toThrow(
      /does not answer \(CONNECT_TIMEOUT\)/,
    )
    mute.close()
  })

  it('is told what it lacks, all at once', async () => {
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

/** A hosted project in what matters here: its roles, its `auth` schema, its generous defaults. */
const hostedProject = `
  create role supabase_auth_admin nologin;
  create schema auth authorization supabase_auth_admin;
  create table auth.users (id uuid primary key, email text);
  alter table auth.users owner to supabase_auth_admin;
  create function auth.uid() returns uuid language sql stable as $$
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;
  grant usage on schema auth to hosted, anon, authenticated, service_role;
  grant select, references on auth.users to hosted;
  alter default privileges for role hosted in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role hosted in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges for role hosted in schema public grant all on sequences to anon, authenticated, service_role;
  grant create, usage on schema public to hosted;
  grant usage on schema public to anon, authenticated, service_role;
  create publication supabase_realtime;
  alter publication supabase_realtime owner to hosted;`

describe('a hosted project', () => {
  it('takes the migrations from a role that is no superuser, and anon gets nothing', async () => {
    await db.sql.unsafe(
      `create role hosted login createdb createrole replication password 'hosted'`,
    )
    await db.sql.unsafe(`create database hosted_project owner hosted`)
    const admin = postgres(changed({ pathname: '/hosted_project' }), { max: 1 })
    await admin.unsafe(hostedProject)
    const project = changed({ username: 'hosted', password: 'hosted', pathname: '/hosted_project' })
    const hosted = postgres(project, { max: 1 })
    expect(await migrate(hosted, migrationsDir)).toHaveLength((await readdir(migrationsDir)).length)
    const findings = await admin`
      select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and (has_table_privilege('anon', c.oid, 'select, insert, update, delete, truncate, references, trigger')
          or has_table_privilege('authenticated', c.oid, 'truncate, references, trigger'))`
    expect([...findings]).toEqual([])
    const published =
      await admin`select from pg_publication_tables where pubname = 'supabase_realtime'`
    expect(published).toHaveLength(8)
    await hosted.end()
    await admin.end()
    await db.sql`drop database hosted_project with (force)`
  })

  it('is asked for nothing that only a superuser may do', async () => {
    for (const file of await readdir(migrationsDir)) {
      const text = await readFile(path.join(migrationsDir, file), 'utf8')
      expect(text).not.toMatch(
        /create role|alter system|session_replication_role|create extension/i,
      )
    }
  })
})
