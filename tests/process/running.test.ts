import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDataDir } from '../support/first-start.ts'
import { people, startAndFail, startTestServer } from '../support/server.ts'
import type { TestServer } from '../support/server.ts'
import { inShort, long } from '../support/quick.ts'
import { operator } from './support/journal-state.ts'

const dataDir = newDataDir({})
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ dataDir })
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function until<Value>(check: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await check().catch(() => undefined)
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Kills a journal's database, which cannot start again before the function that this returns is called. */
function killDatabase(journal: string): () => void {
  const cluster = path.join(journal, 'cluster')
  const [pid] = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  renameSync(cluster, `${cluster}-away`)
  process.kill(Number(pid), 'SIGKILL')
  return () => renameSync(`${cluster}-away`, cluster)
}

/** Lists the accounts as the operator does. */
const listAccounts = async () => operator(dataDir, ['accounts', 'list']).ended

describe('a running server', () => {
  it('refuses a second start on its data directory and goes on undisturbed', long, async () => {
    const failed = await startAndFail({ dataDir })
    expect(failed.exitCode).toBe(1)
    expect(failed.logs.trim().split('\n')).toHaveLength(1)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await server.client('Jonas')).id).toBeDefined()
  })

  it('answers a sign-in that the database refuses with 503, and logs why', async () => {
    const sql = server.sql()
    await sql`alter table auth.sessions add constraint no_session check (false) not valid`
    try {
      const { error } = await server.authClient().signInWithPassword({
        email: people.Jonas.identifier,
        password: people.Jonas.password,
      })
      expect(error?.status).toBe(503)
    } finally {
      await sql`alter table auth.sessions drop constraint no_session`
    }
    expect(server.logs()).toContain('A request failed [23514]')
    expect((await server.session('Jonas')).user).toBeDefined()
  })

  it('survives a restart of its database: 503 meanwhile, then as before', async () => {
    const jonas = await server.client('Jonas')
    await server.sql()`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and backend_type = 'client backend'`
    const statuses = await Promise.all(
      Array.from(
        { length: 10 },
        async () => (await jonas.rest.from('profiles').select('id')).status,
      ),
    )
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
    await until(async () =>
      (await jonas.rest.from('profiles').select('id')).status === 200 ? true : undefined,
    )
    expect((await jonas.auth.refreshSession()).error).toBeNull()
  })

  it('survives a database that is killed: health, REST and renewal say 503 until it is back', async () => {
    const { access_token: access, refresh_token: token } = await server.session('Jonas')
    const statusOf = async (at: string, init: RequestInit = {}) =>
      (await fetch(`${server.url}${at}`, init)).status
    const headers = { apikey: server.anonKey, 'content-type': 'application/json' }
    // Not by the client, which tries a 503 again for 7 s.
    const statuses = async () =>
      Promise.all([
        statusOf('/healthz'),
        statusOf('/rest/v1/profiles?select=id', {
          headers: { ...headers, authorization: `Bearer ${access}` },
        }),
        statusOf('/auth/v1/token?grant_type=refresh_token', {
          method: 'POST',
          headers,
          body: JSON.stringify({ refresh_token: token }),
        }),
      ])
    const seen = new Set<number>()
    const untilAll = async (wanted: number) =>
      until(async () => {
        const given = await statuses()
        for (const status of given) seen.add(status)
        return given.every((status) => status === wanted) ? true : undefined
      })
    const putBack = killDatabase(dataDir)
    await untilAll(503)
    putBack()
    await untilAll(200)
    expect([...seen].toSorted((a, b) => a - b)).toEqual([200, 503])
    expect((await server.client('Željka')).id).toBeDefined()
  })

  it('disconnects slow senders, and answers others meanwhile', long, async () => {
    const { port, hostname } = new URL(server.url)
    const unfinishedHead = 'POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: x\r\n'
    const unfinishedBody = `${unfinishedHead}Content-Length: 1000\r\n\r\nx`
    const ends = ['', unfinishedHead, unfinishedBody].map(async (sent) => {
      const slow = connect(Number(port), hostname)
      slow.on('error', () => undefined).resume()
      slow.write(sent)
      return new Promise((resolve) => slow.once('close', resolve))
    })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    await Promise.all(ends)
  })

  it.skipIf(process.platform !== 'linux')(
    'goes on quietly when no one reads its log any more',
    long,
    async () => {
      const other = await startTestServer()
      const secondsOfCpu = () => {
        const fields = readFileSync(`/proc/${other.process.pid}/stat`, 'utf8').split(' ')
        return (Number(fields[13]) + Number(fields[14])) / 100
      }
      other.process.stdout?.destroy()
      other.process.stderr?.destroy()
      // Its end is a line of the log.
      const putBack = killDatabase(other.dataDir)
      const health = async () => (await fetch(`${other.url}/healthz`)).status
      await until(async () => ((await health()) === 503 ? true : undefined))
      putBack()
      await until(async () => ((await health()) === 200 ? true : undefined))
      const before = secondsOfCpu()
      await new Promise((resolve) => setTimeout(resolve, 2000))
      expect(secondsOfCpu() - before).toBeLessThan(1)
      expect(await other.stop()).toBe(0)
    },
  )

  it.each(['/..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/etc/passwd', '/assets/../../package.json'])(
    'gives no file outside the app for %s',
    async (target) => {
      const { port, hostname } = new URL(server.url)
      const socket = connect(Number(port), hostname)
      socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
      const chunks: Buffer[] = []
      for await (const chunk of socket) chunks.push(chunk as Buffer)
      const answer = Buffer.concat(chunks).toString()
      expect(answer).not.toContain('devDependencies')
      expect(answer).not.toContain('root:')
    },
  )
})

