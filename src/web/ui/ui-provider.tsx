import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'

/** The kit's needs around the app: no <style> elements (Content-Security-Policy). */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return <CSPProvider disableStyleElements>{children}</CSPProvider>
}
