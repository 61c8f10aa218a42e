import { expect, it } from 'vitest'
import { isHeldUp, type SendingFacts } from './use-held-up.ts'

const now = Date.UTC(2026, 10, 22)
const day = 24 * 3_600_000
const well: SendingFacts = {
  isOnline: true,
  connection: 'online',
  isLive: true,
  isStored: true,
  oldest: now - 1000,
  now,
}

it('unsent writes are on their way while nothing is in the way, also before the first answer', () => {
  expect(isHeldUp(well)).toBe(false)
  expect(isHeldUp({ ...well, connection: 'connecting' })).toBe(false)
  expect(isHeldUp({ ...well, oldest: now - day })).toBe(false)
})

it.each<Partial<SendingFacts>>([
  { isOnline: false },
  { connection: 'offline' },
  { connection: 'full' },
  { connection: 'signed-out' },
  { isLive: false },
  { isStored: false },
  { oldest: now - day - 1 },
])('unsent writes wait, in the quiet line and on the card: %j', (fact) => {
  expect(isHeldUp({ ...well, ...fact })).toBe(true)
})
