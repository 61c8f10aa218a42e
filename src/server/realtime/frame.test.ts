import { describe, expect, it } from 'vitest'
import { encodeFrame, parseFrame, parseVsn } from './frame.ts'

const frame = { joinRef: '1', ref: '2', topic: 'realtime:a', event: 'phx_join', payload: { a: 1 } }

describe('a frame', () => {
  it.each(['1.0.0', '2.0.0'] as const)('survives the way there and back in version %s', (vsn) => {
    expect(parseFrame(vsn, Buffer.from(encodeFrame(vsn, frame)), false)).toEqual(frame)
  })

  it('is an array of five or an object, as the version says', () => {
    expect(encodeFrame('2.0.0', frame)).toBe('["1","2","realtime:a","phx_join",{"a":1}]')
    expect(JSON.parse(encodeFrame('1.0.0', frame))).toEqual({
      join_ref: '1',
      ref: '2',
      topic: 'realtime:a',
      event: 'phx_join',
      payload: { a: 1 },
    })
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
    expect(parseFrame('2.0.0', Buffer.from(text), false)).toBeNull()
  })

  it('of a broadcast is read from its binary head', () => {
    const head = [Buffer.from([3, 1, 2, 10, 1, 0, 1]), Buffer.from('712realtime:ax{}')]
    expect(parseFrame('2.0.0', Buffer.concat(head), true)).toMatchObject({
      joinRef: '7',
      ref: '12',
      topic: 'realtime:a',
      event: 'broadcast',
    })
    expect(parseFrame('2.0.0', Buffer.from([3, 9, 9, 9, 9, 9, 9]), true)).toBeNull()
    expect(parseFrame('2.0.0', Buffer.from([4, 0, 0, 1, 0, 0, 0, 65]), true)).toBeNull()
  })

  it('has one of two versions, the newer by default', () => {
    expect([null, '1.0.0', '2.0.0', '3.0.0'].map(parseVsn)).toEqual([
      '2.0.0',
      '1.0.0',
      '2.0.0',
      null,
    ])
  })
})
