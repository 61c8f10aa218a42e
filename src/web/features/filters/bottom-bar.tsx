import type { Category } from '../../../domain/category.ts'
import { categoryLooks } from '../../ui/category-look.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { vibrate } from '../../ui/vibrate.ts'
import { chooseCategory, type FilterProps } from './category-tabs.tsx'
import { filterTexts } from './filters-texts.ts'

export interface BottomBarProps extends FilterProps {
  readonly onNew: () => void
}

/** The phone's bar: two categories, the button for a new entry, two categories. */
export function BottomBar({ onNew, ...props }: BottomBarProps) {
  return (
    <nav
      aria-label={filterTexts.tabs}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] shadow-float desktop:hidden"
    >
      <div className="mx-auto grid max-w-xl grid-cols-[repeat(2,minmax(0,1fr))_min(4rem,20vw)_repeat(2,minmax(0,1fr))] items-end">
        <BarItem {...props} category="erzaehlen" />
        <BarItem {...props} category="ideen" />
        <button
          type="button"
          aria-label={filterTexts.newEntry}
          onClick={() => {
            vibrate(20)
            onNew()
          }}
          className="mx-auto -mt-5 mb-2 grid size-[min(3.5rem,18vw)] place-items-center rounded-full bg-accent text-on-accent shadow-float forced-colors:border active:scale-95 active:transition-transform"
        >
          <Icon name="plus" className="size-7" />
        </button>
        <BarItem {...props} category="gedanken" />
        <BarItem {...props} category="uebersetzungen" />
      </div>
    </nav>
  )
}

function BarItem({ category, ...props }: FilterProps & { readonly category: Category }) {
  const look = categoryLooks[category]
  const chosen = props.filter.category === category
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => chooseCategory(props, category)}
      className={classNames(
        'flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 rounded-md px-px py-1.5 text-[min(0.8125rem,3.4vw)] font-bold max-[26rem]:tracking-tight',
        chosen ? look.text : 'text-ink-soft',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'rounded-full px-[min(0.75rem,3vw)] py-0.5 text-[min(1.25rem,7vw)] leading-tight',
          chosen && look.soft,
        )}
      >
        {look.emoji}
      </span>
      <span className="max-w-full leading-snug">{look.barName}</span>
    </button>
  )
}
