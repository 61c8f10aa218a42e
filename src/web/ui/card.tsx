import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export interface CardProps extends ComponentProps<'div'> {
  /** The element drawn; `article` for an entry. */
  readonly as?: 'div' | 'article' | 'section' | 'li'
}

/** A sheet of paper on the page. */
export function Card({ as = 'div', className, ...rest }: CardProps) {
  // The four elements take the same props; TypeScript cannot say so for a variable tag.
  const Element = as as 'div'
  return (
    <Element
      {...rest}
      className={classNames('rounded-lg border border-line bg-card p-4 shadow-card', className)}
    />
  )
}
