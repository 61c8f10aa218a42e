import type { PartnerId } from './ids.ts'

/** One of the two people, as the journal knows them after sign-in. */
export interface Profile {
  readonly id: PartnerId
  readonly name: string
}

/** What the sign-in page may know of a person before sign-in (D2). */
export interface PublicPartner {
  readonly name: string
  readonly identifier: string
}
