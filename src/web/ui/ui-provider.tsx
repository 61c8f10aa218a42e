import { CSPProvider } from '@base-ui/react/csp-provider'
import { useEffect, type ReactNode } from 'react'
import { keepPresses } from './kept-presses.ts'

/** What the kit needs around the app: no <style> elements (Content-Security-Policy), no lost press. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  useEffect(() => keepPresses(document), [])
  return <CSPProvider disableStyleElements>{children}</CSPProvider>
}
