import { describe, expect, it } from 'vitest'

import { failureCode } from './result.ts'

describe('failureCode', () => {
  it.each([
    [0, undefined, 'network'],
    [408, undefined, 'network'],
    [401, '42501', 'unauthorized'],
    [429, undefined, 'rate-limited'],
    [409, '23505', 'duplicate'],
    [403, '42501', 'rejected'],
    [400, '23514', 'rejected'],
    [400, '22P02', 'rejected'],
    [413, undefined, 'rejected'],
    [500, 'XX000', 'fault'],
    [500, undefined, 'fault'],
    [400, 'PGRST204', 'unsupported'],
    [400, 'PGRST100', 'unsupported'],
    [404, 'PGRST202', 'unsupported'],
    [406, 'PGRST116', 'fault'],
    [404, undefined, 'server'],
    [502, undefined, 'server'],
    [503, undefined, 'server'],
    [504, undefined, 'server'],
    [500, '53100', 'full'],
    [503, '53100', 'full'],
    [503, '53200', 'server'],
    [503, '57014', 'server'],
    [500, '57014', 'server'],
    [500, '55P03', 'server'],
    [405, '25006', 'full'],
    [500, '25006', 'full'],
  ] as const)('reads status %i with code %s as %s', (status, code, expected) => {
    expect(failureCode(status, code)).toBe(expected)
  })
})