describe('the end of a server', () => {
  it('after kill -9 leaves nothing that the next start cannot take over', long, async () => {
    const jonas = await server.client('Jonas')
    const entry = { user_id: jonas.id, category: 'erzaehlen', content: 'Vor dem Absturz' }
    expect((await jonas.rest.from('entries').insert(entry)).status).toBe(201)
    await server.kill()
    server = await startTestServer({ dataDir })
    const again = await server.client('Jonas')
    expect((await again.rest.from('entries').select('content')).data).toEqual([
      { content: 'Vor dem Absturz' },
    ])
    // The session from before the crash still counts, its keys were kept.
    const before = server.restClient(await jonas.accessToken())
    expect((await before.from('profiles').select('id')).status).toBe(200)
  })

  it.each(['SIGHUP', ...inShort(1, ['SIGTERM', 'SIGQUIT', 'SIGINT'] as const)] as const)(
    'on %s finishes what is under way, stops its database and exits with 0',
    async (signal) => {
      const jonas = await server.client('Jonas')
      const requests = Array.from({ length: 5 }, async () => jonas.rest.from('entries').select('*'))
      await Promise.race(requests)
      const closed = new Promise((resolve) => server.process.once('close', resolve))
      server.process.kill(signal)
      const answers = await Promise.all(requests)
      expect(await closed).toBe(0)
      expect(answers.every(({ status }) => status === 200 || status === 0)).toBe(true)
      for (const left of ['running.json', 'cluster/postmaster.pid', 'server.lock'])
        expect(existsSync(path.join(dataDir, left))).toBe(false)
      server = await startTestServer({ dataDir })
    },
  )

  it('lets the operator’s commands work afterwards', long, async () => {
    await server.stop()
    const listed = await listAccounts()
    expect([listed.code, listed.output]).toEqual([0, expect.stringContaining('Jonas')])
    server = await startTestServer({ dataDir })
  })

  it('gives the operator’s commands no note that an impostor can answer to', long, async () => {
    const { connection } = server
    await server.stop()
    const folder = mkdtempSync(path.join(tmpdir(), 'tagebuch-impostor-'))
    const received: Buffer[] = []
    const impostor = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (data) => {
        received.push(data)
        // PostgreSQL's request for the password in clear text.
        socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
      })
    })
    impostor.listen(path.join(folder, '.s.PGSQL.5432'))
    await once(impostor, 'listening')
    const database = { ...connection, path: path.join(folder, '.s.PGSQL.5432') }
    // As a server leaves it that was killed.
    writeFileSync(path.join(dataDir, 'running.json'), JSON.stringify({ pid: 1, database }))
    const listed = await listAccounts()
    impostor.close()
    rmSync(folder, { recursive: true })
    expect([listed.code, listed.output]).toEqual([0, expect.stringContaining('Jonas')])
    expect(received).toEqual([])
    server = await startTestServer({ dataDir })
  })

  it('left no journal text, password or key in its output', () => {
    const keys = readFileSync(path.join(dataDir, 'keys.json'), 'utf8')
    const words = ['Absturz', 'geheim', 'ganz-neues', 'eyJ', ...(keys.match(/[\w-]{20,}/g) ?? [])]
    for (const word of words) expect(server.logs()).not.toContain(word)
  })
})
