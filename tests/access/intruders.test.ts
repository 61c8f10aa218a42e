import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { RealtimeClient, type WebSocketLikeConstructor } from '@supabase/realtime-js'
import { UnsecuredJWT, decodeJwt } from 'jose'
import type { JWTPayload } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { eventually, openRaw } from '../sync/support/room.ts'
import { expectCleanLogs, intrude, sign } from '../support/intruders.ts'
import type { SignedIn } from '../support/server.ts'
import { withOwnServer, jonas, ownServer as server } from '../support/signed-in.ts'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')
const secret = 'Nur-fuer-uns-1357'

let genuine: JWTPayload

withOwnServer()
beforeAll(async () => {
  genuine = decodeJwt(await jonas.accessToken())
  const entry = { user_id: jonas.id, category: 'gedanken', content: secret }
  expect((await jonas.rest.from('entries').insert(entry)).error).toBeNull()
})

const socketUrl = (key = server.anonKey) =>
  `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`

const bindings = [{ event: '*', schema: 'public', table: 'entries' }]

/** Joins with a token and returns the answer of the join. */
async function joinWith(token: string) {
  const raw = await openRaw(socketUrl())
  raw.send('1', '1', 'realtime:t', 'phx_join', {
    config: { postgres_changes: bindings },
    access_token: token,
  })
  const [, , , , payload] = await raw.frame(([, , , event]) => event === 'phx_reply')
  return { raw, payload: payload as { status: string; response: { reason?: string } } }
}

const now = () => Math.floor(Date.now() / 1000)

describe('a forged token on the socket', () => {
  it.each([
    ['without a signature (alg none)', async () => new UnsecuredJWT(genuine).encode()],
    ['signed with another key', async () => sign(server, genuine, { key: 'x'.repeat(64) })],
    ['signed with another algorithm', async () => sign(server, genuine, { alg: 'HS384' })],
    ['that has expired', async () => sign(server, { ...genuine, iat: now() - 9, exp: now() - 5 })],
    ['of another audience', async () => sign(server, { ...genuine, aud: 'anon' })],
    ['of the service role', async () => sign(server, { ...genuine, role: 'service_role' })],
    [
      'of a session that never was',
      async () => sign(server, { ...genuine, session_id: crypto.randomUUID() }),
    ],
    [
      'of a person who is no partner',
      async () => sign(server, { ...genuine, sub: crypto.randomUUID() }),
    ],
    ['that is no token', async () => 'geheim'],
  ])('%s is refused at the join', async (_, forge) => {
    const { raw, payload } = await joinWith(await forge())
    expect(payload.status).toBe('error')
    expect(payload.response.reason).toMatch(/^InvalidJWTToken/)
    raw.socket.terminate()
  })

  it('with the genuine secret would have been accepted', async () => {
    const { raw, payload } = await joinWith(await sign(server, genuine))
    expect(payload.status).toBe('ok')
    raw.socket.terminate()
  })
})

/** The HTTP status with which a handshake is refused. */
async function refusedWith(headers: Record<string, string>, url = socketUrl()): Promise<number> {
  const socket = new WebSocket(url, { headers })
  socket.on('error', () => undefined)
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      socket.terminate()
    })
    socket.on('open', () => {
      resolve(101)
      socket.terminate()
    })
  })
}

describe('a foreign page', () => {
  const own = () => new URL(server.url)

  it.each(['https://boese.example', 'null', 'http://127.0.0.1:1', 'kein-ursprung'])(
    'of origin %s opens no socket and gets no answer from REST or sign-in',
    async (origin) => {
      expect(await refusedWith({ origin })).toBe(403)
      for (const [method, target] of [
        ['GET', '/rest/v1/entries?select=id'],
        ['POST', '/auth/v1/token?grant_type=password'],
      ] as const) {
        const response = await fetch(`${server.url}${target}&apikey=${server.anonKey}`, {
          method,
          headers: { origin, 'content-type': 'text/plain' },
          ...(method === 'POST' ? { body: '{"email":"a@b.c","password":"x"}' } : {}),
        })
        expect(response.status).toBe(403)
        expect(response.headers.get('access-control-allow-origin')).toBeNull()
      }
    },
  )

  it('is not our own page, which may do all of it', async () => {
    expect(await refusedWith({ origin: own().origin })).toBe(101)
    const headers = { origin: own().origin, apikey: server.anonKey }
    const response = await fetch(`${server.url}/auth/v1/user`, { headers })
    expect(response.status).toBe(401)
  })

  it('without the key opens no socket', async () => {
    expect(await refusedWith({}, socketUrl('sb_publishable_falsch'))).toBe(401)
    expect(await refusedWith({}, `${own().origin.replace('http', 'ws')}/anderswo`)).toBe(404)
  })
})

