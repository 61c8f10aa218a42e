import { expect, it } from 'vitest'
import { readFile } from './read-file.ts'

it('a file too large for a journal is not read', async () => {
  const file = new File(['x'], 'tagebuch.html')
  Object.defineProperty(file, 'size', { value: 150_000_001 })
  Object.defineProperty(file, 'stream', { value: () => expect.unreachable() })
  expect(await readFile(file)).toBe('too-large')
  expect(await readFile(new File(['<p>Liebes Tagebuch</p>'], 'x.html'))).toBe('foreign')
})
