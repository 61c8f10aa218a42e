import { expect, it } from 'vitest'
import { createForwardedHint } from './forwarded-hint.ts'

function hint(trustProxy: boolean) {
  const said: string[] = []
  const log = { info: () => undefined, error: (line: string) => void said.push(line) }
  return {
    said,
    look: createForwardedHint(
      { trustProxy, line: 'requests: set TRUST_PROXY=1', log },
      () => void said.push('seen'),
    ),
  }
}

it('says once that a request came by a proxy that is not trusted, without its address', () => {
  const { said, look } = hint(false)
  look({ host: 'tagebuch.example' })
  expect(said).toEqual([])
  look({ 'x-forwarded-proto': 'https' })
  look({ 'x-forwarded-for': '192.0.2.7' })
  expect(said).toEqual([expect.stringContaining('set TRUST_PROXY=1'), 'seen'])
  expect(said.join('')).not.toContain('192.0.2.7')
})

it('says nothing of one that is trusted', () => {
  const { said, look } = hint(true)
  look({ 'x-forwarded-for': '192.0.2.7' })
  expect(said).toEqual([])
})
