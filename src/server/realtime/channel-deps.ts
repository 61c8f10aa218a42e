import type { Log } from '../log.ts'
import type { Catalogue } from './catalogue.ts'
import type { Delivery } from './delivery.ts'
import type { EndedSessions, VerifyAccessToken } from './identity.ts'
import type { Limits } from './limits.ts'
import type { Liveness } from './liveness.ts'
import type { RowReader } from './row-reader.ts'

/** What every channel shares. */
export interface ChannelDeps {
  readonly anonKey: string
  readonly verifyAccessToken: VerifyAccessToken
  readonly endedSessions: EndedSessions
  readonly catalogue: Catalogue
  readonly reader: RowReader
  readonly delivery: Delivery
  readonly liveness: Liveness
  readonly limits: Limits
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now: () => number
}
