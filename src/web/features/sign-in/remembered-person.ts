import * as v from 'valibot'
import { uuidSchema, type PartnerId } from '../../../domain/ids.ts'
import { localSiteStorage } from '../../browser/site-storage.ts'
import type { SignedInPerson } from '../../backend/sign-in.ts'
import { jsonText, parseIfValid } from '../../../domain/parse.ts'

/** The key in localStorage that names who is signed in on this device (D25). */
export const personKey = 'tagebuch.person'

/** The JSON under a key in localStorage; undefined when there is none or it is damaged. */
function stored<Value>(key: string, schema: v.GenericSchema<unknown, Value>): Value | undefined {
  return parseIfValid(jsonText(schema), localSiteStorage.getItem(key))
}

const personSchema = v.object({
  id: uuidSchema<PartnerId>(),
  name: v.pipe(v.string(), v.minLength(1)),
  identifier: v.pipe(v.string(), v.minLength(1)),
})

export function rememberedPerson(): SignedInPerson | undefined {
  return stored(personKey, personSchema)
}

/** Remembers who has signed in. A new person here has nothing to learn of an update. */
export function rememberPerson(person: SignedInPerson): void {
  const isKnown = rememberedPerson()?.id === person.id
  store(person, isKnown ? knownVersion() : newestVersion)
}

/** True for the first time after an update that has news, on this device, for the person who is signed in. */
export function takeVersionNews(): boolean {
  const person = rememberedPerson()
  if (person === undefined || knownVersion() === newestVersion) return false
  store(person, newestVersion)
  return true
}

/** The newest version that has news for the people. */
const newestVersion = '0.2.0'

const versionSchema = v.object({ knownVersion: v.optional(v.string()) })

/** The version whose news this person has read here, or with which they signed in; version 0.1.0 kept none. */
function knownVersion(): string | undefined {
  return stored(personKey, versionSchema)?.knownVersion
}

function store(person: SignedInPerson, version: string | undefined): void {
  localSiteStorage.setItem(personKey, JSON.stringify({ ...person, knownVersion: version }))
}

export function forgetPerson(): void {
  localSiteStorage.removeItem(personKey)
}

/** The key in localStorage of copies whose deletion has begun. */
const wipingKey = 'tagebuch.wiping'

const wipingSchema = v.array(uuidSchema<PartnerId>())

/** The people whose copy must be deleted from this device and may still be there. */
export function unfinishedWipes(): readonly PartnerId[] {
  return stored(wipingKey, wipingSchema) ?? []
}

/** Records that a person's copy is about to be deleted, or that it is gone. */
export function markWipe(person: PartnerId, state: 'begun' | 'done'): void {
  const others = unfinishedWipes().filter((id) => id !== person)
  const left = state === 'begun' ? [...others, person] : others
  if (left.length === 0) localSiteStorage.removeItem(wipingKey)
  else localSiteStorage.setItem(wipingKey, JSON.stringify(left))
}
