import { startDatabase } from './database/database.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings/settings.ts'
import { firstCertificate } from './tls/renewal.ts'

/**
 * Starts the database and, while it starts in its own process, loads the code that needs it, which
 * takes longer. Throws a `StartupError` for what the operator can correct, and then stops the
 * database.
 */
export async function startServer(settings: Settings, log: Log) {
  const certificate = settings.tls && (await firstCertificate(settings.tls, log))
  const { dataDir, databaseUrl } = settings
  const starting = startDatabase({ dataDir, databaseUrl, log })
  const loading = import('./compose.ts')
  loading.catch(() => undefined)
  const database = await starting
  try {
    const { compose } = await loading
    return await compose(settings, database, log, certificate)
  } catch (error) {
    await database.stop()
    throw error
  }
}
