import { Icon } from '../ui/icon.tsx'
import { Skeleton, SkeletonCards } from '../ui/skeleton.tsx'

/** The place of the list to be, beside quote and memory if there are two columns. */
export const shellClass =
  'mx-auto max-w-3xl px-4 py-3 desktop:py-6 columns:max-w-page columns:px-6 columns:*:ms-86'

/** The main screen's shape while its code arrives, so that nothing moves afterwards. */
export function ShellSkeleton() {
  return (
    <div>
      <div className="border-b border-line pt-(--safe-top)">
        <div className="mx-auto flex h-18 max-w-3xl items-center gap-1 pl-[calc(0.75rem+var(--safe-left))] columns:max-w-page columns:px-5">
          <span className="grid size-9 place-items-center text-accent">
            <Icon name="heart-filled" className="size-7" />
          </span>
          <div className="grid gap-2 pl-1">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-3.5 w-24" />
          </div>
        </div>
      </div>
      <div className={shellClass}>
        <SkeletonCards />
      </div>
    </div>
  )
}
