import { describe, expect, it } from 'vitest'
import { validateSignIn } from '../../../domain/partner.ts'
import { signInMessage } from './sign-in-message.ts'

const partners = [
  { name: 'Jonas', identifier: 'jonas@tagebuch.internal' },
  { name: 'Željka', identifier: 'zeljka@tagebuch.internal' },
] as const

function messageFor(username: string, password: string) {
  const checked = validateSignIn(username, password, partners)
  return checked.ok ? checked.partner.name : signInMessage(checked.reason, partners)
}

describe('what the sign-in form says', () => {
  it('asks for the username first', () => {
    const message = { place: 'username', text: 'Benutzername ist erforderlich' }
    expect(messageFor('', '')).toEqual(message)
    expect(messageFor('J', '12345')).toEqual(message)
  })

  it('then for a password of six characters', () => {
    const text = 'Passwort muss mindestens 6 Zeichen lang sein'
    expect(messageFor('Fremd', '12345')).toEqual({ place: 'password', text })
  })

  it('then for one of the two names', () => {
    const text = "Benutzername muss 'Jonas' oder 'Željka' sein"
    expect(messageFor('Fremd', '123456')).toEqual({ place: 'username', text })
  })

  it('accepts a name in any case and Unicode form', () => {
    expect(messageFor('jonas', '123456')).toBe('Jonas')
    expect(messageFor('ŽELJKA', '123456')).toBe('Željka')
    expect(messageFor('zˇeljka'.replace('zˇ', 'z\u030C'), '123456')).toBe('Željka')
  })

  it.each([
    ['invalid-credentials', 'password', 'Falsches Passwort'],
    ['unreachable', 'form', 'Keine Verbindung zum Server. Bitte versuche es gleich noch einmal.'],
    ['too-many-attempts', 'form', 'Zu viele Versuche. Bitte warte einen Moment.'],
  ] as const)('distinguishes %s at the %s (D8)', (reason, place, text) => {
    expect(signInMessage(reason, partners)).toEqual({ place, text })
  })
})
