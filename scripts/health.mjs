/**
 * Whether the journal on this machine is well, for container engines and supervisors: ends with 0 if
 * `/healthz` answers 200, else with 1. It reads the server's own variables.
 */
import http from 'node:http'
import https from 'node:https'

/** How long the answer may take, in milliseconds. */
const timeoutMs = 5_000

const { PORT, HOST, TLS_CERT } = process.env
const host = HOST?.trim() || '127.0.0.1'
const options = {
  host: { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host,
  port: PORT?.trim() || 3000,
  path: '/healthz',
  timeout: timeoutMs,
}
// The certificate names the journal's public address, and this question stays on the machine.
const asked = TLS_CERT?.trim()
  ? https.get({ ...options, rejectUnauthorized: false })
  : http.get(options)
asked.once('timeout', () => asked.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)))
asked.once('response', ({ statusCode }) => {
  if (statusCode !== 200) console.error(`The journal is not well: ${statusCode}.`)
  process.exit(statusCode === 200 ? 0 : 1)
})
asked.once('error', (error) => {
  console.error(`The journal does not answer: ${error.message}.`)
  process.exit(1)
})
