import * as v from 'valibot'

/** One requested subscription to a table's changes, as the client wrote it. */
export interface Binding {
  readonly id: number
  readonly event: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  readonly schema: string
  readonly table: string
  readonly filter: string
  readonly select: readonly string[] | null
  /** What goes back in the reply: identical to the request, else the client leaves. */
  readonly echo: Readonly<Record<string, unknown>>
}

export interface JoinRequest {
  readonly bindings: readonly Binding[]
  readonly accessToken: string | null
  /** How long the reply may be held until the subscription is active, in ms; `null`: not at all. */
  readonly wait: number | null
}

const name = v.pipe(v.string(), v.maxLength(63))
const events = ['INSERT', 'UPDATE', 'DELETE'] as const
const bindingSchema = v.object({
  event: v.optional(v.pipe(v.string(), v.maxLength(63))),
  schema: v.optional(name),
  table: v.optional(v.nullable(name)),
  filter: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(8192)))),
  select: v.optional(v.nullable(v.pipe(v.array(v.nullable(name)), v.maxLength(64)))),
})
const tokenSchema = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(8192))), null)
const joinSchema = v.object({
  access_token: tokenSchema,
  config: v.optional(
    v.object({
      postgres_changes: v.optional(v.nullable(v.array(v.nullable(bindingSchema))), []),
      postgres_changes_options: v.optional(
        v.object({
          wait: v.optional(v.boolean(), false),
          timeout: v.optional(v.pipe(v.number(), v.minValue(0)), 15_000),
        }),
      ),
    }),
    {},
  ),
})

const accessTokenSchema = v.object({ access_token: tokenSchema })

/** Supabase holds a join for at most 20 s. */
const longestWait = 20_000
const firstId = 1000

/** Parses the payload of `phx_join`; `null` when it is not one. */
export function parseJoin(payload: unknown): JoinRequest | null {
  const parsed = v.safeParse(joinSchema, payload ?? {})
  if (!parsed.success) return null
  const { access_token: accessToken, config } = parsed.output
  const options = config.postgres_changes_options
  return {
    accessToken,
    wait: options?.wait === true ? Math.min(options.timeout, longestWait) : null,
    bindings: withoutNulls(config.postgres_changes ?? []).map((requested, index) => ({
      id: firstId + index,
      event: eventOf(requested.event),
      schema: requested.schema ?? 'public',
      table: requested.table ?? '*',
      filter: requested.filter ?? '',
      select: selectOf(requested.select ?? []),
      echo: { id: firstId + index, ...requested },
    })),
  }
}

/** As a hosted project: a name in any case, and every change for anything else. */
function eventOf(requested = '*'): Binding['event'] {
  return events.find((event) => event === requested.toUpperCase()) ?? '*'
}

/** `null`, all columns, for a list without names. */
function selectOf(requested: readonly (string | null)[]): readonly string[] | null {
  const names = withoutNulls(requested)
  return names.length > 0 ? names : null
}

const withoutNulls = <T>(list: readonly (T | null)[]): T[] => list.filter((item) => item !== null)

/** Parses the payload of `access_token`: the token, `null` for "none any more", `undefined` if malformed. */
export function parseAccessToken(payload: unknown): string | null | undefined {
  const parsed = v.safeParse(accessTokenSchema, payload)
  return parsed.success ? parsed.output.access_token : undefined
}
