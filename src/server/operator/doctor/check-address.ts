import { WebSocket } from 'ws'
import { errorLabel } from '../../error-code.ts'
import { forwardedLine } from '../../settings/forwarded-line.ts'
import { publicKey } from '../../settings/keys.ts'
import type { Settings } from '../../settings/settings.ts'
import { judge, readFiles } from '../../tls/certificate.ts'
import { sawUntrustedProxy } from '../operator-database.ts'
import { ok, warning, wrong, type Finding } from './finding.ts'

/** How long an address has to answer, in milliseconds. */
const answerWithin = 5_000

/** Whether a server answers, here and under its public addresses, and what a proxy passes on. */
export async function checkAddresses(settings: Settings): Promise<readonly Finding[]> {
  const { host, port, publicUrls, tls } = settings
  const judged = tls && judge(...(await readFiles(tls)))
  if (typeof judged === 'string') return [wrong('TLS', judged)]
  // Its own certificate names no local address, so the check uses its public ones.
  if (tls !== undefined && publicUrls.length > 0)
    return (await Promise.all(publicUrls.map(async (url) => checkPublic(url, settings)))).flat()
  if (tls !== undefined)
    return [warning('TLS', 'PUBLIC_URL is not set, so the certificate is not looked at')]
  const local = /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host
  const here = `http://${local.includes(':') ? `[${local}]` : local}:${port}`
  const answer = await health(here)
  if ('failed' in answer)
    return [warning('address', `no server answers on ${here} (${answer.failed}); npm start`)]
  const found = [ok('address', `the server answers on ${here}`)]
  if (publicUrls.length === 0)
    found.push(ok('address', 'PUBLIC_URL is not set: this machine and its network only'))
  for (const url of publicUrls) found.push(...(await checkPublic(url, settings)))
  // Asked last: the requests to the public addresses came by the proxy, too.
  const isSaid = found.some(({ about, state }) => about === 'proxy' && state === 'wrong')
  if (!isSaid && !settings.trustProxy && (await sawUntrustedProxy(settings)))
    found.push(warning('proxy', forwardedLine))
  return found
}

async function checkPublic(url: string, settings: Settings): Promise<readonly Finding[]> {
  const answer = await health(url)
  if ('failed' in answer)
    return [
      wrong(
        'address',
        `${url} does not answer from here (${answer.failed}): name, port, proxy or certificate`,
      ),
    ]
  return [checkProxy(url, answer.headers, settings), await checkSockets(url, settings)]
}

/** The server sends HSTS only if the proxy says that the request came by HTTPS. */
function checkProxy(url: string, headers: Headers, { trustProxy, tls }: Settings): Finding {
  if (!url.startsWith('https:'))
    return warning('TLS', `${url} is plain HTTP: phones install no app, and others can listen`)
  if (tls !== undefined) return ok('TLS', `${url} answers with a valid certificate of its own`)
  if (!trustProxy)
    return wrong('proxy', `${url} is HTTPS by a proxy, and TRUST_PROXY is off: set TRUST_PROXY=1`)
  return headers.has('strict-transport-security')
    ? ok('proxy', `${url} answers, its certificate is valid, and the proxy passes its headers`)
    : wrong('proxy', `${url} answers, but the proxy does not set X-Forwarded-Proto: https`)
}

/** Without WebSockets an open app learns of new entries every 30 s only. */
async function checkSockets(url: string, { dataDir }: Settings): Promise<Finding> {
  const key = publicKey(dataDir) ?? ''
  const path = `/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, {
    handshakeTimeout: answerWithin,
  })
  const problem = await new Promise<string | undefined>((resolve) => {
    socket.once('open', () => resolve(undefined))
    socket.once('error', (error) => resolve(errorLabel(error)))
  })
  socket.on('error', () => undefined)
  socket.terminate()
  return problem === undefined
    ? ok('sockets', `${url} passes WebSockets on`)
    : warning(
        'sockets',
        `${url} passes no WebSockets on (${problem}): new entries come every 30 s only; let the proxy pass Upgrade and Connection`,
      )
}

async function health(
  url: string,
): Promise<{ readonly headers: Headers } | { readonly failed: string }> {
  try {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(answerWithin) })
    await answer.body?.cancel()
    return answer.ok ? { headers: answer.headers } : { failed: `status ${answer.status}` }
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    return { failed: errorLabel(cause) }
  }
}
