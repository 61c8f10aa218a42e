import { Button } from '../../ui/button.tsx'
import { nothingTexts } from './search-texts.ts'

export interface NothingFoundProps {
  readonly hint: string
  /** If a tab or filters hide a part of the journal: the way to all of it. */
  readonly onEverywhere?: (() => void) | undefined
}

/** The sheet in place of results. */
export function NothingFound({ hint, onEverywhere }: NothingFoundProps) {
  return (
    <div className="mx-auto grid max-w-sm justify-items-center gap-3 px-4 py-12 text-center">
      <span aria-hidden="true" className="text-3xl">
        {nothingTexts.emoji}
      </span>
      <h2 className="font-serif text-xl font-semibold text-balance">{nothingTexts.title}</h2>
      <p className="text-pretty text-ink-soft">{hint}</p>
      {onEverywhere !== undefined && (
        <>
          <p className="text-pretty text-ink-soft">{nothingTexts.filtered}</p>
          <Button variant="soft" onClick={onEverywhere}>
            {nothingTexts.everywhere}
          </Button>
        </>
      )}
    </div>
  )
}
