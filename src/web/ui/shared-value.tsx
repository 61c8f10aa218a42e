import {
  createContext,
  useContext,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'

/**
 * A value that changes often and that few components below read. For a context's own value React would look for them in
 * the whole tree at each change, card by card.
 */
export function createSharedValue<Value>() {
  const Context = createContext(new Shared<Value>(undefined))

  function Provider({ value, children }: ProviderProps<Value>) {
    const [shared] = useState(() => new Shared(value))
    useLayoutEffect(() => shared.set(value), [shared, value])
    return <Context value={shared}>{children}</Context>
  }

  /** The value; `undefined` outside a provider. */
  function useShared(): Value | undefined {
    const { subscribe, current } = useContext(Context)
    return useSyncExternalStore(subscribe, current)
  }

  return { Provider, useShared }
}

interface ProviderProps<Value> {
  readonly value: Value | undefined
  readonly children: ReactNode
}

/** A value that its readers follow. */
export class Shared<Value> {
  #value: Value | undefined
  readonly #listeners = new Set<() => void>()

  constructor(value: Value | undefined) {
    this.#value = value
  }

  readonly current = (): Value | undefined => this.#value

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  set(value: Value | undefined): void {
    if (value === this.#value) return
    this.#value = value
    for (const changed of this.#listeners) changed()
  }
}
