import { lazy, Suspense, useEffect, useState } from 'react'
import { Route, Switch } from 'wouter'
import type { Backend } from '../backend/backend.ts'
import type { SignedInPerson } from '../backend/sign-in.ts'
import { JournalProvider } from '../replica/journal-context.tsx'
import { openReplica, type Replica } from '../replica/replica.ts'
import { MainScreen } from './main-screen.tsx'
import { RefusalToasts } from './refusal-toasts.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'

const FavouritesScreen = lazy(async () => ({
  default: (await import('./favourites-screen.tsx')).FavouritesScreen,
}))

export interface SignedInProps {
  readonly title: string
  readonly person: SignedInPerson
  readonly backend: Backend
}

/** Everything that needs the journal, on one open copy for both pages. */
export function SignedIn({ title, person, backend }: SignedInProps) {
  const replica = useReplica(person, backend)
  if (replica === undefined) return <ShellSkeleton />
  return (
    <JournalProvider journal={replica.journal}>
      <Suspense fallback={<ShellSkeleton />}>
        <Switch>
          <Route path="/">
            <MainScreen title={title} person={person} />
          </Route>
          <Route>
            <FavouritesScreen />
          </Route>
        </Switch>
      </Suspense>
      <RefusalToasts />
    </JournalProvider>
  )
}

function useReplica(person: SignedInPerson, backend: Backend): Replica | undefined {
  const [replica, setReplica] = useState<Replica>()
  useEffect(() => {
    const opened = openReplica({ person: person.id, backend })
    setReplica(opened)
    return () => {
      void opened.close()
    }
  }, [person.id, backend])
  return replica
}
