import { describe, expect, it } from 'vitest'
import { isUuid, type EntryId, type PartnerId } from './ids.ts'
import { reactionEmoji, reactionId } from './reaction.ts'

const entry = '50f407d9-ab3e-4234-b5fb-b4febe303888' as EntryId
const person = '0e81faa6-6799-4d0a-971f-fb0b83ca2f01' as PartnerId

describe('reactions', () => {
  it('are 15, in the code points of D18', () => {
    expect(reactionEmoji).toHaveLength(15)
    expect(new Set(reactionEmoji).size).toBe(15)
    expect(Array.from(reactionEmoji[0])).toEqual(['❤', '\ufe0f'])
  })

  it('have one id per entry, person and emoji, always the same', () => {
    const ids = reactionEmoji.map((emoji) => reactionId(entry, person, emoji))
    expect(new Set(ids).size).toBe(15)
    expect(ids.every(isUuid)).toBe(true)
    expect(reactionId(entry, person, '🔥')).toBe('71984e38-d831-5088-8ea6-e3ecc8fe26a3')
  })
})
