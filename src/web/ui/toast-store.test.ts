import { describe, expect, it } from 'vitest'
import { ToastStore } from './toast-store.ts'

/** A store on a clock that only `pass` moves. */
function storeWithClock() {
  let now = 0
  const due: { at: number; action: () => void }[] = []
  const store = new ToastStore((action, milliseconds) => {
    const entry = { at: now + milliseconds, action }
    due.push(entry)
    return () => {
      const index = due.indexOf(entry)
      if (index >= 0) due.splice(index, 1)
    }
  })
  return {
    store,
    shown: () => store.list().flatMap((toast) => (toast.shown ? [toast.title] : [])),
    pass: (milliseconds: number) => {
      const until = now + milliseconds
      for (;;) {
        const next = due.toSorted((one, other) => one.at - other.at)[0]
        if (next === undefined || next.at > until) break
        now = next.at
        due.splice(due.indexOf(next), 1)
        next.action()
      }
      now = until
    },
  }
}

describe('toasts', () => {
  it.each<[string, { duration?: number }, number]>([
    ['4000 ms by default', {}, 4000],
    ['for their given duration', { duration: 8000 }, 8000],
  ])('stay %s', (_, given, duration) => {
    const { store, shown, pass } = storeWithClock()
    store.show({ title: 'a', ...given })
    pass(duration - 1)
    expect(shown()).toEqual(['a'])
    pass(1)
    expect(shown()).toEqual([])
  })

  it('show three at most: the oldest makes way', () => {
    const { store, shown } = storeWithClock()
    for (const title of ['a', 'b', 'c', 'd']) store.show({ title })
    expect(shown()).toEqual(['b', 'c', 'd'])
  })

  it('keep a pinned one for its whole time although others come', () => {
    const { store, shown, pass } = storeWithClock()
    store.show({ title: 'undo', duration: 5000, pinned: true })
    for (const title of ['a', 'b', 'c', 'd']) store.show({ title })
    expect(shown()).toEqual(['undo', 'c', 'd'])
    pass(4999)
    expect(shown()).toEqual(['undo'])
    pass(1)
    expect(shown()).toEqual([])
  })

  it('show every pinned one, and let others wait unseen until there is room', () => {
    const { store, shown, pass } = storeWithClock()
    for (const title of ['1', '2', '3', '4']) store.show({ title, duration: 5000, pinned: true })
    store.show({ title: 'Fehler' })
    expect(shown()).toEqual(['1', '2', '3', '4'])
    pass(5000)
    expect(shown()).toEqual(['Fehler'])
    pass(3999)
    expect(shown()).toEqual(['Fehler'])
    pass(1)
    expect(shown()).toEqual([])
  })

  it('never drop one that was not seen', () => {
    const { store, shown, pass } = storeWithClock()
    for (const title of ['1', '2', '3']) store.show({ title, duration: 5000, pinned: true })
    for (const title of ['a', 'b', 'c', 'd']) store.show({ title })
    const seen = new Set<string>()
    for (let second = 0; second < 20; second += 1) {
      for (const title of shown()) seen.add(title)
      pass(1000)
    }
    expect([...seen].toSorted()).toEqual(['1', '2', '3', 'a', 'b', 'c', 'd'])
  })

  it('are replaced by one with the same id, whose time restarts', () => {
    const { store, shown, pass } = storeWithClock()
    store.show({ id: 'x', title: 'old' })
    pass(3000)
    store.show({ id: 'x', title: 'new' })
    pass(3000)
    expect(shown()).toEqual(['new'])
    pass(1000)
    expect(shown()).toEqual([])
  })

  it('stay while the pointer is on them, pinned ones excepted', () => {
    const { store, shown, pass } = storeWithClock()
    store.show({ title: 'undo', duration: 5000, pinned: true })
    store.show({ title: 'a' })
    store.hold(true)
    pass(60_000)
    expect(shown()).toEqual(['a'])
    store.hold(false)
    pass(4000)
    expect(shown()).toEqual([])
  })

  it('stay until dismissed with an infinite duration', () => {
    const { store, shown, pass } = storeWithClock()
    const id = store.show({ title: 'Neue Version', duration: Number.POSITIVE_INFINITY })
    pass(10_000_000)
    expect(shown()).toEqual(['Neue Version'])
    store.dismiss(id)
    expect(shown()).toEqual([])
  })
})
