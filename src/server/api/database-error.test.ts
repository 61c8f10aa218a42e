import { describe, expect, it } from 'vitest'
import { databaseError } from './database-error.ts'

const failed = (code: string) =>
  databaseError(Object.assign(new Error('of a driver: "Wortlaut"'), { code }))

describe('the answer to an error of the driver', () => {
  it.each(['EAI_AGAIN', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'CERT_HAS_EXPIRED', '08006'])(
    'is 503 for a connection that broke or could not be made, such as %s',
    (code) => {
      expect(failed(code)).toMatchObject({ status: 503, code: 'PGRST001' })
    },
  )

  it.each([
    ['22P02', 400],
    ['23505', 409],
    ['42501', 403],
    ['42601', 400],
    ['44000', 400],
    ['53300', 503],
    ['54001', 413],
    ['57014', 503],
    ['57000', 500],
    ['P0001', 400],
    ['P0002', 500],
    ['XX000', 500],
  ])("is PostgREST's status for SQLSTATE %s", (code, status) => {
    expect(failed(code)).toMatchObject({ status, code })
  })

  it('quotes no value', () => {
    expect(failed('22P02').message).toBe('of a driver')
  })
})
