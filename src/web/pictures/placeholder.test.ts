import { expect, it } from 'vitest'
import { placeholderUrl } from './placeholder.ts'
import { encodePlaceholder } from './sample.ts'

it('a placeholder is a small PNG of the photo’s colours', () => {
  const data = Uint8ClampedArray.from({ length: 64 * 48 * 4 }, (_, nth) =>
    nth % 4 === 0 || nth % 4 === 3 ? 255 : 0,
  )
  const placeholder = encodePlaceholder({ width: 64, height: 48, data } as ImageData)
  expect(placeholderUrl(placeholder)).toMatch(/^data:image\/png;base64,/)
  expect(placeholderUrl(placeholder)).toBe(placeholderUrl(placeholder))
})

it.each(['', '%', 'AAAA', 'AAAAAAAA', 'A'.repeat(36), '//////////8='])(
  'a broken placeholder is an image, too: "%s"',
  (placeholder) => {
    expect(placeholderUrl(placeholder)).toMatch(/^data:image\//)
  },
)
