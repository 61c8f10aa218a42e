import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { pem, pemFile } from '../support/certificates.ts'
import { newDataDir } from '../support/first-start.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { eventually } from '../sync/device.ts'
import { operator } from './support/journal-state.ts'
import { long } from '../support/quick.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tagebuch-doctor-'))
const dataDir = newDataDir({})
const backups = path.join(dataDir, 'backups')
let server: TestServer

async function start(): Promise<void> {
  server = await startTestServer({ dataDir, env: { BACKUP_AT: '03:15' } })
}

beforeAll(async () => {
  await start()
  await eventually(
    async () => server.logs(),
    (logs) => logs.includes('Backup written'),
  )
})
afterAll(async () => {
  await server.stop()
  for (const made of [folder, dataDir]) rmSync(made, { recursive: true, force: true })
})

/** The exit code of the doctor, and its lines that are not `ok`. */
async function doctor(env: Readonly<Record<string, string>> = {}) {
  const port = new URL(server.url).port
  const { code, output } = await operator(dataDir, ['doctor'], { PORT: port, ...env }).ended
  const lines = output.trim().split('\n')
  return { code, wrong: lines.filter((line) => !line.startsWith('ok ')), lines }
}

/** Expects one line about what is wrong, and a non-zero exit code. */
async function expectOne(line: RegExp, env?: Readonly<Record<string, string>>): Promise<void> {
  expect(await doctor(env)).toMatchObject({ code: 1, wrong: [expect.stringMatching(line)] })
}

