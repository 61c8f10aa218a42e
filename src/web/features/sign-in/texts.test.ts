import { describe, expect, it } from 'vitest'
import { signInTexts } from './sign-in-texts.ts'

describe('the question before unsent work is lost', () => {
  it.each([
    [1, 0, '1 Änderung ist noch nicht gesendet und geht'],
    [2, 0, '2 Änderungen sind noch nicht gesendet und gehen'],
    [0, 1, '1 angefangener Text ist noch nicht gesendet und geht'],
    [0, 3, '3 angefangene Texte sind noch nicht gesendet und gehen'],
    [1, 1, '1 Änderung und 1 angefangener Text sind noch nicht gesendet und gehen'],
    [2, 3, '2 Änderungen und 3 angefangene Texte sind noch nicht gesendet und gehen'],
  ])('for %i changes and %i texts begun agrees in number', (changes, drafts, words) => {
    const question = signInTexts.signOutUnsent({ changes, drafts, photos: 0 })
    expect(question).toBe(`${words} beim Abmelden verloren.`)
  })
})

describe('the question before another signs in', () => {
  it.each([
    [
      1,
      0,
      'Auf diesem Gerät liegt noch 1 Änderung von Jonas. Sie bleibt hier und wird gesendet, sobald Jonas sich auf diesem Gerät wieder anmeldet.',
    ],
    [
      0,
      1,
      'Auf diesem Gerät liegt noch 1 angefangener Text von Jonas. Er bleibt hier, bis Jonas sich auf diesem Gerät wieder anmeldet.',
    ],
    [
      1,
      2,
      'Auf diesem Gerät liegen noch 1 Änderung und 2 angefangene Texte von Jonas. Das bleibt alles hier, und die Änderung wird gesendet, sobald Jonas sich auf diesem Gerät wieder anmeldet.',
    ],
    [
      2,
      1,
      'Auf diesem Gerät liegen noch 2 Änderungen und 1 angefangener Text von Jonas. Das bleibt alles hier, und die Änderungen werden gesendet, sobald Jonas sich auf diesem Gerät wieder anmeldet.',
    ],
  ])('for %i changes and %i texts begun agrees in number', (changes, drafts, words) => {
    expect(signInTexts.otherUnsent('Jonas', { changes, drafts, photos: 0 })).toBe(words)
  })
})

describe('photos that are not sent', () => {
  it.each([
    [{ changes: 0, photos: 1, drafts: 0 }, '1 Foto ist noch nicht gesendet und geht'],
    [{ changes: 1, photos: 2, drafts: 0 }, '1 Änderung und 2 Fotos sind noch nicht gesendet'],
    [
      { changes: 2, photos: 1, drafts: 1 },
      '2 Änderungen, 1 Foto und 1 angefangener Text sind noch nicht gesendet',
    ],
  ])('are named beside %o before a sign-out', (unsent, words) => {
    expect(signInTexts.signOutUnsent(unsent)).toContain(words)
  })

  it.each([
    [{ changes: 0, photos: 1, drafts: 0 }, 'Es bleibt hier und wird gesendet, sobald Jonas'],
    [{ changes: 0, photos: 2, drafts: 0 }, 'Sie bleiben hier und werden gesendet, sobald Jonas'],
    [{ changes: 0, photos: 1, drafts: 1 }, 'und das Foto wird gesendet, sobald Jonas'],
    [{ changes: 1, photos: 3, drafts: 1 }, 'und was fertig ist, wird gesendet, sobald Jonas'],
  ])('stay for their person while another signs in, of %o', (unsent, words) => {
    expect(signInTexts.otherUnsent('Jonas', unsent)).toContain(words)
  })
})
