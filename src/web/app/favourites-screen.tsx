import { useLocation } from 'wouter'
import { FavouritesPage } from '../features/favourites/favourites-page.tsx'
import { useJournal, useLive } from '../replica/journal-context.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'

/** /favoriten (product-spec section 2). */
export function FavouritesScreen() {
  const journal = useJournal()
  const [, navigate] = useLocation()
  const settings = useLive(() => journal.settings(), [journal])
  if (settings === undefined) return <ShellSkeleton />
  return <FavouritesPage timeZone={settings.timeZone} onBack={() => navigate('/')} />
}
