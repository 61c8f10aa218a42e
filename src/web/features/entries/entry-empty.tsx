import type { ReactNode } from 'react'
import type { Category } from '../../../domain/category.ts'
import { Button } from '../../ui/button.tsx'
import { categoryLooks, everyCategoryLook } from '../../ui/category-look.ts'
import { useIsDesktop } from '../../ui/media-query.ts'
import { emptyHints, emptyTexts, nothingFoundTexts } from './entries-texts.ts'

interface EntryEmptyProps {
  readonly category: Category | null
  /** Set when filters hide what there is: the way out. */
  readonly onClearFilters: (() => void) | undefined
}

/** The sheet in place of entries (docs/behaviour/main-screen.md "The list"). */
export function EntryEmpty({ category, onClearFilters }: EntryEmptyProps) {
  const layout = useIsDesktop() ? 'desktop' : 'phone'
  if (onClearFilters !== undefined) {
    return (
      <EmptySheet {...nothingFoundTexts}>
        <Button variant="soft" onClick={onClearFilters}>
          {nothingFoundTexts.clear}
        </Button>
      </EmptySheet>
    )
  }
  const { emoji } = category === null ? everyCategoryLook : categoryLooks[category]
  return (
    <EmptySheet emoji={emoji} {...emptyTexts[category ?? 'alle']}>
      <p className="text-sm text-balance text-ink-soft">{emptyHints[layout]}</p>
    </EmptySheet>
  )
}

interface EmptySheetProps {
  readonly emoji: string
  readonly title: string
  readonly description: string
  readonly children: ReactNode
}

function EmptySheet({ emoji, title, description, children }: EmptySheetProps) {
  return (
    <div className="mx-auto grid max-w-sm justify-items-center gap-3 px-4 py-12 text-center">
      <span aria-hidden="true" className="text-3xl">
        {emoji}
      </span>
      <h2 className="font-serif text-xl font-semibold text-balance">{title}</h2>
      <p className="text-balance text-ink-soft">{description}</p>
      {children}
    </div>
  )
}
