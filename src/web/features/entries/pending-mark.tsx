import { useConnection } from '../../replica/journal-context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { cardTexts } from './entries-texts.ts'

/** Says that a card is on its way or, while there is no server or no room on it, that it waits. */
export function PendingMark() {
  const connection = useConnection()
  const isWaiting = !useOnline() || connection === 'offline' || connection === 'full'
  return (
    <span className="flex items-center gap-1.5 text-xs font-semibold text-ink-soft">
      <Icon name={isWaiting ? 'cloud-off' : 'send'} className="size-4" />
      {isWaiting ? cardTexts.unsent : cardTexts.pending}
    </span>
  )
}
