import v8 from 'node:v8'
import { startDatabase } from './database/database.ts'
import { errorLabel } from './error-code.ts'
import { silenceLibraries } from './guard/library-output.ts'
import { consoleLog, ignoreClosedOutput } from './log.ts'
import { projectRoot } from './settings/project-root.ts'
import { startFailure } from './settings/startup-error.ts'
import { readSettings, type Settings } from './settings/settings.ts'
import { stopSignals } from './settings/stop-signals.ts'
import { firstCertificate } from './tls/renewal.ts'

/** A stop must end within 5 s; unfinished work is then aborted. */
const stopWithin = 4_500

// No log prints stack traces, and making them costs most when a connection with hundreds of
// requests in one packet ends: each becomes an error.
Error.stackTraceLimit = 0
keepHeapSmall()
ignoreClosedOutput()
silenceLibraries()
let ready = false
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    consoleLog.error(
      ready ? 'Recovered from an unexpected error' : startFailure(error),
      errorLabel(error),
    )
    if (!ready) process.exit(1)
  })

const read = readSettings(process.env, projectRoot)
if (read.ok) await run(read.settings)
else {
  for (const problem of read.problems) consoleLog.error(problem)
  process.exitCode = 1
}

/**
 * Starts the server, prints the ready line and waits for a signal. A signal during the start takes
 * effect after it: ending in the middle would leave the database running.
 */
async function run(settings: Settings): Promise<void> {
  for (const note of settings.notes) consoleLog.info(note)
  const starting = startServer(settings)
  let stopping: Promise<void> | undefined
  // More than once: a terminal and a supervisor signal all processes, and npm hands its own on.
  for (const signal of stopSignals)
    process.on(signal, () => {
      stopping ??= stop(starting.then(async (server) => server.stop()))
    })
  try {
    const server = await starting
    ready = true
    consoleLog.info(`Unser Tagebuch läuft auf ${server.address}`)
  } catch (error) {
    consoleLog.error(startFailure(error))
    process.exit(1)
  }
}

async function stop(stopped: Promise<void>): Promise<void> {
  setTimeout(() => process.exit(0), stopWithin).unref()
  try {
    await stopped
  } catch (error) {
    consoleLog.error('An error occurred while stopping', errorLabel(error))
  }
  process.exit(0)
}

/**
 * Starts the database and, while it starts in its own process, loads the code that needs it, which
 * takes longer. Throws a `StartupError` for what the operator can correct, and then stops the
 * database.
 */
async function startServer(settings: Settings) {
  const certificate = settings.tls && (await firstCertificate(settings.tls, consoleLog))
  const { dataDir, databaseUrl } = settings
  const starting = startDatabase({ dataDir, databaseUrl, log: consoleLog })
  const loading = import('./compose.ts')
  loading.catch(() => undefined)
  const database = await starting
  try {
    const { compose } = await loading
    return await compose(settings, database, consoleLog, certificate)
  } catch (error) {
    await database.stop()
    throw error
  }
}

/**
 * Saves memory at the cost of speed: two people's server is nearly always idle, and by default V8
 * lets the young generation of an idle process grow to tens of megabytes (docs/decisions/0008).
 * It is called before anything large is loaded.
 */
function keepHeapSmall(): void {
  for (const flag of [
    '--optimize-for-size',
    '--min-semi-space-size=1',
    '--max-semi-space-size=1',
  ]) {
    v8.setFlagsFromString(flag)
  }
}
