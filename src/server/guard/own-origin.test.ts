import { describe, expect, it } from 'vitest'
import { isOwnOrigin } from './own-origin.ts'

describe('an origin', () => {
  it.each([
    ['none (no browser)', undefined, 'journal.test', true],
    ['of the same host', 'https://journal.test', 'journal.test', true],
    ['of the same host and port', 'http://journal.test:3000', 'journal.test:3000', true],
    ['of another port', 'http://journal.test:3001', 'journal.test:3000', false],
    ['of another host', 'https://boese.example', 'journal.test', false],
    ['that begins alike', 'https://journal.test.boese.example', 'journal.test', false],
    ['that is opaque', 'null', 'journal.test', false],
    ['that is none', 'journal.test', 'journal.test', false],
    ['without a host to compare', 'https://journal.test', undefined, false],
  ])('%s: own %s', (_, origin, host, own) => {
    expect(isOwnOrigin(origin, host)).toBe(own)
  })
})
