import { once } from 'node:events'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectCleanLogs } from '../../support/intruders.ts'
import { watch, withoutHarm } from './support/bystander.ts'
import { inParallel } from './support/in-parallel.ts'
import {
  askWithoutToken,
  head as requestHead,
  sendHardBodies,
  sendLargeBodies,
} from './support/http-attacks.ts'
import { collectable } from './support/memory.ts'
import { lines, send, wire } from './support/wire.ts'
import { isFull, long } from '../../support/quick.ts'
import { withOwnServer, author, partner, ownServer as server } from '../../support/signed-in.ts'

const secret = 'Nur-fuer-mich-9753'

let token: string

withOwnServer({ env: collectable })
beforeAll(async () => {
  token = await author.accessToken()
})

async function post(body: string, path = '/rest/v1/entries'): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body,
  })
}

const head = (method: string, target: string, ...more: string[]) =>
  requestHead(server, token, method, target, ...more)

// Gigabytes are sent.
describe('a body', { timeout: 180_000 }, () => {
  it('over 64 kB is refused before it is read, at any length', async () => {
    const connections = isFull ? 40 : 10
    // The memory of these connections as they are received stays with Node at any length of their bodies.
    await sendLargeBodies(server, token, { connections, megabytes: 5 })
    await withoutHarm(server, partner, async () => {
      for (const path of ['/rest/v1/entries', '/auth/v1/token?grant_type=password', '/'])
        expect((await post('x'.repeat(64 * 1024 + 1), path)).status).toBe(413)
      await sendLargeBodies(server, token, { connections, megabytes: isFull ? 50 : 20 })
    })
  })

  it('without a length is refused, one of 64 kB is read', async () => {
    const chunked = await send(
      server,
      head('POST', '/rest/v1/entries', 'Transfer-Encoding: chunked'),
    )
    expect(chunked.status).toBe(411)
    const both = head('POST', '/rest/v1/entries', 'Transfer-Encoding: chunked', 'Content-Length: 3')
    expect([400, 411]).toContain((await send(server, `${both}0\r\n\r\n`)).status)
    expect((await post(`{"content":"${'x'.repeat(65_000)}"}`)).status).toBe(403)
  })

  it('of 64 kB, hard to read, is refused, many at once', async () => {
    await withoutHarm(server, partner, async () => {
      const statuses = await sendHardBodies(server, token, isFull ? 1_000 : 60)
      expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([])
    })
  })

  it.each([
    ['a list in a list in a list …', '['.repeat(60_000)],
    ['a closed one', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['an object in an object …', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a deep value of a column', `{"content":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['ten thousand columns', `{${Array.from({ length: 5000 }, (_, i) => `"a${i}":1`).join(',')}}`],
    ['five thousand rows', `[${'{},'.repeat(5000)}{}]`],
    ['a number without end', `{"content":${'9'.repeat(60_000)}}`],
    ['a text', '"x"'],
    ['null', 'null'],
    ['nothing', ''],
    ['half of it', '{"content":"x'],
    ['NUL', '{"content":"a\\u0000b"}'],
    ['a lone surrogate in an id', '{"id":"\\ud800"}'],
  ])('of %s is refused and never breaks anything', async (_, body) => {
    const response = await post(body)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  })

  it('with keys of a prototype is refused or ignored, and changes nothing', async () => {
    const row = (extra: string) =>
      `{"user_id":"${author.id}","category":"gedanken","content":"${secret}"${extra}}`
    for (const extra of [
      ',"__proto__":{"is_private":true,"polluted":"ja"}',
      ',"constructor":{"prototype":{"is_private":true,"polluted":"ja"}}',
      ',"toString":"x"',
      ',"hasOwnProperty":1',
    ]) {
      expect((await post(row(extra))).status).toBeLessThan(500)
      expect((await post(row(''))).status).toBe(201)
    }
    const { data } = await author.rest.from('entries').select('content, is_private')
    const rows = data?.filter(({ content }) => content === secret) ?? []
    expect(rows.map((one) => one.is_private)).toEqual(rows.map(() => false))
    expect(rows.length).toBeGreaterThan(0)
  })

  it('with a key given twice counts once, for the policies too', async () => {
    const id = crypto.randomUUID()
    const twice = `{"id":"${id}","user_id":"${author.id}","user_id":"${partner.id}",
      "category":"gedanken","content":"x"}`
    expect((await post(twice)).status).toBe(403)
    expect((await author.rest.from('entries').select('id').eq('id', id)).data).toEqual([])
  })
})

describe('a request', () => {
  it.each([
    ['headers over 32 kB', () => head('GET', '/', `X-Long: ${'x'.repeat(40_000)}`), [431]],
    ['a very long address', () => head('GET', `/rest/v1/entries?x=${'x'.repeat(20_000)}`), [414]],
    ['an endless address', () => head('GET', `/${'x'.repeat(200_000)}`), [431]],
    ['five thousand headers', () => head('GET', '/', ...Array(5000).fill('A: b')), [200, 431]],
    ['two hosts', () => head('GET', '/', 'Host: zwei'), [200, 400]],
    ['no host', () => 'GET / HTTP/1.1\r\n\r\n', [400]],
    ['a header over two lines', () => head('GET', '/', 'X: a\r\n b'), [400]],
    ['a smuggled second one', () => head('GET', '/', 'X: a\nGET /rest HTTP/1.1'), [400]],
    ['no HTTP at all', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', [400]],
    ['an absolute address', () => head('GET', 'http://boese.example/config.json'), [200, 400]],
    ['two lengths', () => head('POST', '/', 'Content-Length: 1', 'Content-Length: 2'), [400]],
    ['a negative length', () => head('POST', '/', 'Content-Length: -1'), [400]],
    ['TRACE', () => head('TRACE', '/'), [404, 405, 0]],
    ['CONNECT', () => head('CONNECT', '127.0.0.1:22'), [0, 400, 404, 405]],
    ['an unknown upgrade', () => head('GET', '/', 'Connection: Upgrade', 'Upgrade: h2c'), [404]],
    ['a broken escape', () => head('GET', '/rest/v1/entries?id=eq.%E0%A4%A'), [400]],
  ])('with %s is refused', async (_, make, statuses) => {
    expect(statuses).toContain((await send(server, make())).status)
  })

  it.each([
    ['no token', ''],
    ['the public key as token', 'KEY'],
    ['no bearer', 'Basic x'],
    ['a forged token', 'Bearer a.b.c'],
  ])(
    'with %s is answered 401 in the shape of PostgREST before its body comes',
    async (_, given) => {
      const authorization = given === 'KEY' ? `Bearer ${server.anonKey}` : given
      const { status, text } = await send(
        server,
        lines(
          'POST /rest/v1/entries HTTP/1.1',
          'Host: 127.0.0.1',
          `apikey: ${server.anonKey}`,
          ...(authorization === '' ? [] : [`Authorization: ${authorization}`]),
          'Content-Type: application/json',
          'Content-Length: 60000',
        ),
      )
      expect(status).toBe(401)
      const body: unknown = JSON.parse(/\r\n\r\n(?:[\da-f]+\r\n)?(\{.*\})/s.exec(text)?.[1] ?? '')
      expect(body).toEqual({
        code: expect.stringMatching(/^42501$|^PGRST301$/),
        details: null,
        hint: null,
        message: expect.any(String),
      })
    },
  )

  it('without a token, hundreds at once, does not reach the database', async () => {
    await withoutHarm(server, partner, async () => {
      const statuses = await askWithoutToken(server, isFull ? 2_000 : 200, 48)
      expect(new Set(statuses)).toEqual(new Set([401]))
    })
  })

  it('that is expensive is refused or quick, many at once', async () => {
    const bystander = await watch(server, partner)
    const wide = Array(190).fill(crypto.randomUUID()).join(',')
    const paths = [
      'entries?content=match.(a%2B)%2B$',
      'entries?content=imatch.(x%2Bx%2B)%2By',
      `entries?content=like.${'*a'.repeat(100)}`,
      `entries?content=fts.${'a|'.repeat(500)}`,
      'profiles?select=entries(reactions(profiles(entries(id))))',
      'profiles?select=entries(reactions(emoji)),reactions(entries(content))',
      `entries?id=in.(${Array(2000).fill('1').join(',')})`,
      `entries?id=in.(${wide})`,
      `entries?or=(${Array(11)
        .fill(`id.in.(${wide.slice(0, 1200)})`)
        .join(',')})`,
      `entries?or=(${'and('.repeat(500)}id.is.null${')'.repeat(500)})`,
      'entries?select=*&limit=99999999999999999999',
      'entries?select=*&offset=99999999999999999999',
      'entries?select=*&offset=-1',
      `entries?select=${Array(60).fill('id').join(',')}`,
    ]
    const answers = await inParallel(isFull ? 2_000 : 140, 12, async (index) => {
      const path = paths[index % paths.length] ?? ''
      const { status } = await fetch(`${server.url}/rest/v1/${path}`, {
        headers: { apikey: server.anonKey, authorization: `Bearer ${token}` },
      })
      return { status, path }
    })
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    await bystander.leave()
  })
})

// The server waits 20 s for a request, and the memory of a thousand connections is given back later.
describe('slow senders', { timeout: 120_000 }, () => {
  it('are cut off, and no other client notices them', long, async () => {
    await withoutHarm(server, partner, async () => {
      const slow = Array.from({ length: 1_000 }, (_, index) => {
        const socket = wire(server).resume()
        // Three kinds: no request at all, an unfinished head, an unfinished body.
        if (index % 3 === 1) socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
        if (index % 3 === 2) socket.write(head('POST', '/rest/v1/entries', 'Content-Length: 1000'))
        return socket
      })
      const drip = setInterval(() => {
        for (const socket of slow)
          if (!socket.destroyed && socket.bytesWritten > 0) socket.write('x')
      }, 1000)
      await Promise.all(
        slow.map(async (socket) => new Promise((resolve) => socket.once('close', resolve))),
      )
      clearInterval(drip)
    })
  })
})

describe('after all that', () => {
  it('the logs carry no text, password, token or key', () => {
    expectCleanLogs(server, [secret, 'polluted', 'boese'])
  })
})

describe('a client that goes away while it sends its request', () => {
  it.each([
    '/rest/v1/entries',
    '/auth/v1/token?grant_type=password',
    '/auth/v1/token?grant_type=refresh_token',
    '/auth/v1/end-session',
    '/push/v1/look',
  ])('is no fault of the server: %s', async (target) => {
    const socket = wire(server)
    socket.write(`${head('POST', target, 'Content-Length: 100')}{"email":`)
    await once(socket, 'connect')
    // The server has the request once it answers a later one.
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    socket.resetAndDestroy()
    for (let request = 0; request < 5; request += 1)
      expect((await partner.rest.from('entries').select('id')).error).toBeNull()
    expect(server.logs()).not.toMatch(/A request .*failed/)
  })
})
