import { GoTrueClient } from '@supabase/auth-js'
import type { Session } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'

/** The two people of every test server, with their first passwords. */
export const people = {
  Jonas: { identifier: 'jonas@tagebuch.internal', password: 'jonas-geheim-2026' },
  Željka: { identifier: 'zeljka@tagebuch.internal', password: 'zeljka-geheim-2026' },
} as const
export type PersonName = keyof typeof people

export interface SignedIn {
  readonly id: string
  readonly name: PersonName
  readonly auth: GoTrueClient
  readonly rest: PostgrestClient
  accessToken(): Promise<string>
}

/** The unmodified Supabase clients of a server. */
export function createClients(url: string, anonKey: string) {
  const auths: GoTrueClient[] = []
  const auth = () => {
    const client = new GoTrueClient({
      url: `${url}/auth/v1`,
      headers: { apikey: anonKey },
      autoRefreshToken: false,
      persistSession: false,
      storageKey: `test-${auths.length}`,
    })
    auths.push(client)
    return client
  }
  const rest = (token = anonKey) =>
    new PostgrestClient(`${url}/rest/v1`, {
      headers: { apikey: anonKey, Authorization: `Bearer ${token}` },
    })
  return {
    auth,
    rest,
    session: async (name: PersonName, password?: string) => signIn(auth(), name, password),
    async signedIn(name: PersonName): Promise<SignedIn> {
      const client = auth()
      const session = await signIn(client, name)
      const token = async () => (await client.getSession()).data.session?.access_token ?? ''
      const { access_token: first, user } = session
      return { id: user.id, name, auth: client, rest: rest(first), accessToken: token }
    },
    async end() {
      for (const client of auths) await client.stopAutoRefresh()
    },
  }
}

async function signIn(client: GoTrueClient, name: PersonName, password?: string): Promise<Session> {
  const { identifier, password: first } = people[name]
  const given = { email: identifier, password: password ?? first }
  const { data, error } = await client.signInWithPassword(given)
  if (error !== null) throw error
  return data.session
}
