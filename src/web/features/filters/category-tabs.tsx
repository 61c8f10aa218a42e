import { categories, type Category } from '../../../domain/category.ts'
import type { EntryFilter } from '../../../domain/filter.ts'
import { categoryLooks, everyCategoryLook } from '../../ui/category-look.ts'
import { classNames } from '../../ui/class-names.ts'
import { vibrate } from '../../ui/vibrate.ts'
import { filterTexts } from './filters-texts.ts'

export interface FilterProps {
  readonly filter: EntryFilter
  readonly onChange: (next: EntryFilter) => void
}

/** Choosing the active category again returns to "Alle". */
export function chooseCategory({ filter, onChange }: FilterProps, category: Category | null): void {
  vibrate(10)
  onChange({ ...filter, category: filter.category === category ? null : category })
}

/** The desktop's row of tabs over the list. */
export function CategoryTabs(props: FilterProps) {
  return (
    <nav aria-label={filterTexts.tabs} className="flex flex-wrap gap-0.5">
      {[null, ...categories].map((category) => (
        <CategoryTab key={category ?? 'alle'} {...props} category={category} />
      ))}
    </nav>
  )
}

function CategoryTab({ category, ...props }: FilterProps & { readonly category: Category | null }) {
  const look = category === null ? undefined : categoryLooks[category]
  const chosen = props.filter.category === category
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => chooseCategory(props, category)}
      className={classNames(
        'inline-flex min-h-target items-center gap-1.5 rounded-full border px-1.5 text-sm font-bold whitespace-nowrap columns:px-2.5 @min-[47rem]:px-2.5',
        !chosen && 'border-transparent text-ink-soft hover:bg-paper-deep hover:text-ink',
        chosen && (look === undefined ? 'border-line bg-accent-soft text-accent-ink' : look.soft),
        chosen && look?.line,
      )}
    >
      <span aria-hidden="true">{(look ?? everyCategoryLook).emoji}</span>
      {(look ?? everyCategoryLook).tabName}
    </button>
  )
}
