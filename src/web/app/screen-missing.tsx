import type { Missing } from '../ui/lazy-part.tsx'
import { uiTexts } from '../ui/ui-texts.ts'
import { HomeLink } from './home-link.tsx'
import { Message } from './message.tsx'
import { appTexts } from './app-texts.ts'

/** Replaces a whole screen whose code could not be loaded. */
export function ScreenMissing({
  again,
  needsReload,
  hasHome = false,
}: Missing & { readonly hasHome?: boolean }) {
  return (
    <Message
      emoji="🌧️"
      title={appTexts.missingTitle}
      hint={needsReload ? uiTexts.partOutdated : uiTexts.partMissing}
      action={
        needsReload
          ? { label: uiTexts.reload, onClick: () => location.reload() }
          : { label: uiTexts.again, onClick: again }
      }
    >
      {hasHome && (
        <p className="mt-3">
          <HomeLink isQuiet />
        </p>
      )}
    </Message>
  )
}
