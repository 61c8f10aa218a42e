import { nudgeTopic } from '../../domain/nudges/nudge-message.ts'
import { errorLabel } from '../error-code.ts'
import { pushEndpoint } from '../settings/push-hosts.ts'
import type { Device } from './devices.ts'
import { encryptFor } from './encrypt.ts'
import type { PushConnection } from './push-connection.ts'
import type { Vapid } from './vapid.ts'

export interface PostParts {
  readonly vapid: Vapid
  /** The hosts that a nudge may go to; see `pushEndpoint`. */
  readonly hosts: readonly string[]
  readonly connect: PushConnection
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export interface Refused {
  readonly problem: string
  /** In seconds. */
  readonly retryAfter: number | undefined
}

/** A push service keeps a message for a device that is off for a day, in seconds. */
const messageLasts = 86_400

/**
 * Sends one message to a device, encrypted for it. `gone`: the push service does not know the device any more, or the
 * operator has taken the service off the list.
 */
export async function postNudge(
  { vapid, hosts, connect, now }: PostParts,
  device: Device,
  payload: string,
): Promise<'sent' | 'gone' | Refused> {
  const url = pushEndpoint(device.endpoint, hosts)
  if (url === undefined) return 'gone'
  try {
    const { status, retryAfter } = await connect({
      url,
      headers: {
        authorization: await vapid.authorization(url.origin, now()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(messageLasts),
        topic: nudgeTopic,
        urgency: 'normal',
      },
      body: encryptFor(device, payload),
    })
    if (status >= 200 && status < 300) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    return { problem: String(status), retryAfter }
  } catch (error) {
    return { problem: errorLabel(error), retryAfter: undefined }
  }
}
