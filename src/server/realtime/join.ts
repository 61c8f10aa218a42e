import * as v from 'valibot'
import { parseIfValid } from '../../domain/parse.ts'

/** One requested subscription to a table's changes, as the client wrote it. */
export interface Binding {
  readonly id: number
  /** The part of the reply that must be identical to the request, else the client leaves. */
  readonly requested: v.InferOutput<typeof bindingSchema>
}

export interface JoinRequest {
  readonly bindings: readonly Binding[]
  readonly accessToken: string | null
  /** Whether it asks for a private channel or for presence, for which no one has the permission. */
  readonly needsPermission: boolean
}

const name = v.pipe(v.string(), v.maxLength(63))
const bindingSchema = v.object({
  event: v.picklist(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: name,
  table: name,
  filter: v.optional(v.pipe(v.string(), v.maxLength(8192))),
  select: v.optional(v.unknown()),
})
const tokenSchema = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(8192))), null)
const joinSchema = v.object({
  access_token: tokenSchema,
  config: v.optional(
    v.object({
      postgres_changes: v.optional(v.array(bindingSchema), []),
      // A reply that waits for the subscription is not served; the `system` push says when it is active.
      postgres_changes_options: v.optional(v.object({ wait: v.optional(v.literal(false)) })),
      presence: v.optional(v.object({ enabled: v.optional(v.boolean(), false) })),
      private: v.optional(v.boolean(), false),
    }),
    {},
  ),
})

const accessTokenSchema = v.object({ access_token: tokenSchema })

const firstId = 1000

/** Parses the payload of `phx_join`; `null` when it is not one that this server takes. */
export function parseJoin(payload: unknown): JoinRequest | null {
  const parsed = parseIfValid(joinSchema, payload ?? {})
  if (parsed === undefined) return null
  const { access_token: accessToken, config } = parsed
  return {
    accessToken,
    needsPermission: config.private || config.presence?.enabled === true,
    bindings: config.postgres_changes.map((requested, index) => ({
      id: firstId + index,
      requested,
    })),
  }
}

/** Parses the payload of `access_token`: the token, `null` for "none any more", `undefined` if malformed. */
export function parseAccessToken(payload: unknown): string | null | undefined {
  return parseIfValid(accessTokenSchema, payload)?.access_token
}