describe('someone who is not one of the two', () => {
  it('gets nothing with an account of their own and a genuine token', async () => {
    const { token, id } = await intrude(server)
    const rest = server.restClient(token)
    for (const table of [
      'journal',
      'profiles',
      'entries',
      'removals',
      'last_looks',
      'server_starts',
    ])
      expect((await rest.from(table).select('*')).status).toBe(401)
    const entry = { user_id: id, category: 'gedanken', content: 'Hallo' }
    expect((await rest.from('entries').insert(entry)).status).toBe(401)
    expect((await joinWith(token)).payload.status).toBe('error')
  })
})

/** Runs an operator's command on the server's data directory. */
async function setPassword(name: string, password: string): Promise<void> {
  const child = spawn(
    process.execPath,
    [path.join(root, 'build/server/operator.js'), 'accounts', 'set-password', name],
    {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: server.dataDir,
        JOURNAL_NEW_PASSWORD: password,
      },
      stdio: 'ignore',
    },
  )
  expect(await once(child, 'close')).toEqual([0, null])
}

/** A client and a socket of one device, the socket by the unmodified client. */
async function device(person: { rest: SignedIn['rest']; token: string }) {
  const { raw, payload } = await joinWith(person.token)
  expect(payload.status).toBe('ok')
  const states: string[] = []
  const client = new RealtimeClient(`${server.url.replace('http', 'ws')}/realtime/v1`, {
    transport: WebSocket as unknown as WebSocketLikeConstructor,
    params: { apikey: server.anonKey },
  })
  await client.setAuth(person.token)
  client
    .channel('entries-changes')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'entries' }, () => undefined)
    .subscribe((state) => void states.push(state))
  await eventually(() => states.includes('SUBSCRIBED'))
  return { ...person, closed: raw.closed, states, raw, client }
}

describe('the end of access', () => {
  it('closes the socket at once: sign-out, password change, replayed token, removed account', async () => {
    const signingOut = await server.client('Jonas')
    const changing = await server.client('Željka')
    const removed = await intrude(server, 'Fremde')
    const stolen = await server.client('Jonas')
    const first = (await stolen.auth.getSession()).data.session?.refresh_token ?? ''
    for (let renewed = 0; renewed < 2; renewed += 1) await stolen.auth.refreshSession()
    const of = async (person: SignedIn) =>
      device({ rest: person.rest, token: await person.accessToken() })
    const devices = await Promise.all([
      of(signingOut),
      of(changing),
      device({ rest: server.restClient(removed.token), token: removed.token }),
      of(stolen),
    ])
    for (const { rest } of devices)
      expect((await rest.from('entries').select('content')).data).toEqual([{ content: secret }])

    await Promise.all([
      signingOut.auth.signOut({ scope: 'local' }),
      setPassword('Željka', 'ganz-neues-Passwort-1'),
      server.sql()`delete from public.profiles where id = ${removed.id}`,
      server.authClient().refreshSession({ refresh_token: first }),
    ])
    for (const ended of devices) await ended.closed
    const after = { user_id: jonas.id, category: 'gedanken', content: 'danach' }
    expect((await jonas.rest.from('entries').insert(after).select('id')).error).toBeNull()
    for (const ended of devices) {
      expect(JSON.stringify(ended.raw.received)).not.toContain('danach')
      // The client rejoins automatically after a closed socket, and is refused permanently.
      await eventually(() => ended.states.some((state) => state !== 'SUBSCRIBED'))
      expect((await ended.rest.from('entries').select('content')).status).toBe(401)
      expect((await joinWith(ended.token)).payload.status).toBe('error')
      await ended.client.disconnect()
    }
    expect((await changing.auth.refreshSession()).error).not.toBeNull()
    await expect(server.session('Željka')).rejects.toThrow('Invalid login credentials')
    expect((await jonas.rest.from('entries').select('content')).status).toBe(200)
  })

  it('leaves no password and no token in the logs', () => {
    expectCleanLogs(server, [secret, 'ganz-neues', 'geheim'])
  })
})
