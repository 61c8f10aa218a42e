import { describe, expect, it } from 'vitest'
import { createOwnAddress } from './own-address.ts'

const plain = createOwnAddress({ publicUrls: [], trustProxy: false })
const proxied = createOwnAddress({ publicUrls: [], trustProxy: true })
const named = createOwnAddress({
  publicUrls: ['https://tagebuch.example', 'http://heim.test:3000'],
  trustProxy: true,
})

describe('a host without PUBLIC_URL', () => {
  it.each([
    ['localhost', true],
    ['localhost:3000', true],
    ['LOCALHOST.', true],
    ['127.0.0.1:3000', true],
    ['[::1]:3000', true],
    ['192.168.178.20', true],
    ['raspberrypi.local:3000', true],
    ['boese.example', false],
    ['localhost.boese.example', false],
    ['127.0.0.1.boese.example', false],
    ['boese.local.example', false],
    ['local', false],
    ['a@127.0.0.1', false],
    ['boese.example/127.0.0.1', false],
    ['', false],
    [undefined, false],
  ])('%s: own %s', (host, own) => {
    const refusal = plain.refusal({ host })
    expect(refusal === undefined).toBe(own)
    expect(refusal ?? 'PUBLIC_URL').toContain('PUBLIC_URL')
  })
})

describe('a host with PUBLIC_URL', () => {
  it.each([
    ['tagebuch.example', true],
    ['Tagebuch.Example:443', true],
    ['heim.test:3000', true],
    ['heim.test', false],
    ['tagebuch.example:8443', false],
    ['localhost', false],
    ['127.0.0.1:3000', false],
  ])('%s: own %s', (host, own) => {
    expect(named.hostRefusal({ host }) === undefined).toBe(own)
  })
})

describe('an origin', () => {
  it.each([
    ['none (no browser)', undefined, 'journal.local', true],
    ['of the same host', 'https://journal.local', 'journal.local', true],
    ['of the same host and port', 'http://journal.local:3000', 'journal.local:3000', true],
    ['of another port', 'http://journal.local:3001', 'journal.local:3000', false],
    ['of another host', 'https://boese.example', 'journal.local', false],
    ['that begins alike', 'https://journal.local.boese.example', 'journal.local', false],
    ['that is opaque', 'null', 'journal.local', false],
    ['that is none', 'journal.local', 'journal.local', false],
    ['that is longer than a host can be', `http://${'0'.repeat(300)}1`, '0.0.0.1', false],
  ])('%s: own %s', (_, origin, host, own) => {
    expect(plain.refusal({ origin, host }) === undefined).toBe(own)
  })

  it.each([
    ['https', 'https://journal.local', true],
    ['https', 'http://journal.local', false],
    ['http', 'https://journal.local', false],
    ['wss', 'https://journal.local', true],
    ['http, https', 'https://journal.local', true],
    [undefined, 'https://journal.local', true],
  ])('behind a proxy that says %s, of %s: own %s', (proto, origin, own) => {
    const headers = { host: 'journal.local', origin, 'x-forwarded-proto': proto }
    expect(proxied.refusal(headers) === undefined).toBe(own)
    expect(plain.refusal(headers)).toBeUndefined()
  })

  it('must be one of PUBLIC_URL, and that of the host', () => {
    const of = (origin: string, host: string) => named.refusal({ origin, host })
    expect(of('https://tagebuch.example', 'tagebuch.example')).toBeUndefined()
    expect(of('http://tagebuch.example', 'tagebuch.example')).toBeDefined()
    expect(of('https://tagebuch.example', 'heim.test:3000')).toBeDefined()
  })
})
