import { statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultNudgeChoices } from '../../src/domain/nudges/nudge-choices.ts'
import { dropEnded } from '../../src/server/push/subscriptions.ts'
import { freePort } from '../support/free-port.ts'
import { createPushDevice } from '../support/push-receiver.ts'
import { people, startTestServer } from '../support/server.ts'
import type { PersonName, TestServer } from '../support/server.ts'

let server: TestServer
let tokens: Readonly<Record<PersonName, string>>

beforeAll(async () => {
  const port = await freePort()
  const env = {
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}, https://tagebuch.example`,
  }
  server = await startTestServer({ env })
  await signIn()
})
afterAll(async () => {
  await server.stop()
})
beforeEach(async () => {
  await server.sql()`delete from private.push_subscriptions`
})

async function signIn(): Promise<void> {
  const token = async (name: PersonName) => (await server.session(name)).access_token
  tokens = { Jonas: await token('Jonas'), Željka: await token('Željka') }
}

async function ask(
  person: PersonName | undefined,
  request: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const [method = '', where = ''] = request.split(' ')
  const answer = await fetch(`${server.url}/push/v1${where}`, {
    method,
    headers: {
      origin: server.url,
      ...(person === undefined ? {} : { authorization: `Bearer ${tokens[person]}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const json: unknown = text === '' ? undefined : JSON.parse(text)
  return { status: answer.status, json }
}

const device = (endpoint = 'https://fcm.googleapis.com/send/1') => {
  const { keys } = createPushDevice(endpoint)
  return { endpoint, keys }
}
const stored = async () =>
  server.sql()<{ name: string; endpoint: string }[]>`
    select name, endpoint from private.push_subscriptions
      join public.profiles on profiles.id = person order by name, endpoint`

describe('a device that wants to be nudged', () => {
  it.each(['\0', ' ', '\n', 'ž', '\ud800'])(
    'is refused if its endpoint holds %j, which no browser writes',
    async (odd) => {
      const given = device(`https://fcm.googleapis.com/send/${odd}1`)
      for (const request of ['PUT /subscription', 'DELETE /subscription'])
        expect((await ask('Jonas', request, given)).status).toBe(400)
      expect(await stored()).toEqual([])
    },
  )

  it('is stored once, answered with its id alone, and removed again', async () => {
    const given = device()
    const first = await ask('Jonas', 'PUT /subscription', given)
    expect(first).toEqual({ status: 200, json: { id: expect.any(String) } })
    expect(await ask('Jonas', 'PUT /subscription', given)).toEqual(first)
    expect(await stored()).toEqual([{ name: 'Jonas', endpoint: given.endpoint }])
    // Not by the other person.
    await ask('Željka', 'DELETE /subscription', given)
    expect(await stored()).toHaveLength(1)
    expect((await ask('Jonas', 'DELETE /subscription', given)).status).toBe(204)
    expect(await stored()).toEqual([])
  })

  it('belongs to the person who signed in on it last', async () => {
    const given = device()
    await ask('Jonas', 'PUT /subscription', given)
    await ask('Željka', 'PUT /subscription', given)
    expect(await stored()).toEqual([{ name: 'Željka', endpoint: given.endpoint }])
  })

  it.each([
    ['another host', device('https://boese.example/x'), 422],
    ['this machine', device('https://127.0.0.1/x'), 422],
    ['the cloud’s own address', device('https://169.254.169.254/latest'), 422],
    ['plain HTTP', device('http://fcm.googleapis.com/x'), 422],
    ['another port', device('https://fcm.googleapis.com:22/x'), 422],
    ['no address', { ...device(), endpoint: 7 }, 400],
    ['no keys', { endpoint: device().endpoint }, 400],
    ['wrong keys', { ...device(), keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }, 400],
  ])('is refused with %s', async (_, given, status) => {
    expect((await ask('Jonas', 'PUT /subscription', given)).status).toBe(status)
    expect(await stored()).toEqual([])
  })

  it('is removed with its session: after a sign-out or a new password', async () => {
    await ask('Jonas', 'PUT /subscription', device())
    await ask('Željka', 'PUT /subscription', device('https://web.push.apple.com/2'))
    await fetch(`${server.url}/auth/v1/logout?scope=global`, {
      method: 'POST',
      headers: { apikey: server.anonKey, authorization: `Bearer ${tokens.Jonas}` },
    })
    await server.sql()`
      delete from auth.sessions using auth.users
      where users.id = user_id and email = ${people.Željka.identifier}`
    expect((await ask('Jonas', 'PUT /subscription', device())).status).toBe(401)
    // The sender does this before each nudge, and every minute.
    await dropEnded(server.pool())
    expect(await stored()).toEqual([])
    await signIn()
  })
})

describe('a person’s choices', () => {
  it('are each person’s own, and gentle by default', async () => {
    expect(await ask('Jonas', 'GET /choices')).toEqual({ status: 200, json: defaultNudgeChoices })
    const chosen = { ...defaultNudgeChoices, memories: true, quietFrom: '23:30' }
    expect(await ask('Jonas', 'PUT /choices', chosen)).toEqual({ status: 200, json: chosen })
    expect((await ask('Jonas', 'GET /choices')).json).toEqual(chosen)
    expect((await ask('Željka', 'GET /choices')).json).toEqual(defaultNudgeChoices)
  })

  it.each([{}, { ...defaultNudgeChoices, quietTo: '24:00' }, { ...defaultNudgeChoices, more: 1 }])(
    'is not %o',
    async (choices) => {
      expect((await ask('Jonas', 'PUT /choices', choices)).status).toBe(400)
    },
  )
})

describe('a look at the journal', () => {
  it('counts for half a minute if a device wants nudges', async () => {
    expect((await ask('Jonas', 'POST /look')).json).toEqual({ seconds: 0 })
    await ask('Jonas', 'PUT /subscription', device())
    expect((await ask('Jonas', 'POST /look')).json).toEqual({ seconds: 30 })
    expect((await ask('Željka', 'POST /look')).json).toEqual({ seconds: 0 })
  })
})

describe('a stranger', () => {
  it.each([
    'GET /choices',
    'PUT /choices',
    'PUT /subscription',
    'DELETE /subscription',
    'POST /look',
  ])('is refused %s', async (request) => {
    const body = request.startsWith('GET') ? undefined : device()
    expect((await ask(undefined, request, body)).status).toBe(401)
    const forged = { authorization: 'Bearer x.y.z' }
    expect((await ask(undefined, request, body, forged)).status).toBe(401)
    const foreign = { origin: 'https://boese.example' }
    expect((await ask('Jonas', request, body, foreign)).status).toBe(403)
    expect(await stored()).toEqual([])
  })

  it('gets nothing else', async () => {
    for (const request of ['GET /subscription', 'GET /', 'GET /look', 'POST /choices'])
      expect((await ask('Jonas', request, request.startsWith('GET') ? undefined : {})).status).toBe(
        404,
      )
  })
})

describe('the server’s key', () => {
  it('is in a file of its own that only the journal’s user reads, and its public half in the settings', async () => {
    const { mode } = statSync(path.join(server.dataDir, 'push-keys.json'))
    expect(mode & 0o777).toBe(0o600)
    const config: unknown = await (await fetch(`${server.url}/config.json`)).json()
    expect(config).toMatchObject({ nudges: { key: expect.stringMatching(/^B[\w-]{86}$/) } })
  })
})
