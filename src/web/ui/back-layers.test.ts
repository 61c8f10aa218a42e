import { describe, expect, it } from 'vitest'
import { createBackLayers, type LayerWindow } from './back-layers.ts'

/** A history of one tab with the events that the browser and the router send, and its layers. */
function tab(entries: unknown[] = [null]) {
  let at = entries.length - 1
  const listeners = new Map<string, (() => void)[]>()
  const emit = (type: string) => listeners.get(type)?.forEach((listener) => listener())
  const go = (to: number) => {
    if (to < 0) return
    at = to
    emit('popstate')
  }
  const view: LayerWindow = {
    history: {
      get state() {
        return entries[at]
      },
      pushState(state: unknown) {
        entries.splice(at + 1, Infinity, state)
        at += 1
        emit('pushState')
      },
      replaceState(state: unknown) {
        entries[at] = state
        emit('replaceState')
      },
      back: () => go(at - 1),
    },
    addEventListener(type, listener) {
      listeners.set(type, [...(listeners.get(type) ?? []), listener])
    },
  }
  const layers = createBackLayers(view)
  return { history: view.history, layers, position: () => at, forward: () => go(at + 1) }
}

/** Opens a layer and tells whether Back has closed it. */
function openLayer(layers: ReturnType<typeof createBackLayers>) {
  const layer = { open: true, close: () => undefined as void }
  layer.close = layers.open(() => {
    layer.open = false
  })
  return layer
}

describe('Back', () => {
  it('closes the open layer and stays on the page', () => {
    const { history, layers, position } = tab()
    const layer = openLayer(layers)
    history.back()
    expect(layer.open).toBe(false)
    expect(position()).toBe(0)
  })

  it('closes the top layer only', () => {
    const { history, layers } = tab()
    const below = openLayer(layers)
    const top = openLayer(layers)
    history.back()
    expect([below.open, top.open]).toEqual([true, false])
    history.back()
    expect(below.open).toBe(false)
  })

  it('leaves the page in one step after a layer was closed without Back', () => {
    const { history, layers, position } = tab([null, null])
    openLayer(layers).close()
    history.back()
    expect(position()).toBe(0)
  })

  it('takes one history entry however often layers open and close', () => {
    const { history, layers, position } = tab()
    for (let count = 0; count < 5; count += 1) openLayer(layers).close()
    expect(position()).toBe(1)
    const layer = openLayer(layers)
    history.back()
    expect(layer.open).toBe(false)
  })

  it('still closes the layer after the address was replaced under it', () => {
    const { history, layers } = tab()
    const layer = openLayer(layers)
    history.replaceState(null, '')
    history.back()
    expect(layer.open).toBe(false)
  })

  it('returns from another page to the one that was left after a layer had closed', () => {
    const { history, layers, position } = tab()
    openLayer(layers).close()
    history.pushState(null, '')
    history.back()
    expect(position()).toBe(1)
  })

  it('is not meant where Forward leads from a closed layer to the page after it', () => {
    const { history, layers, position, forward } = tab()
    openLayer(layers).close()
    history.pushState(null, '')
    for (const _ of [1, 2]) {
      history.back()
      expect(position()).toBe(1)
      forward()
      expect(position()).toBe(2)
    }
  })

  it('leaves Forward alone', () => {
    const { history, layers, position, forward } = tab()
    const layer = openLayer(layers)
    history.back()
    layer.close()
    forward()
    expect(position()).toBe(1)
  })
})

describe('open layers', () => {
  it('are reported as long as they are open', () => {
    const { layers } = tab()
    expect(layers.isAnyOpen()).toBe(false)
    const layer = openLayer(layers)
    expect(layers.isAnyOpen()).toBe(true)
    layer.close()
    expect(layers.isAnyOpen()).toBe(false)
  })
})

describe('leaving the top layer', () => {
  it('takes its step back, so that the next page lies on the one below', async () => {
    const { history, layers, position } = tab()
    const layer = openLayer(layers)
    openLayer(layers).close()
    await layers.leaveTop()
    expect([layer.open, position()]).toEqual([false, 0])
    history.pushState(null, '')
    history.back()
    expect(position()).toBe(0)
  })

  it('leaves those below it open, and does nothing without any', async () => {
    const { layers, position } = tab()
    await layers.leaveTop()
    expect(position()).toBe(0)
    const [below, top] = [openLayer(layers), openLayer(layers)]
    await layers.leaveTop()
    expect([below.open, top.open, position()]).toEqual([true, false, 1])
  })
})
