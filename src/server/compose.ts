import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import path from 'node:path'
import { createAccessTokenVerifier } from './accounts/access-token.ts'
import { ensureAccounts, renamedLines } from './accounts/accounts.ts'
import { ensureJournalRow } from './accounts/journal-row.ts'
import { passwordNotice } from './accounts/password-notice.ts'
import { noteServerStart } from './accounts/server-start.ts'
import { Api } from './api/api.ts'
import { backupPlace } from './backup/backup-place.ts'
import { upgradeDatabase } from './backup/upgrade.ts'
import { forwardedLine } from './settings/forwarded-line.ts'
import { loadKeys, type Keys } from './settings/keys.ts'
import { projectRoot } from './settings/project-root.ts'
import { publicSettings } from '../domain/public-settings.ts'
import type { Database } from './database/database.ts'
import { errorCode } from './error-code.ts'
import { createForwardedHint } from './guard/forwarded-hint.ts'
import { rareErrors } from './guard/rare-log.ts'
import { createOwnAddress, type OwnAddress } from './guard/own-address.ts'
import { createSignInLimit } from './sign-in/limit.ts'
import { createHttp } from './http.ts'
import type { Log } from './log.ts'
import { addressOf, createNodeServer, type NodeServer } from './node-server.ts'
import { createPush, type Push } from './push/push.ts'
import { noteRunning } from './running-note.ts'
import { Realtime } from './realtime/realtime.ts'
import { createSocketlessHint } from './realtime/socketless.ts'
import type { Settings } from './settings/settings.ts'
import { StartupError } from './settings/startup-error.ts'
import { createStaticFiles } from './static/static-files.ts'
import type { Certificate } from './tls/certificate.ts'
import { followRenewals } from './tls/renewal.ts'
import { setPhotoRoom } from './upkeep/photo-room.ts'
import { Upkeep } from './upkeep/upkeep.ts'

/** How long running requests may take to finish when the server stops, in milliseconds. */
const drainFor = 2_000

/**
 * Puts the rooms together on a database that runs (docs/architecture.md): schema, accounts, api,
 * realtime, static files, then listens. Throws a `StartupError` for what the operator can correct.
 */
export async function compose(
  settings: Settings,
  database: Database,
  log: Log,
  certificate: Certificate | undefined,
) {
  const place = backupPlace(settings, database, log)
  await upgradeDatabase(place)
  const keys = loadKeys(settings.dataDir)
  await prepareJournal(settings, database, log)
  const ownAddress = createOwnAddress({ ...settings, isSecure: certificate !== undefined })
  const upkeep = new Upkeep(settings, place)
  const requestLog = rareErrors(log, () => performance.now())
  const { realtime, api, push } = createBackend(settings, database, keys, {
    ownAddress,
    disk: upkeep.disk,
    log: requestLog,
  })
  const files = createStaticFiles(
    path.join(projectRoot, 'dist'),
    publicSettings(settings.journal, keys.anonKey, push.key),
  )
  const health = { isAlive: async () => database.isAlive(), report: async () => upkeep.report() }
  const { trustProxy } = settings
  const node = createNodeServer(
    (signedIn) =>
      createHttp({ api, push, files, trustProxy, ownAddress, signedIn, ...health, log: requestLog })
        .fetch,
    { trustProxy, certificate },
  )
  const { server } = node
  const note = noteRunning(settings.dataDir, database.connection)
  watchForProxies(server, settings, log, () => note.addForwarded())
  server.on('upgrade', (request, socket, head) => {
    realtime.handleUpgrade(request, socket, head)
  })
  const address = await listen(server, settings).catch(async (error: unknown) => {
    note.remove()
    await Promise.all([realtime.close(), api.close()])
    throw error
  })
  const renewals =
    node.secure === undefined || settings.tls === undefined || certificate === undefined
      ? undefined
      : followRenewals(node.secure, settings.tls, certificate, { log })
  upkeep.start()
  push.start()
  return {
    /** The address that a person opens. */
    address,
    /** Accepts no more requests, finishes running ones, stops the database. */
    async stop(): Promise<void> {
      note.remove()
      renewals?.stop()
      await Promise.all([stopListening(node, realtime), upkeep.stop(), push.stop()])
      await api.close()
      await database.stop()
    },
  }
}

interface BackendParts {
  readonly ownAddress: OwnAddress
  readonly disk: Upkeep['disk']
  readonly log: Log
}

/** The two rooms behind Supabase's protocols: requests and the socket, on one check of access tokens. */
function createBackend(
  settings: Settings,
  { connection, pool }: Database,
  { jwtSecret, anonKey }: Keys,
  { ownAddress, disk, log }: BackendParts,
): { realtime: Realtime; api: Api; push: Push } {
  const { trustProxy } = settings
  const verifier = createAccessTokenVerifier({ secret: jwtSecret, pool })
  const push = createPush(settings, { pool, anonKey, verifier, log })
  const realtime = new Realtime({
    database: connection,
    anonKey,
    verifier,
    refusalOf: ({ headers }) => ownAddress.refusal(headers),
    addressOf: (request) => addressOf(request, trustProxy),
    onWrite: () => push.wake(),
    log,
  })
  // A clock that is set back must not lengthen the owner's wait.
  const signInLimit = createSignInLimit(() => performance.now())
  const api = new Api({
    database: connection,
    jwtSecret,
    anonKey,
    verifier,
    signInLimit,
    isDiskFull: disk.isFull,
    hasRoomForPhotos: disk.hasRoomForPhotos,
    onPull: createSocketlessHint({
      hasSocket: (session) => realtime.hasSocket(session),
      log,
      now: () => performance.now(),
    }),
    log,
  })
  return { realtime, api, push }
}

function watchForProxies(server: Server, settings: Settings, log: Log, seen: () => void): void {
  const check = createForwardedHint({ ...settings, line: forwardedLine, log }, seen)
  for (const event of ['request', 'upgrade'] as const)
    server.on(event, ({ headers }: IncomingMessage) => check(headers))
}

/** Accepts no more requests and ends the sockets; running requests have `drainFor` to finish. */
async function stopListening(
  { server, endHandshakes }: NodeServer,
  realtime: Realtime,
): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  endHandshakes()
  await realtime.close()
  server.closeIdleConnections()
  const cut = setTimeout(() => {
    server.closeAllConnections()
  }, drainFor)
  await closed
  clearTimeout(cut)
}

async function prepareJournal(settings: Settings, { pool }: Database, log: Log): Promise<void> {
  const renamed = await renamedLines(pool, settings.journal.partners)
  const generated = await ensureAccounts(pool, settings.journal.partners, settings.firstPasswords)
  for (const line of renamed) log.info(line)
  // Directly to the terminal: passwords never go through the log.
  if (generated.length > 0) process.stdout.write(`${passwordNotice(generated)}\n`)
  await ensureJournalRow(pool, settings.journal)
  await setPhotoRoom(pool, settings)
  await noteServerStart(pool)
}

async function listen(server: Server, { host, port, tls }: Settings): Promise<string> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw listenFailure(error, host, port)
  }
  const bound = server.address()
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port
  return `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${boundPort}`
}

function listenFailure(error: unknown, host: string, port: number): unknown {
  const code = errorCode(error)
  if (code === 'EADDRINUSE')
    return new StartupError(`PORT ${port} on ${host} is already in use; choose another with PORT.`)
  if (code === 'EACCES')
    return new StartupError(
      `This user may not listen on PORT ${port}; choose one above 1023, or grant the right (CAP_NET_BIND_SERVICE).`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(`HOST ${host} is not an address of this machine.`)
  return error
}
