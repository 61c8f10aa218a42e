import * as v from 'valibot'
import { isUuid, type PartnerId } from '../../../domain/ids.ts'
import { localSiteStorage } from '../../browser/site-storage.ts'
import type { SignedInPerson } from '../../backend/sign-in.ts'

/** The key in localStorage that names who is signed in on this device (D25). */
export const personKey = 'tagebuch.person'

const personSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    id: v.pipe(v.string(), v.check(isUuid)),
    name: v.pipe(v.string(), v.minLength(1)),
    identifier: v.pipe(v.string(), v.minLength(1)),
  }),
)

/** The person in the stored text, or undefined when there is none or it is damaged. */
export function parsePerson(text: string | null): SignedInPerson | undefined {
  const parsed = v.safeParse(personSchema, text)
  return parsed.success ? { ...parsed.output, id: parsed.output.id as PartnerId } : undefined
}

export function rememberedPerson(): SignedInPerson | undefined {
  return parsePerson(localSiteStorage.getItem(personKey))
}

export function rememberPerson(person: SignedInPerson): void {
  localSiteStorage.setItem(personKey, JSON.stringify(person))
}

export function forgetPerson(): void {
  localSiteStorage.removeItem(personKey)
}

/** The key in localStorage of copies whose deletion has begun. */
const wipingKey = 'tagebuch.wiping'

const wipingSchema = v.pipe(v.string(), v.parseJson(), v.array(v.pipe(v.string(), v.check(isUuid))))

/** The people whose copy must be deleted from this device and may still be there. */
export function unfinishedWipes(): readonly PartnerId[] {
  const parsed = v.safeParse(wipingSchema, localSiteStorage.getItem(wipingKey))
  return parsed.success ? parsed.output.map((id) => id as PartnerId) : []
}

/** Records that a person's copy is about to be deleted, or that it is gone. */
export function markWipe(person: PartnerId, state: 'begun' | 'done'): void {
  const others = unfinishedWipes().filter((id) => id !== person)
  const left = state === 'begun' ? [...others, person] : others
  if (left.length === 0) localSiteStorage.removeItem(wipingKey)
  else localSiteStorage.setItem(wipingKey, JSON.stringify(left))
}