describe('npm run doctor', () => {
  it('reports that a good installation is in order', async () => {
    const { code, wrong, lines } = await doctor()
    expect([code, wrong]).toEqual([0, []])
    expect(lines.length).toBeGreaterThan(9)
  })

  it('names keys that others may read, and the command that helps', async () => {
    const keys = path.join(dataDir, 'keys.json')
    const pushKeys = path.join(dataDir, 'push-keys.json')
    // Of a server that nudges.
    writeFileSync(pushKeys, '{}')
    for (const file of [keys, pushKeys]) chmodSync(file, 0o644)
    await expectOne(
      /^wrong +modes: others may read \S+\/keys\.json, \S+push-keys\.json: chmod go-rwx \S+\/keys\.json \S+push-keys\.json$/,
    )
    chmodSync(keys, 0o600)
    rmSync(pushKeys)
  })

  it('names a table outside the publication', long, async () => {
    await server.sql()`alter publication supabase_realtime drop table public.reactions`
    await expectOne(/^wrong +publication: .*add table public\.reactions$/)
    await server.sql()`alter publication supabase_realtime add table public.reactions`
  })

  it('names an unused replication slot', long, async () => {
    await server.sql()`select pg_create_logical_replication_slot('left_behind', 'pgoutput')`
    await expectOne(/^wrong +slots: no one reads left_behind, .*pg_drop_replication_slot/)
    await server.sql()`select pg_drop_replication_slot('left_behind')`
  })

  it('names a clock that has gone back', long, async () => {
    const move = async (hours: number) =>
      server.sql()`
        update public.server_starts set started_at = started_at + ${hours} * interval '1 hour'`
    await move(9)
    await expectOne(/^wrong +clock: an earlier start was \d+ s later than now/)
    await move(-9)
  })

  it('names a clock that is behind the journal’s time', long, async () => {
    const note = async (hours: number) =>
      server.sql()`
        select setval('private.noted_time',
          (extract(epoch from clock_timestamp() + ${hours} * interval '1 hour') * 1000000)::bigint)`
    await note(5)
    // The server compares the two times every two seconds.
    await expect
      .poll(async () => server.sql()`select from private.clock where private.clock_offset() > '0'`)
      .toHaveLength(1)
    await expectOne(
      /^wrong +clock: The clock of this machine is 5 h behind the journal's time: set it by NTP$/,
    )
    // The log names it, too: once a minute, and at a start.
    await server.stop()
    await start()
    await expect
      .poll(async () => server.logs())
      .toContain("The clock of this machine is 5 h behind the journal's time")
    await note(0)
    await server.sql()`update private.clock set ahead = '0'`
    await server.sql()`update public.server_starts set started_at = now() where started_at > now()`
    expect(await doctor()).toMatchObject({ code: 0 })
  })

  it('names a backup that is too old', long, async () => {
    const name = readdirSync(backups).find((one) => one.endsWith('.json.gz')) ?? ''
    const old = mkdtempSync(path.join(folder, 'old-'))
    const lines = gunzipSync(readFileSync(path.join(backups, name))).toString()
    const takenAt = new Date(Date.now() - 5 * 86_400_000).toISOString()
    const older = lines.replace(/"takenAt":"[^"]+"/, `"takenAt":"${takenAt}"`)
    const body = older.slice(0, older.lastIndexOf('\n', older.length - 2) + 1)
    const sha256 = createHash('sha256').update(body).digest('hex')
    const whole = older.replace(/"sha256":"[^"]+"/, `"sha256":"${sha256}"`)
    writeFileSync(path.join(old, name), gzipSync(whole), { mode: 0o600 })
    await expectOne(/^wrong +backups: .* is 120 hours old; the log/, { BACKUP_DIR: old })
  })

  it('names a disk with too little room', long, async () => {
    const { code, wrong } = await doctor({ DISK_WARN_MB: '9999999' })
    // The data directory and the folder of the backups, a line each.
    const line: unknown = expect.stringMatching(/^wrong +disk: \d+ MB are free for \S+; make room$/)
    expect([code, wrong]).toEqual([1, [line, line]])
  })

  it('names a setting that cannot be read', async () => {
    await expectOne(/^DISK_WARN_MB/, { DISK_WARN_MB: '-1' })
  })

  it('names a certificate and a key that do not match', async () => {
    const { code, wrong } = await doctor({
      TLS_CERT: pemFile('first-chain'),
      TLS_KEY: pemFile('second-key'),
    })
    expect([code, wrong]).toEqual([
      1,
      [expect.stringMatching(/^wrong +TLS: TLS_KEY is not the key of the first certificate/)],
    ])
  })

  it('names a proxy that is in front and not trusted, and so does the log, once', async () => {
    const ask = async (header: string) =>
      fetch(`${server.url}/healthz`, { headers: { [header]: '192.0.2.7' } })
    await ask('x-forwarded-for')
    await ask('x-forwarded-proto')
    expect(server.logs().match(/X-Forwarded-For/g)).toHaveLength(1)
    expect(await doctor()).toMatchObject({
      code: 0,
      wrong: [expect.stringMatching(/^warning +proxy: requests carry X-Forwarded-For/)],
    })
    expect(await doctor({ TRUST_PROXY: '1' })).toMatchObject({ code: 0, wrong: [] })
  })

  it('names what a proxy lacks, and an address that does not answer', long, async () => {
    const headers: Record<string, string> = {}
    const proxy = createServer(
      { cert: pem('first-chain'), key: pem('first-key') },
      (_request, response) => response.writeHead(200, headers).end('{"status":"ok"}'),
    ).listen(0, '127.0.0.1')
    const sockets = new WebSocketServer({ server: proxy })
    await once(proxy, 'listening')
    const url = `https://localhost:${(proxy.address() as AddressInfo).port}`
    const env = { PUBLIC_URL: url, NODE_EXTRA_CA_CERTS: pemFile('authority') }
    await expectOne(/^wrong +proxy: .* TRUST_PROXY is off: set TRUST_PROXY=1$/, env)
    const trusting = { ...env, TRUST_PROXY: '1' }
    await expectOne(/^wrong +proxy: .* the proxy does not set X-Forwarded-Proto: https$/, trusting)
    headers['strict-transport-security'] = 'max-age=1'
    expect(await doctor(trusting)).toMatchObject({ code: 0, wrong: [] })
    sockets.close()
    expect(await doctor(trusting)).toMatchObject({
      code: 0,
      wrong: [expect.stringMatching(/^warning +sockets: \S+ passes no WebSockets on/)],
    })
    proxy.closeAllConnections()
    proxy.close()
    await expectOne(/^wrong +address: \S+ does not answer from here \(ECONNREFUSED\)/, trusting)
  })
})
