import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface NoticeProps {
  readonly text: string
  readonly tone?: 'calm' | 'warning'
  readonly children?: ReactNode
  readonly actions?: readonly { readonly label: string; readonly onClick: () => void }[]
}

/** A notice above the fields of a form, with its actions. */
export function Notice({ text, tone = 'calm', children, actions = [] }: NoticeProps) {
  return (
    <output
      className={classNames(
        'grid gap-1 rounded-md px-4 py-2 text-sm',
        tone === 'warning' ? 'bg-warning-soft text-warning' : 'bg-paper-deep text-ink-soft',
      )}
    >
      <p className="py-1 font-semibold">{text}</p>
      {children}
      {actions.length > 0 && (
        <div className="-mx-2 flex flex-wrap gap-x-2">
          {actions.map(({ label, onClick }) => (
            <button
              key={label}
              type="button"
              onClick={onClick}
              className="min-h-target rounded-full px-2 font-bold text-accent-ink underline underline-offset-4"
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </output>
  )
}
