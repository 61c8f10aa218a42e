import { describe, expect, it } from 'vitest'
import { sharedText } from './share.ts'

describe('a shared text', () => {
  it.each([
    [
      { title: 'Ein Lied', text: 'Hör mal', url: 'https://lied.example/1' },
      'Ein Lied\nHör mal\nhttps://lied.example/1',
    ],
    [{ title: '', text: ' Nur Text ' }, 'Nur Text'],
    [{ text: 'Schau: https://a.example', url: 'https://a.example' }, 'Schau: https://a.example'],
    [{ title: 'Gleich', text: 'Gleich' }, 'Gleich'],
    [{ text: 'Zwei\r\nZeilen' }, 'Zwei\nZeilen'],
    [{ text: 'a'.repeat(9_999) + '😀', title: 'x' }, `x\n${'a'.repeat(9_998)}`],
    [{ text: `${'a'.repeat(9_999)}😀` }, 'a'.repeat(9_999)],
    [{}, ''],
  ])('%o is one text', (shared, text) => {
    expect(sharedText(shared)).toBe(text)
  })
})
