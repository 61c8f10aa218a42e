import sql from 'sql-template-tag'
import * as v from 'valibot'
import type { Queries } from '../database/pool.ts'
import { parseOrThrow } from '../../domain/parse.ts'

const userRow = v.object({ user: v.looseObject({ id: v.string(), email: v.string() }) })

/** An account as GoTrue answers it. */
export type User = v.InferOutput<typeof userRow>['user']

/** Undefined if there is no such account. */
export async function userOf(queries: Queries, id: string): Promise<User | undefined> {
  const [row] = await queries.query(sql`
    select json_build_object(
      'id', id, 'aud', 'authenticated', 'role', 'authenticated', 'email', coalesce(email, ''), 'phone', '',
      'app_metadata', coalesce(raw_app_meta_data, '{}'),
      'user_metadata', coalesce(raw_user_meta_data, '{}'),
      'identities', (
        select coalesce(json_agg(json_build_object(
          'identity_id', identity.id, 'id', provider_id, 'user_id', user_id,
          'identity_data', identity_data, 'provider', provider,
          'last_sign_in_at', coalesce(identity.last_sign_in_at, identity.created_at),
          'created_at', identity.created_at, 'updated_at', identity.updated_at,
          'email', lower(identity_data ->> 'email'))), '[]')
        from auth.identities identity where user_id = account.id
      ),
      'created_at', created_at, 'updated_at', updated_at, 'is_anonymous', false,
      'email_confirmed_at', email_confirmed_at, 'confirmed_at', email_confirmed_at,
      'last_sign_in_at', last_sign_in_at
    ) as "user" from auth.users account where id = ${id}`)
  return row === undefined ? undefined : parseOrThrow(userRow, row).user
}
