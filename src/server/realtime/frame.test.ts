import { describe, expect, it } from 'vitest'
import { encodeFrame, parseFrame } from './frame.ts'

const frame = { joinRef: '1', ref: '2', topic: 'realtime:a', event: 'phx_join', payload: { a: 1 } }

describe('a frame', () => {
  it('is an array of five and survives the way there and back', () => {
    expect(encodeFrame(frame)).toBe('["1","2","realtime:a","phx_join",{"a":1}]')
    expect(parseFrame(Buffer.from(encodeFrame(frame)), false)).toEqual(frame)
  })

  it.each([
    '[]',
    '[1,"2","t","e",{}]',
    '[null,null,"t","e"]',
    '[null,null,"t","e",{},0]',
    '[null,null,"","e",{}]',
    '{}',
    'x',
    '',
  ])('is not %j', (text) => {
    expect(parseFrame(Buffer.from(text), false)).toBeNull()
  })

  it('of a broadcast is read from its binary head', () => {
    const head = [Buffer.from([3, 1, 2, 10, 1, 0, 1]), Buffer.from('712realtime:ax{}')]
    expect(parseFrame(Buffer.concat(head), true)).toMatchObject({
      joinRef: '7',
      ref: '12',
      topic: 'realtime:a',
      event: 'broadcast',
    })
    expect(parseFrame(Buffer.from([3, 9, 9, 9, 9, 9, 9]), true)).toBeNull()
    expect(parseFrame(Buffer.from([4, 0, 0, 1, 0, 0, 0, 65]), true)).toBeNull()
  })
})
