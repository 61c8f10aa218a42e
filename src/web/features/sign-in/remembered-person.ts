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
