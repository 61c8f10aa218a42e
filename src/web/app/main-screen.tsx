import type { SignedInPerson } from '../backend/sign-in.ts'
import { useJournal, useLive } from '../replica/journal-context.tsx'
import { AppHeader } from './app-header.tsx'
import { appTexts } from './texts.ts'

export interface MainScreenProps {
  readonly title: string
  readonly person: SignedInPerson
}

/** The main screen at /: where the features meet (product-spec section 2). */
export function MainScreen({ title, person }: MainScreenProps) {
  const journal = useJournal()
  const profiles = useLive(() => journal.profiles(), [journal])
  const name = profiles?.find((profile) => profile.id === person.id)?.name ?? person.name
  return (
    <>
      <AppHeader title={title} greeting={appTexts.greeting(name)} />
      <main className="mx-auto max-w-3xl px-4 py-6" />
    </>
  )
}
