import { CompiledQuery } from 'kysely'
import * as v from 'valibot'

/** Sets role and claims for the rest of the transaction; row level security reads them. */
export const contextStatement = `select set_config('role', $1, true),
  set_config('request.jwt.claim.sub', $2, true),
  set_config('request.jwt.claim.role', $1, true),
  set_config('request.jwt.claims', $3, true)`

/** The only roles a request may take; the owner's would bypass row level security. */
const contextSchema = v.object({
  auth: v.object({
    role: v.picklist(['anon', 'authenticated']),
    uid: v.optional(v.nullable(v.string())),
    jwt: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  }),
})

interface Executor {
  executeQuery(query: CompiledQuery): Promise<unknown>
}

/**
 * Supabase Lite sets role and claims of a request by six statements with parameters, each with two
 * round trips to the database. This makes them one. Throws if its connection no longer has the
 * method for it, and for a role that no request may have.
 */
export function setContextAtOnce(connection: object): void {
  if (!('applyJwtSessionContext' in connection))
    throw new Error('Supabase Lite changed: applyJwtSessionContext is gone')
  connection.applyJwtSessionContext = async (executor: Executor, context: unknown) => {
    const { role, uid, jwt } = v.parse(contextSchema, context).auth
    const claims = JSON.stringify(jwt ?? { role })
    await executor.executeQuery(CompiledQuery.raw(contextStatement, [role, uid ?? '', claims]))
  }
}
