import { useLayoutEffect, useState } from 'react'

/** False in the first render: Base UI has no opening transition for what is mounted open. */
export function useOpenAfterMount(open: boolean): boolean {
  const [isMounted, setMounted] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => setMounted(true), [])
  return open && isMounted
}
