import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnvironment } from './environment.ts'
import { parseJournalConfig } from '../../domain/journal-config.ts'
import type { JournalConfig } from '../../domain/journal-config.ts'

/** Everything the server is told by its operator; paths are absolute. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl?: string
  /** True when a reverse proxy sets X-Forwarded-For and X-Forwarded-Proto. */
  readonly trustProxy: boolean
  /** The origins under which the journal is reached (D29); none: this machine and its network. */
  readonly publicUrls: readonly string[]
  readonly journal: JournalConfig
  /** First passwords of the two partners, in the settings' order (D4). */
  readonly firstPasswords: readonly [string | undefined, string | undefined]
}

export type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * Reads environment and settings file (D2 and the operator's contract). Defaults lie in
 * `projectRoot`; a relative path that is given is relative to the current folder.
 * All mistakes of both are returned together, one English line each, without any secret.
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  projectRoot: string,
): SettingsResult {
  const parsed = parseEnvironment(env)
  const given = env['JOURNAL_CONFIG']?.trim()
  const file = given ? path.resolve(given) : path.join(projectRoot, 'journal.config.json')
  const config = readConfigFile(file)
  if (!parsed.ok || !config.ok)
    return {
      ok: false,
      problems: [...(parsed.ok ? [] : parsed.problems), ...(config.ok ? [] : config.problems)],
    }
  const values = parsed.environment
  return {
    ok: true,
    settings: {
      port: values.PORT,
      host: values.HOST ?? '127.0.0.1',
      dataDir: values.DATA_DIR ? path.resolve(values.DATA_DIR) : path.join(projectRoot, 'data'),
      ...(values.DATABASE_URL === undefined ? {} : { databaseUrl: values.DATABASE_URL }),
      trustProxy: values.TRUST_PROXY,
      publicUrls: values.PUBLIC_URL ?? [],
      journal: config.journal,
      firstPasswords: [
        values.JOURNAL_PASSWORD_1 || undefined,
        values.JOURNAL_PASSWORD_2 || undefined,
      ],
    },
  }
}

function readConfigFile(file: string): ReturnType<typeof parseJournalConfig> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return { ok: false, problems: [`${file}: the settings file cannot be read`] }
  }
  const result = parseJournalConfig(text)
  if (result.ok) return result
  return { ok: false, problems: result.problems.map((problem) => `${file}: ${problem}`) }
}
