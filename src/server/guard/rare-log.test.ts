import { expect, it } from 'vitest'
import { rareErrors } from './rare-log.ts'

it('says the same error once a minute, each code for itself, and everything without one', () => {
  const said: string[] = []
  let now = 0
  const log = rareErrors(
    {
      info: (line) => void said.push(line),
      error: (line, code) => void said.push(`${line} ${code}`),
    },
    () => now,
  )
  for (; now < 60_000; now += 1_000) log.error('A request failed', '53100')
  log.error('A request failed', '23514')
  expect(said).toEqual(['A request failed 53100', 'A request failed 23514'])
  log.error('A request failed', '53100')
  expect(said).toHaveLength(3)
  log.error('The disk is nearly full')
  log.error('The disk is nearly full')
  log.info('The disk has room again.')
  expect(said).toHaveLength(6)
})
