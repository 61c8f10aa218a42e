import { describe, expect, it } from 'vitest'
import { signInTexts } from './sign-in-texts.ts'

describe('the question before unsent work is lost', () => {
  it.each([
    [1, 0, '1 Änderung ist noch nicht gesendet und geht beim Abmelden verloren.'],
    [2, 0, '2 Änderungen sind noch nicht gesendet und gehen beim Abmelden verloren.'],
    [0, 1, '1 angefangener Text ist noch nicht gesendet und geht beim Abmelden verloren.'],
    [0, 3, '3 angefangene Texte sind noch nicht gesendet und gehen beim Abmelden verloren.'],
    [
      1,
      1,
      '1 Änderung und 1 angefangener Text sind noch nicht gesendet und gehen beim Abmelden verloren.',
    ],
    [
      2,
      3,
      '2 Änderungen und 3 angefangene Texte sind noch nicht gesendet und gehen beim Abmelden verloren.',
    ],
  ])('for %i changes and %i texts begun agrees in number', (changes, drafts, words) => {
    expect(signInTexts.signOutUnsent({ changes, drafts })).toBe(words)
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
    expect(signInTexts.otherUnsent('Jonas', { changes, drafts })).toBe(words)
  })
})
