import { consoleLog } from '../../log.ts'
import type { Settings } from '../../settings/settings.ts'
import { checkAddresses } from './check-address.ts'
import { checkDatabase } from './check-database.ts'
import { checkFiles } from './check-files.ts'
import { ok } from './finding.ts'

/**
 * `doctor`: one line per check, beside a running server or without one, changing nothing. Returns
 * the exit code: 1 if anything is wrong, 0 if there are only warnings or none.
 */
export async function doctorCommand(settings: Settings): Promise<number> {
  // If the settings cannot be read, the command ends before this and prints their mistakes.
  const findings = [
    ok('settings', 'they can be read'),
    ...(await checkFiles(settings, new Date())),
    ...(await checkDatabase(settings)),
    ...(await checkAddresses(settings)),
  ]
  for (const { about, state, says } of findings)
    consoleLog.info(`${state.padEnd(8)} ${about}: ${says}`)
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0
}
