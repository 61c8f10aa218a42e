import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lines, send } from './attacks/support/wire.ts'
import { startTestServer } from '../support/server.ts'
import type { TestServer } from '../support/server.ts'

let plain: TestServer
let named: TestServer

beforeAll(async () => {
  ;[plain, named] = await Promise.all([
    startTestServer(),
    startTestServer({ env: { PUBLIC_URL: 'https://tagebuch.example', TRUST_PROXY: '1' } }),
  ])
})
afterAll(async () => {
  await Promise.all([plain.stop(), named.stop()])
})

const get = async (server: TestServer, path: string, host: string, ...more: string[]) =>
  send(server, lines(`GET ${path} HTTP/1.1`, `Host: ${host}`, `apikey: ${server.anonKey}`, ...more))

/** The status of a handshake for a socket, and what a refusal says. */
async function handshake(server: TestServer, headers: Record<string, string>) {
  return new Promise<string>((resolve, reject) => {
    const asking = request(`${server.url}/realtime/v1/websocket?apikey=${server.anonKey}`, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'bmljaHQgZ2VoZWltISEhIQ==',
        ...headers,
      },
    })
    asking.once('upgrade', (_, socket) => {
      socket.destroy()
      resolve('101')
    })
    asking.once('response', (response) => {
      let text = `${response.statusCode} `
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.once('end', () => resolve(text))
    })
    asking.once('error', reject)
    asking.end()
  })
}

describe('a foreign name that resolves to this machine', () => {
  it.each(['/', '/config.json', '/rest/v1/entries?select=id', '/auth/v1/user'])(
    'gets nothing at %s but the name of the setting',
    async (path) => {
      const origin = 'Origin: http://boese.example'
      for (const answer of [
        await get(plain, path, 'boese.example'),
        await get(plain, path, 'boese.example', origin),
        await get(named, path, 'boese.example'),
      ]) {
        expect(answer.status).toBe(403)
        expect(answer.text).toContain('PUBLIC_URL')
        expect(answer.text).not.toContain(plain.anonKey)
      }
    },
  )

  it('opens no socket', async () => {
    const headers = { host: 'boese.example', origin: 'http://boese.example' }
    expect(await handshake(plain, headers)).toMatch(/^403 .*PUBLIC_URL/)
  })

  it('is logged once, without control characters', async () => {
    expect(
      plain.logs().match(/A request for boese\.example was refused.*PUBLIC_URL/g),
    ).toHaveLength(1)
  })

  it('shows a browser which setting to correct', async () => {
    const { status, text } = await get(named, '/', 'boese.example', 'Accept: text/html,*/*;q=0.8')
    expect([status, text]).toEqual([403, expect.stringContaining('Einstellung PUBLIC_URL')])
  })

  it('still answers the health check', async () => {
    expect((await get(named, '/healthz', 'irgendwie')).status).toBe(200)
  })
})

describe('an address of PUBLIC_URL', () => {
  const host = 'tagebuch.example'
  const origin = `https://${host}`

  it('reaches the journal, with its own origin only', async () => {
    expect((await get(named, '/config.json', host)).status).toBe(200)
    const user = async (...more: string[]) => get(named, '/auth/v1/user', host, ...more)
    const secure = 'X-Forwarded-Proto: https'
    expect((await user(secure, `Origin: ${origin}`)).status).toBe(401)
    expect((await user(secure, 'Origin: https://boese.example')).status).toBe(403)
    expect((await user('X-Forwarded-Proto: http', `Origin: http://${host}`)).status).toBe(403)
    expect(await handshake(named, { host, origin, 'x-forwarded-proto': 'wss' })).toBe('101')
  })

  it('is named in the refusal of a foreign origin', async () => {
    const origin = 'Origin: https://boese.example'
    const { text } = await get(named, '/auth/v1/user', host, 'X-Forwarded-Proto: https', origin)
    expect(text).toContain('PUBLIC_URL')
    expect(named.logs()).toMatch(/a page of https:\/\/boese\.example was refused.*PUBLIC_URL/)
  })

  it('replaces the local ones', async () => {
    expect((await get(named, '/', '127.0.0.1')).status).toBe(403)
    expect((await get(plain, '/config.json', 'localhost:3000')).status).toBe(200)
  })
})
