import { describe, expect, it } from 'vitest'
import { parsePublicSettings } from './public-settings.ts'

const settings = {
  backend: { url: '', anonKey: 'sb_publishable_x' },
  title: 'Unser Tagebuch',
  partners: [
    { name: 'Jonas', identifier: 'jonas@tagebuch.internal' },
    { name: 'Željka', identifier: 'zeljka@tagebuch.internal' },
  ],
}

describe('the public settings', () => {
  it('name the page’s own origin if the backend has no address', () => {
    const parsed = parsePublicSettings(JSON.stringify(settings), 'http://localhost:3000')
    expect(parsed?.backend.url).toBe('http://localhost:3000')
    expect(parsed?.partners[1].name).toBe('Željka')
  })

  it('keep the address of a hosted backend', () => {
    const hosted = { ...settings, backend: { url: 'https://x.example', anonKey: 'k' } }
    const parsed = parsePublicSettings(JSON.stringify(hosted), 'https://tagebuch.example')
    expect(parsed?.backend.url).toBe('https://x.example')
    expect(parsed?.backend.sendsWholeRows).toBe(false)
  })

  it.each(['', '<!doctype html>', '{}', JSON.stringify({ ...settings, partners: [] })])(
    'are undefined for %s',
    (text) => {
      expect(parsePublicSettings(text, 'http://localhost')).toBeUndefined()
    },
  )
})
