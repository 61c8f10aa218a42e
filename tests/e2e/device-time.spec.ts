import { expect, test } from '../support/e2e.ts'
import { ordinaryTime } from '../support/ordinary-time.ts'

const days = [{ date: '2025-08-17' }, { date: '1997-08-14' }]

test('a device of a test run on a special day lives on an ordinary one', () => {
  for (const [now, expected] of [
    ['2027-06-12T12:00:00+02:00', undefined],
    ['2027-08-17T12:00:00+02:00', '2027-08-16T10:00:00.000Z'],
    ['2027-08-14T00:00:00+02:00', '2027-08-12T22:00:00.000Z'],
    ['2027-08-13T23:30:00+02:00', '2027-08-12T21:30:00.000Z'],
    ['2027-08-17T23:59:59+02:00', '2027-08-15T21:59:59.000Z'],
    ['2027-08-18T00:00:00+02:00', undefined],
  ] as const)
    expect(ordinaryTime(new Date(now), days)?.toISOString(), now).toBe(expected)
})
