import * as v from 'valibot'
import { nudgeChoicesSchema, type NudgeChoices } from '../../domain/nudges/nudge-choices.ts'
import type { Source } from './clients.ts'
import { failure, failureCode, success, type Result } from './result.ts'
import { safeParse } from '../../domain/parse.ts'

/**
 * Whether the server can nudge: it can (`key` is the public key that devices subscribe with), it
 * has no https address to name to push services, or the backend is a hosted project.
 */
export type NudgeSupport =
  | { readonly kind: 'ready'; readonly key: string }
  | { readonly kind: 'no-address' }
  | { readonly kind: 'no-server' }

/** A browser's subscription, as it is sent to the server. */
export interface DeviceSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export interface NudgeCallsOptions extends Pick<Source, 'base' | 'fetch'> {
  readonly support: NudgeSupport
}

const anything = v.pipe(
  v.unknown(),
  v.transform((): true => true),
)
const heartbeatAnswer = v.pipe(
  v.object({ seconds: v.number() }),
  v.transform(({ seconds }) => seconds),
)

/** One person's calls about nudges (docs/protocol.md "Nudges"), over requests that carry that person's token. */
export function createNudgeCalls({ support, base, fetch }: NudgeCallsOptions) {
  async function ask<Schema extends v.GenericSchema>(
    schema: Schema,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Result<v.InferOutput<Schema>>> {
    const sent = await fetch(`${base}/push/v1${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }).catch(() => undefined)
    if (sent === undefined) return failure('network')
    const answer: unknown = sent.status === 204 ? {} : await sent.json().catch(() => undefined)
    if (sent.status === 422) return failure('rejected')
    if (!sent.ok) return failure(failureCode(sent.status, undefined))
    const read = safeParse(schema, answer)
    return read.success ? success(read.output) : failure('server')
  }

  return {
    support,
    readChoices: async () => ask(nudgeChoicesSchema, 'GET', '/choices'),
    writeChoices: async (choices: NudgeChoices) =>
      ask(nudgeChoicesSchema, 'PUT', '/choices', choices),
    /** Sending the same one again changes nothing; `rejected` if its push service is not allowed. */
    subscribe: async (device: DeviceSubscription) => ask(anything, 'PUT', '/subscription', device),
    unsubscribe: async (endpoint: string) => ask(anything, 'DELETE', '/subscription', { endpoint }),
    /** Sends a look of this person; answers how many seconds it counts, 0 if no device is nudged. */
    heartbeat: async () => ask(heartbeatAnswer, 'POST', '/look', {}),
  }
}
