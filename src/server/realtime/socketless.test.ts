import { describe, expect, it } from 'vitest'
import { createSocketlessHint } from './socketless.ts'

function setUp() {
  const lines: string[] = []
  const world = { now: 0, connected: new Set<string>() }
  const pulled = createSocketlessHint({
    hasSocket: (session) => world.connected.has(session),
    log: { info: (line) => void lines.push(line), error: () => undefined },
    now: () => world.now,
  })
  const pullFor = (session: string, seconds: number, every = 30) => {
    for (let second = 0; second <= seconds; second += every) {
      pulled(session)
      world.now += every * 1000
    }
  }
  return { lines, world, pullFor }
}

describe('the log about a device without a socket', () => {
  it('has one line once a session has pulled for two minutes without one', () => {
    const { lines, pullFor } = setUp()
    pullFor('a', 90)
    expect(lines).toEqual([])
    pullFor('a', 300)
    pullFor('b', 300)
    expect(lines).toEqual([expect.stringMatching(/^A signed-in device reads without a WebSocket/)])
  })

  it('has none for a session with a socket, nor for one that reads now and then', () => {
    const { lines, world, pullFor } = setUp()
    world.connected.add('a')
    pullFor('a', 600)
    pullFor('b', 3600, 60)
    expect(lines).toEqual([])
  })
})
