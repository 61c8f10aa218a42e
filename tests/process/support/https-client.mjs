/**
 * The unmodified Supabase clients over HTTPS and WSS, in a process that trusts the tests' authority
 * (NODE_EXTRA_CA_CERTS, which Node reads at its start). Prints what happened as one JSON line.
 * Arguments: address, public key, identifier, password.
 */
import { GoTrueClient } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import {
  REALTIME_LISTEN_TYPES,
  REALTIME_POSTGRES_CHANGES_LISTEN_EVENT,
  REALTIME_SUBSCRIBE_STATES,
  RealtimeClient,
} from '@supabase/realtime-js'
import { WebSocket } from 'ws'

const [url = '', apikey = '', email = '', password = ''] = process.argv.slice(2)
const page = await fetch(url)
const auth = new GoTrueClient({
  url: `${url}/auth/v1`,
  headers: { apikey },
  autoRefreshToken: false,
  persistSession: false,
})
const { data, error } = await auth.signInWithPassword({ email, password })
if (error !== null) throw error
const token = data.session.access_token
const rest = new PostgrestClient(`${url}/rest/v1`, {
  headers: { apikey, authorization: `Bearer ${token}` },
})
const realtime = new RealtimeClient(`${url.replace('http', 'ws')}/realtime/v1`, {
  params: { apikey },
  transport: /** @type {any} */ (WebSocket),
})
await realtime.setAuth(token)
const content = `Über HTTPS ${Date.now()}`

/** @returns {Promise<{ content?: string }>} the first row that arrives once the socket listens */
async function firstRow() {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('no event')), 20_000).unref()
    const channel = realtime.channel('entries')
    const change = { event: REALTIME_POSTGRES_CHANGES_LISTEN_EVENT.INSERT, schema: 'public' }
    const listened = REALTIME_LISTEN_TYPES.POSTGRES_CHANGES
    channel.on(listened, { ...change, table: 'entries' }, ({ new: row }) => resolve(row))
    channel.subscribe((status) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) write().catch(reject)
    })
  })
}

async function write() {
  const entry = { user_id: data.user?.id, category: 'erzaehlen', content }
  const written = await rest.from('entries').insert(entry)
  if (written.error !== null) throw new Error(written.error.message)
}

const row = await firstRow()
await realtime.disconnect()
const hsts = page.headers.get('strict-transport-security')
const seen = { status: page.status, hsts, arrived: row.content === content }
process.stdout.write(`${JSON.stringify(seen)}\n`, () => process.exit(0))
