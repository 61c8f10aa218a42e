import { describe, expect, it } from 'vitest'
import { createTestTimers } from '../../browser/test-timers.ts'
import { ChannelWatch } from './channel-watch.ts'

function setUp() {
  const timers = createTestTimers()
  const page = { isVisible: true, pulls: 0, isLive: true }
  const watch = new ChannelWatch({
    timers,
    isVisible: () => page.isVisible,
    pull: () => (page.pulls += 1),
    onState: (isLive) => (page.isLive = isLive),
  })
  return { timers, page, watch }
}

describe('a page whose channel brings nothing', () => {
  it('pulls every 30 s until a channel is joined, and again when that is down', () => {
    const { timers, page, watch } = setUp()
    timers.advance(29_000)
    expect(page).toMatchObject({ pulls: 0, isLive: true })
    timers.advance(1000)
    expect(page).toMatchObject({ pulls: 1, isLive: false })
    timers.advance(30_000)
    expect(page.pulls).toBe(2)
    watch.joined()
    timers.advance(30_000)
    expect(page).toMatchObject({ pulls: 2, isLive: true })
    watch.down()
    watch.heard()
    timers.advance(30_000)
    expect(page).toMatchObject({ pulls: 3, isLive: false })
  })

  it('pulls while no heartbeat of its joined channel has been answered for 40 s', () => {
    const { timers, page, watch } = setUp()
    watch.joined()
    for (let beat = 0; beat < 6; beat += 1) {
      timers.advance(25_000)
      watch.heard()
    }
    expect(page).toMatchObject({ pulls: 0, isLive: true })
    timers.advance(70_000)
    expect(page.pulls).toBeGreaterThan(0)
    expect(page.isLive).toBe(false)
  })

  it('is not called so after it was hidden, where browsers let heartbeats come once a minute', () => {
    const { timers, page, watch } = setUp()
    watch.joined()
    page.isVisible = false
    for (let minute = 0; minute < 10; minute += 1) {
      timers.advance(59_000)
      expect(page.isLive).toBe(true)
      watch.heard()
    }
    timers.advance(59_000)
    page.isVisible = true
    timers.advance(30_000)
    expect(page).toMatchObject({ pulls: 0, isLive: true })
    timers.advance(30_000)
    expect(page).toMatchObject({ pulls: 1, isLive: false })
  })

  it('pulls nothing while it is hidden, nor after its end', () => {
    const { timers, page, watch } = setUp()
    page.isVisible = false
    timers.advance(120_000)
    expect(page).toMatchObject({ pulls: 0, isLive: true })
    page.isVisible = true
    watch.stop()
    timers.advance(120_000)
    expect(page.pulls).toBe(0)
  })
})
