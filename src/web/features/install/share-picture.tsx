import { installTexts } from './install-texts.ts'

/** The two places to tap on an iPhone: "Teilen" in the browser's bar, then the line in its sheet; the sentence below says the same. */
export function SharePicture() {
  return (
    <div
      aria-hidden="true"
      className="flex items-center justify-center gap-3 rounded-md bg-paper-deep px-3 py-4 text-accent-ink"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-lg border border-line bg-card">
        <svg viewBox="0 0 24 24" className="size-7" {...lines}>
          <path d="M12 15V3m0 0L8 7m4-4 4 4M8 10H6v11h12V10h-2" />
        </svg>
      </span>
      <svg viewBox="0 0 24 24" className="size-5 shrink-0 text-ink-soft" {...lines}>
        <path d="M4 12h16m-6-6 6 6-6 6" />
      </svg>
      <span className="flex min-w-0 items-center gap-3 rounded-lg border border-line bg-card px-3 py-2.5 text-sm font-semibold text-ink">
        {installTexts.toHomeScreen}
        <svg viewBox="0 0 24 24" className="size-6 shrink-0" {...lines}>
          <rect x="3" y="3" width="18" height="18" rx="5" />
          <path d="M12 8v8m-4-4h8" />
        </svg>
      </span>
    </div>
  )
}

const lines = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.8,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
