import * as v from 'valibot'

import { isUuid, type PartnerId } from '../../domain/ids.ts'

/** Whose journal this device shows: signed in means remembered, whatever the token says (D25). */
export interface Person {
  readonly id: PartnerId
  readonly name: string
  readonly identifier: string
}

const personKey = 'tagebuch.person'

const person = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    id: v.pipe(
      v.string(),
      v.check(isUuid),
      v.transform((id) => id as PartnerId),
    ),
    name: v.string(),
    identifier: v.string(),
  }),
)

function parsePerson(text: string | null): Person | undefined {
  const parsed = v.safeParse(person, text)
  return parsed.success ? parsed.output : undefined
}

/** The person remembered on this device; `undefined` when nobody is. */
export function rememberedPerson(storage: Pick<Storage, 'getItem'> = localStorage) {
  return parsePerson(storage.getItem(personKey))
}

/** Remembers a person after a successful sign-in; the other tabs notice. */
export function rememberPerson(
  one: Person,
  storage: Pick<Storage, 'setItem'> = localStorage,
): void {
  const { id, name, identifier } = one
  storage.setItem(personKey, JSON.stringify({ id, name, identifier }))
}

/** Forgets the person after a sign-out that was asked for; the other tabs notice. */
export function forgetPerson(storage: Pick<Storage, 'removeItem'> = localStorage): void {
  storage.removeItem(personKey)
}

/**
 * Tells when another tab signs out or in: with the person remembered now, `undefined` for
 * nobody. Returns the unsubscribe.
 */
export function watchPerson(listener: (now: Person | undefined) => void): () => void {
  function onStorage(event: StorageEvent): void {
    // A null key is `localStorage.clear()`.
    if (event.key === personKey || event.key === null) listener(parsePerson(event.newValue))
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
