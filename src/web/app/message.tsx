import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

export interface MessageProps {
  readonly emoji: string
  readonly title: string
  readonly hint: string
  readonly action?: { readonly label: string; readonly onClick: () => void }
  readonly children?: ReactNode
}

/** A page with one message. */
export function Message({ emoji, title, hint, action, children }: MessageProps) {
  return (
    <main className="grid min-h-dvh place-items-center px-6 py-10 text-center">
      <div className="max-w-md">
        <p aria-hidden="true" className="mb-5 text-3xl">
          {emoji}
        </p>
        <h1 className="font-serif text-2xl font-semibold">{title}</h1>
        <p className="mt-3 mb-8 text-balance text-ink-soft">{hint}</p>
        {action !== undefined && <Button onClick={action.onClick}>{action.label}</Button>}
        {children}
      </div>
    </main>
  )
}
