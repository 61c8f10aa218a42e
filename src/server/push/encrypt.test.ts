import { describe, expect, it } from 'vitest'
import { createPushDevice } from '../../../tests/support/push-receiver.ts'
import { areDeviceKeys, encryptFor } from './encrypt.ts'

describe('an encrypted nudge', () => {
  it('is read by the device alone', () => {
    const device = createPushDevice('https://fcm.googleapis.com/a')
    const body = encryptFor(device.keys, 'Etwas Neues von Željka 💕')
    expect(body.includes('Neues')).toBe(false)
    expect(device.read(body)).toBe('Etwas Neues von Željka 💕')
    const other = createPushDevice('https://fcm.googleapis.com/b')
    expect(() => other.read(body)).toThrow(/authenticate/)
  })

  it('differs each time', () => {
    const { keys } = createPushDevice('https://fcm.googleapis.com/a')
    const [one, two] = [encryptFor(keys, 'x'), encryptFor(keys, 'x')]
    expect(one.equals(two)).toBe(false)
  })

  // So that the tests' device reads as browsers do.
  it('has the form of the example in RFC 8291', () => {
    const device = createPushDevice('https://push.example.net/', {
      privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    })
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    expect(device.read(Buffer.from(body, 'base64url'))).toBe(
      'When I grow up, I want to be a watermelon',
    )
  })

  it('needs valid keys', () => {
    const { keys } = createPushDevice('https://fcm.googleapis.com/a')
    expect(areDeviceKeys(keys)).toBe(true)
    const zero = Buffer.concat([Buffer.of(4), Buffer.alloc(64)]).toString('base64url')
    expect(areDeviceKeys({ ...keys, p256dh: zero })).toBe(false)
    expect(areDeviceKeys({ ...keys, p256dh: 'AAAA' })).toBe(false)
    expect(areDeviceKeys({ ...keys, auth: 'AAAA' })).toBe(false)
  })
})
