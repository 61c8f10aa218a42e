import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pemFile } from '../support/certificates.ts'
import { folderOfFile } from '../support/folders.ts'
import { people, startTestServer, type TestServer } from '../support/server.ts'

const run = promisify(execFile)
const client = fileURLToPath(new URL('./support/https-client.mjs', import.meta.url))
const health = fileURLToPath(new URL('../../scripts/health.mjs', import.meta.url))
const passwordFile = path.join(folderOfFile(), 'password')
let server: TestServer

beforeAll(async () => {
  writeFileSync(passwordFile, `${people.Jonas.password}\n`)
  const env = {
    TLS_CERT: pemFile('first-chain'),
    TLS_KEY: pemFile('first-key'),
    JOURNAL_PASSWORD_1: '',
    JOURNAL_PASSWORD_1_FILE: passwordFile,
  }
  server = await startTestServer({ env })
})
afterAll(async () => server.stop())

const trusting = { ...process.env, NODE_EXTRA_CA_CERTS: pemFile('authority') }

describe('a journal with a certificate of its own', () => {
  it('serves the unmodified clients over HTTPS and WSS, with HSTS', async () => {
    expect(server.url).toMatch(/^https:/)
    const { identifier, password } = people.Jonas
    const given = [client, server.url, server.anonKey, identifier, password]
    const { stdout } = await run(process.execPath, given, { env: trusting })
    expect(JSON.parse(stdout)).toEqual({ status: 200, hsts: 'max-age=31536000', arrived: true })
  })

  it('refuses pages of its name without HTTPS', async () => {
    const { host } = new URL(server.url)
    const ask = `await fetch('${server.url}/auth/v1/user', { headers: { origin: 'http://${host}' } })`
    const script = `console.log((${ask}).status)`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
      env: trusting,
    })
    expect(stdout).toBe('403\n')
  })

  it('is healthy for a supervisor that asks this machine', async () => {
    const { port } = new URL(server.url)
    const env = { PATH: process.env['PATH'], PORT: port, TLS_CERT: pemFile('first-chain') }
    await expect(run(process.execPath, [health], { env })).resolves.toBeDefined()
    const plain = { ...env, TLS_CERT: '' }
    await expect(run(process.execPath, [health], { env: plain })).rejects.toMatchObject({ code: 1 })
  })

  it.runIf(process.platform === 'linux')(
    'keeps a secret of a file out of environments, arguments and the log',
    () => {
      const of = (what: string) => readFileSync(`/proc/${server.process.pid}/${what}`, 'latin1')
      expect(of('environ')).toContain(passwordFile)
      for (const text of [of('environ'), of('cmdline'), server.logs()])
        expect(text).not.toContain(people.Jonas.password)
    },
  )

  it('stops in order while a handshake is under way', async () => {
    const { hostname, port } = new URL(server.url)
    const silent = connect(Number(port), hostname)
    await once(silent, 'connect')
    const closed = once(silent, 'close')
    expect(await server.stop()).toBe(0)
    await closed
  })
})
