import type { AccessTokenVerifier } from '../accounts/access-token.ts'
import type { Catalogue } from './catalogue.ts'
import type { Delivery } from './delivery.ts'
import type { Limits } from './limits.ts'

/** The parts that every channel shares. */
export interface ChannelDeps {
  readonly anonKey: string
  readonly verifier: Pick<AccessTokenVerifier, 'verify' | 'endedSessions'>
  readonly catalogue: Catalogue
  readonly delivery: Delivery
  /** Resolves as soon as the change stream runs. */
  readonly whenLive: () => Promise<void>
  readonly limits: Limits
  /** Milliseconds since 1970. */
  readonly now: () => number
}
