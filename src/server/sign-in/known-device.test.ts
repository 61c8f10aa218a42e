import { describe, expect, it } from 'vitest'
import { createKnownDevices } from './known-device.ts'

const jonas = 'jonas@tagebuch.internal'
const zeljka = 'zeljka@tagebuch.internal'
const devices = createKnownDevices('a secret')

const asked = (cookie?: string) =>
  new Request('http://127.0.0.1/', cookie === undefined ? {} : { headers: { cookie } })

/** The cookie that a browser sends back. */
const cookieOf = (account: string, request = asked()) =>
  devices.cookieFor(request, account, false).split('; ')[0] ?? ''

describe('the cookie of a device', () => {
  it('says that this account signed in on it, and nothing to those who read it', () => {
    const cookie = cookieOf(jonas)
    expect(devices.idIn(asked(`other=1; ${cookie}; more=2`), jonas)).toMatch(/^[\w-]{22}$/)
    expect(devices.idIn(asked(), jonas)).toBeUndefined()
    expect(cookie).not.toMatch(/jonas/i)
    expect(cookieOf(jonas)).not.toBe(cookie)
  })

  it('counts for no other account, also under its name, and not with another secret', () => {
    const [name = '', value = ''] = cookieOf(jonas).split('=')
    const otherName = cookieOf(zeljka).split('=')[0] ?? ''
    expect(devices.idIn(asked(`${name}=${value}`), zeljka)).toBeUndefined()
    expect(devices.idIn(asked(`${otherName}=${value}`), zeljka)).toBeUndefined()
    const elsewhere = createKnownDevices('another secret')
    expect(elsewhere.idIn(asked(`${name}=${value}`), jonas)).toBeUndefined()
  })

  it('that was changed is none', () => {
    const [name = '', value = ''] = cookieOf(jonas).split('=')
    const other = value.startsWith('x') ? 'y' : 'x'
    const id = value.slice(0, 22)
    const changed = ['', '.', id, `${id}.`, `${value}x`, `${value}.`, other + value.slice(1)]
    for (const text of changed)
      expect(devices.idIn(asked(`${name}=${text}`), jonas)).toBeUndefined()
  })

  it('stays the same for the device, beside that of a second person', () => {
    const both = `${cookieOf(jonas)}; ${cookieOf(zeljka)}`
    const id = devices.idIn(asked(both), jonas)
    expect(devices.idIn(asked(cookieOf(jonas, asked(both))), jonas)).toBe(id)
    expect(devices.idIn(asked(both), zeljka)).not.toBe(id)
  })

  it('reaches only sign-in and renewal, no script and no other site', () => {
    const plain = devices.cookieFor(asked(), jonas, false)
    expect(plain).toContain('Path=/auth/v1/token; Max-Age=34560000; HttpOnly; SameSite=Strict')
    expect(plain).not.toContain('Secure')
    expect(devices.cookieFor(asked(), jonas, true)).toMatch(/; Secure$/)
  })
})
