import { useState } from 'react'
import { useLocation } from 'wouter'
import { FavouritesPage } from '../features/favourites/favourites-page.tsx'
import { TimeZoneProvider, useJournal, useLive } from '../replica/journal-context.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { isFromHome } from './favourites-link.ts'
import { SetAsideNotice } from './set-aside-notice.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'

/** /favoriten (docs/behaviour/favourites.md). */
export function FavouritesScreen() {
  const journal = useJournal()
  const [, navigate] = useLocation()
  // At opening: a dialog of this page puts history entries of its own on top.
  const [cameFromHome] = useState(isFromHome)
  const settings = useLive(() => journal.settings(), [journal])
  if (settings === undefined) return <ShellSkeleton />
  const goBack = () => {
    if (cameFromHome) history.back()
    else navigate('/', { replace: true })
  }
  return (
    <TimeZoneProvider timeZone={settings.timeZone}>
      <FavouritesPage onBack={goBack} connection={<ConnectionLine />} notice={<SetAsideNotice />} />
    </TimeZoneProvider>
  )
}
