import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface TabsProps<Value extends string> {
  /** Names the row of tabs for assistive technology. */
  readonly label: string
  readonly value: Value
  readonly tabs: readonly { readonly value: Value; readonly label: string }[]
  readonly onValueChange: (value: Value) => void
  /** The panel of the chosen tab. */
  readonly children: ReactNode
  readonly listClassName?: string
}

/** Tabs over one panel. Arrow keys move between them. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, tabs, onValueChange, children, listClassName } = props
  return (
    <BaseTabs.Root value={value} onValueChange={(next: Value) => onValueChange(next)}>
      <BaseTabs.List
        aria-label={label}
        activateOnFocus
        className={classNames('flex flex-wrap gap-1.5', listClassName)}
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab key={tab.value} value={tab.value} className={tabClass(tab.value === value)}>
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel value={value} tabIndex={-1} className="outline-none">
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  )
}

function tabClass(isChosen: boolean): string {
  return classNames(
    'inline-flex min-h-target items-center gap-2 rounded-full border px-4 text-sm font-bold whitespace-nowrap transition',
    isChosen
      ? 'border-line bg-accent-soft text-accent-ink'
      : 'border-transparent text-ink-soft hover:bg-paper-deep hover:text-ink',
  )
}
