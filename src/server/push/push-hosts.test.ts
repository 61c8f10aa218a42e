import { describe, expect, it } from 'vitest'
import { defaultPushHosts, parsePushHosts, pushEndpoint } from '../settings/push-hosts.ts'
import { words } from '../../../tests/support/words.ts'
import { isPublicAddress } from './public-address.ts'
import { publicLookup } from './push-connection.ts'

describe('the endpoint of a device', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://eu.updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://api.push.apple.com/abc',
    'https://db5p.notify.windows.com/w/?token=abc',
  ])('may be %s', (endpoint) => {
    expect(pushEndpoint(endpoint, defaultPushHosts)?.href).toBe(endpoint)
  })

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com@127.0.0.1/',
    'https://user:secret@fcm.googleapis.com/',
    'https://fcm.googleapis.com.evil.example/',
    'https://evilfcm.googleapis.com/',
    'https://xfcm.googleapis.com/',
    'https://notify.windows.com/',
    'https://evilnotify.windows.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://localhost/',
    'https://169.254.169.254/latest/meta-data/',
    'https://journal.internal/',
    'https://fcm.googleapis.com.:443/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'nothing',
    `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
  ])('may not be %s', (endpoint) => {
    expect(pushEndpoint(endpoint, defaultPushHosts)).toBeUndefined()
  })

  it('is on the operator’s list, and only there', () => {
    const hosts = parsePushHosts(' Push.Example.org , *.push.example.net')
    expect(hosts).toEqual(['push.example.org', '*.push.example.net'])
    const allowed = (endpoint: string) => pushEndpoint(endpoint, hosts ?? []) !== undefined
    expect(allowed('https://push.example.org/a')).toBe(true)
    expect(allowed('https://a.b.push.example.net/a')).toBe(true)
    expect(allowed('https://push.example.net/a')).toBe(false)
    expect(allowed('https://fcm.googleapis.com/a')).toBe(false)
  })

  it.each(words('127.0.0.1 * *.com. https://push.example localhost [::1] 10.0.0.1.'))(
    'is never said by %s',
    (setting) => expect(parsePushHosts(setting)).toBeUndefined(),
  )
})

describe('an address that a name resolves to', () => {
  it.each([
    ...words('0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.8.8.8 169.254.169.254 172.16.0.1'),
    ...words('172.31.255.255 192.168.178.1 198.18.0.1 224.0.0.1 255.255.255.255'),
    ...words(':: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 fc00::1 fd12::1 fe80::1'),
    ...words('ff02::1 2001:db8::1 2002:7f00:1:: 2001::1'),
    'nothing',
    '',
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '142.250.185.74', '172.32.0.1', '2a00:1450:4001:80b::200a', '2620:149::1'])(
    'may be %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([true, false])('is refused before anything connects (all: %s)', async (all) => {
    const found = new Promise((resolve) => {
      publicLookup('localhost', { all }, (error, address) => resolve([error?.code, address]))
    })
    expect(await found).toEqual(['EADDRREFUSED', ''])
  })
})
