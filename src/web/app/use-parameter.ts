import { useSearchParams } from 'wouter'

/** A parameter of the address, and how to take it out again, which is no step of the history. */
export function useParameter(key: string): [value: string | null, leave: () => void] {
  const [parameters, setParameters] = useSearchParams()
  const leave = () =>
    setParameters(
      (current) => {
        current.delete(key)
        return current
      },
      { replace: true },
    )
  return [parameters.get(key), leave]
}
