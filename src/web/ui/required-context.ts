import { createContext, use } from 'react'

/**
 * A context whose value must be there, and the hook that reads it.
 *
 * @param missing the message of the error that the hook throws outside a provider, which is a bug
 */
export function requiredContext<Value>(missing: string) {
  const Context = createContext<Value | undefined>(undefined)
  function useValue(): Value {
    const value = use(Context)
    if (value === undefined) throw new Error(missing)
    return value
  }
  return [Context, useValue] as const
}
