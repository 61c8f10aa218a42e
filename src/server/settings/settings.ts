import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { ClockTime } from '../../domain/journal-day.ts'
import { parseEnvironment } from './environment.ts'
import { parseJournalConfig, type JournalConfig } from '../../domain/journal-config.ts'
import { errorCode } from '../error-code.ts'
import { homePathLine } from './home-path.ts'
import { withSecretFiles } from './secret-files.ts'
import { decodeText } from './text-file.ts'

/** Absolute paths of two PEM files: the certificate with its chain, and its private key. */
export interface CertificateFiles {
  readonly cert: string
  readonly key: string
}

/** All of the operator's settings; paths are absolute. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** The files of the journal's own certificate and its key; with them it serves HTTPS alone. */
  readonly tls?: CertificateFiles
  /** True when a reverse proxy sets X-Forwarded-For and X-Forwarded-Proto. */
  readonly trustProxy: boolean
  /** The origins under which the journal is reached (D29); none: this machine and its network. */
  readonly publicUrls: readonly string[]
  /** The hosts of push services that nudges may go to; undefined: those that are built in. */
  readonly pushHosts?: readonly string[]
  /** When the server backs up automatically, in the journal's time zone; undefined if it does not. */
  readonly backupAt?: ClockTime | undefined
  readonly backupDir: string
  /** Fewer free bytes than this on a disk of the journal are a warning. */
  readonly diskLimit: number
  /** The most bytes of all photos; undefined: as many as the disk takes. */
  readonly photosLimit?: number | undefined
  readonly journal: JournalConfig
  /** Lines for the log of the start. */
  readonly notes: readonly string[]
  /** First passwords of the two partners, in the settings' order (D4). */
  readonly firstPasswords: readonly [string | undefined, string | undefined]
}

export type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * Reads environment, secrets in files and settings file (D2 and the operator's contract). Defaults
 * are in `projectRoot`; a given relative path is relative to the current folder. All mistakes of
 * both are returned together, one English line each, without any secret.
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  projectRoot: string,
): SettingsResult {
  const secrets = withSecretFiles(env)
  const parsed = parseEnvironment(secrets.env)
  const given = env['JOURNAL_CONFIG']?.trim()
  const file = given ? path.resolve(given) : path.join(projectRoot, 'journal.config.json')
  const config = readConfigFile(file)
  const homePaths = (['DATA_DIR', 'BACKUP_DIR'] as const).map((name) =>
    homePathLine({ name, given: env[name]?.trim() }),
  )
  const homeProblems = homePaths.flatMap(({ problem }) => problem ?? [])
  if (!parsed.ok || !config.ok || secrets.problems.length + homeProblems.length > 0)
    return {
      ok: false,
      problems: [
        ...secrets.problems,
        ...(parsed.ok ? [] : parsed.problems),
        ...homeProblems,
        ...(config.ok ? [] : config.problems),
      ],
    }
  const values = parsed.environment
  const dataDir = values.DATA_DIR ? path.resolve(values.DATA_DIR) : path.join(projectRoot, 'data')
  return {
    ok: true,
    settings: {
      port: values.PORT,
      host: values.HOST ?? '127.0.0.1',
      dataDir,
      databaseUrl: values.DATABASE_URL,
      ...(values.TLS_CERT === undefined || values.TLS_KEY === undefined
        ? {}
        : { tls: { cert: path.resolve(values.TLS_CERT), key: path.resolve(values.TLS_KEY) } }),
      trustProxy: values.TRUST_PROXY,
      publicUrls: values.PUBLIC_URL ?? [],
      ...(values.PUSH_HOSTS?.length ? { pushHosts: values.PUSH_HOSTS } : {}),
      backupAt: values.BACKUP_AT,
      backupDir: values.BACKUP_DIR
        ? path.resolve(values.BACKUP_DIR)
        : path.join(dataDir, 'backups'),
      diskLimit: values.DISK_WARN_MB * megabyte,
      photosLimit:
        values.PHOTOS_LIMIT_MB === undefined ? undefined : values.PHOTOS_LIMIT_MB * megabyte,
      journal: config.journal,
      notes: homePaths.flatMap(({ note }) => note ?? []),
      firstPasswords: [
        values.JOURNAL_PASSWORD_1 || undefined,
        values.JOURNAL_PASSWORD_2 || undefined,
      ],
    },
  }
}

const megabyte = 1_000_000

/** In bytes. */
const largestConfig = megabyte

function readConfigFile(file: string): ReturnType<typeof parseJournalConfig> {
  const problem = (line: string) => ({ ok: false, problems: [`${file}: ${line}`] }) as const
  let text: string | undefined
  try {
    if (statSync(file).size > largestConfig)
      return problem('the settings file is larger than 1 MB, so it is another file')
    text = decodeText(readFileSync(file))
  } catch (error) {
    return problem(unreadable(errorCode(error)))
  }
  if (text === undefined) return problem('the settings file must be text; save it as UTF-8')
  const result = parseJournalConfig(text)
  if (result.ok) return result
  return { ok: false, problems: result.problems.map((problem) => `${file}: ${problem}`) }
}

function unreadable(code = 'unknown'): string {
  if (code === 'EISDIR')
    return 'the settings file is a folder; Docker makes one where the file to mount is missing, so remove the folder and put the file there'
  if (code === 'ENOENT')
    return 'the settings file cannot be read, because it is not there; put it there or name another in JOURNAL_CONFIG'
  return `the settings file cannot be read (${code}); let the journal's user read it`
}
