import { describe, expect, it } from 'vitest'
import { bodyOf, jsonOf } from './body-limit.ts'

/** A request whose body comes in these chunks. */
function requestOf(chunks: readonly string[], length = chunks.join('').length): Request {
  const pieces = chunks.map((chunk) => new TextEncoder().encode(chunk))
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = pieces.shift()
      if (next === undefined) controller.close()
      else controller.enqueue(next)
    },
  })
  const headers = { 'content-length': String(length) }
  // TypeScript's own types do not know the member yet that Node demands.
  const init = { method: 'POST', headers, body, duplex: 'half' }
  return new Request('http://localhost/', init)
}

describe('a body', () => {
  it('is read whole, in one chunk or several, characters that are cut included', async () => {
    expect(await bodyOf(requestOf(['{"a":', '1}']))).toBe('{"a":1}')
    const [first, second] = [Buffer.from('ž').subarray(0, 1), Buffer.from('ž').subarray(1)]
    const cut = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(first)
        controller.enqueue(second)
        controller.close()
      },
    })
    const init = { method: 'POST', headers: { 'content-length': '2' }, body: cut, duplex: 'half' }
    expect(await bodyOf(new Request('http://localhost/', init))).toBe('ž')
    expect(await jsonOf(requestOf(['[1', ',2]']))).toEqual([1, 2])
  })

  it('that is none or no JSON is nothing', async () => {
    expect(await bodyOf(new Request('http://localhost/'))).toBe('')
    expect(await jsonOf(new Request('http://localhost/'))).toBeUndefined()
    expect(await jsonOf(requestOf(['{']))).toBeUndefined()
  })

  it('that comes byte by byte is not read to its end', async () => {
    const bytes = Array.from(JSON.stringify({ content: 'x'.repeat(1000) }))
    const request = requestOf(bytes)
    expect(await bodyOf(request)).toBe('')
    expect(await bodyOf(requestOf(bytes.slice(0, 256)))).toHaveLength(256)
  })

  it('that is longer than it announced is not read to its end', async () => {
    expect(await bodyOf(requestOf(['{"a":', '1}'], 6))).toBe('')
  })
})
