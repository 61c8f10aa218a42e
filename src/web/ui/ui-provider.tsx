import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { TooltipProvider } from './tooltip.tsx'

/** What the kit needs around the app: no <style> elements (Content-Security-Policy), tooltips. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <TooltipProvider>{children}</TooltipProvider>
    </CSPProvider>
  )
}
