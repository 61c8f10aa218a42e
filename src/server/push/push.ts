import { defaultPushHosts } from '../settings/push-hosts.ts'
import { createPresence } from './presence.ts'
import { connectToService } from './push-connection.ts'
import { noSuchPath } from '../guard/responses.ts'
import { answerPush, type PushRequestContext, type PushRoutesParts } from './push-routes.ts'
import { Sender } from './sender.ts'
import { loadVapid } from './vapid.ts'
import type { Settings } from '../settings/settings.ts'

/** The push room: the devices' requests under `/push/v1`, and the sender. */
export interface Push {
  /** The public key that devices subscribe with; null without an https address. */
  readonly key: string | null
  fetch(request: Request, context: PushRequestContext): Promise<Response>
  start(): void
  /** Something was written. */
  wake(): void
  stop(): Promise<void>
}

export type PushParts = Pick<PushRoutesParts, 'pool' | 'anonKey' | 'verifier' | 'log'>

/**
 * Nudges need a contact that push services accept: the first https address of `PUBLIC_URL`. Without one
 * there are none, and every path answers 404.
 */
export function createPush(
  { publicUrls, dataDir, pushHosts, journal }: Settings,
  parts: PushParts,
): Push {
  const contact = publicUrls.find((url) => url.startsWith('https://'))
  if (contact === undefined) return withoutNudges
  const vapid = loadVapid(dataDir, contact)
  const shared = {
    ...parts,
    presence: createPresence(),
    hosts: pushHosts ?? defaultPushHosts,
    timeZone: journal.timeZone,
    now: Date.now,
  }
  const sender = new Sender({ ...shared, vapid, connect: connectToService })
  return {
    key: vapid.publicKey,
    fetch: async (request, context) => answerPush(shared, request, context),
    start: () => sender.start(),
    wake: () => sender.wake(),
    stop: async () => sender.stop(),
  }
}

const withoutNudges: Push = {
  key: null,
  fetch: async () => noSuchPath(),
  start: () => undefined,
  wake: () => undefined,
  stop: async () => undefined,
}
