import { expect, it } from 'vitest'
import { createForwardedHint } from './forwarded-hint.ts'

function hint(trustProxy: boolean) {
  const said: string[] = []
  const log = { info: () => undefined, error: (line: string) => void said.push(line) }
  return {
    said,
    check: createForwardedHint(
      { trustProxy, line: 'requests: set TRUST_PROXY=1', log },
      () => void said.push('seen'),
    ),
  }
}

it('says once that a request came by a proxy that is not trusted, without its address', () => {
  const { said, check } = hint(false)
  check({ host: 'tagebuch.example' })
  expect(said).toEqual([])
  check({ 'x-forwarded-proto': 'https' })
  check({ 'x-forwarded-for': '192.0.2.7' })
  expect(said).toEqual([expect.stringContaining('set TRUST_PROXY=1'), 'seen'])
  expect(said.join('')).not.toContain('192.0.2.7')
})

it('says nothing of one that is trusted', () => {
  const { said, check } = hint(true)
  check({ 'x-forwarded-for': '192.0.2.7' })
  expect(said).toEqual([])
})
