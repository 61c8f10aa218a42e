import { categories, type Category } from '../../../domain/category.ts'
import { categoryLooks } from '../../ui/category-look.ts'
import { classNames } from '../../ui/class-names.ts'
import { formTexts } from './entry-form-texts.ts'

interface CategoryChoiceProps {
  readonly value: Category
  readonly name: string
  readonly onChange: (category: Category) => void
}

/** The four categories as radio buttons, each in its own colour. */
export function CategoryChoice({ value, name, onChange }: CategoryChoiceProps) {
  return (
    <fieldset>
      <legend className="sr-only">{formTexts.category}</legend>
      {/* The longest word stands whole on a narrow phone, too; its column takes what that needs. */}
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(max-content,1fr)] gap-2 cramped:grid-cols-1">
        {categories.map((category) => (
          <label
            key={category}
            className={classNames(
              'relative flex min-h-target cursor-pointer items-center gap-1.5 rounded-md border-2 px-2 text-sm font-bold transition max-[22rem]:text-xs desktop:gap-2 desktop:px-3',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              category === value
                ? [categoryLooks[category].soft, 'border-current'].join(' ')
                : 'border-line bg-card text-ink-soft hover:bg-paper-deep',
            )}
          >
            <input
              type="radio"
              name={name}
              value={category}
              checked={category === value}
              onChange={() => onChange(category)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span aria-hidden="true" className="text-lg">
              {categoryLooks[category].emoji}
            </span>
            <span className="min-w-0 leading-tight">{categoryLooks[category].name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
