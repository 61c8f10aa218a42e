import { Card } from './card.tsx'
import { classNames } from './class-names.ts'
import { uiTexts } from './ui-texts.ts'

/** A grey bar in the place of a text. Size it by class. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-skeleton rounded-sm bg-paper-deep', className)}
    />
  )
}

/** Placeholder cards; assistive technology hears "Laden..." (docs/look.md "At once"). */
export function SkeletonCards() {
  return (
    <div className="grid gap-3">
      <output className="sr-only">{uiTexts.loading}</output>
      {Array.from({ length: 3 }, (_, index) => (
        <Card key={index} aria-hidden="true" className="grid gap-3">
          <span className="flex items-center gap-2">
            <Skeleton className="size-8 rounded-full" />
            <Skeleton className="h-4 w-24" />
          </span>
          <Skeleton className="h-4 w-full" />
          <Skeleton className={index % 2 === 0 ? 'h-4 w-2/3' : 'h-4 w-2/5'} />
        </Card>
      ))}
    </div>
  )
}
