import type { Calls } from '../../backend/calls.ts'
import type { Store } from '../store/store.ts'
import type { SendOptions } from './send-next.ts'

/** How a tab sends that has a network, to a server that answers with these calls. */
export const sendingOf = (
  store: Store,
  calls: Partial<Calls>,
  others: Partial<SendOptions> = {},
): SendOptions => ({
  store,
  calls: calls as Calls,
  isOffline: () => false,
  needsProbe: () => false,
  clock: { verdictOn: () => 'not-yet' },
  ...others,
})

/** A promise that the test resolves. */
export function gate<Value = void>() {
  let open: (value: Value) => void = () => undefined
  const opened = new Promise<Value>((resolve) => {
    open = resolve
  })
  return { open: (value: Value) => open(value), opened }
}

/** Resolves when nothing of a sender is under way any more. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
