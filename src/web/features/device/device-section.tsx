import { useId, type ReactNode } from 'react'

export interface DeviceSectionProps {
  readonly title: string
  readonly children: ReactNode
}

/** One part of the dialog "Auf diesem Gerät" under its heading. */
export function DeviceSection({ title, children }: DeviceSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-4 first:border-t-0 first:pt-0"
    >
      <h3 id={id} className="font-serif text-base font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
