import type { Log } from '../log.ts'
import type { Catalogue } from './catalogue.ts'
import type { Delivery } from './delivery.ts'
import type { EndedSessions, VerifyAccessToken } from './identity.ts'
import type { Limits } from './limits.ts'
import type { RowReader } from './row-reader.ts'

/** What every channel shares. */
export interface Room {
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

/** Whether the change stream stands; subscriptions are confirmed only while it does. */
export interface Liveness {
  isLive(): boolean
  set(live: boolean): void
  /** Resolves as soon as the stream stands. */
  whenLive(): Promise<void>
}

export function createLiveness(): Liveness {
  let live = false
  let waiting: (() => void)[] = []
  return {
    isLive: () => live,
    set(value) {
      live = value
      if (!live) return
      for (const resolve of waiting) resolve()
      waiting = []
    },
    whenLive() {
      return live ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
    },
  }
}
