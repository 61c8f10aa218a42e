import * as v from 'valibot'
import { passwordProblem } from './password-problem.ts'
import { parseClockTime } from '../../domain/journal-day.ts'
import { parsePushHosts } from './push-hosts.ts'

/** An empty variable counts as not set, as in shells' `${PORT:-3000}`. */
const optionalText = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => text.trim() || undefined),
  ),
)

const textOr = (otherwise: string) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text.trim() || otherwise),
  )

const environment = v.object({
  PORT: v.pipe(
    textOr('3000'),
    v.check(
      (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
      'must be a number from 0 to 65535',
    ),
    v.transform(Number),
  ),
  HOST: v.pipe(
    optionalText,
    v.check(
      (host) => host === undefined || /^[A-Za-z0-9.:_%-]{1,255}$/.test(host),
      'must be a host name or an address such as 127.0.0.1',
    ),
  ),
  DATA_DIR: optionalText,
  DATABASE_URL: v.pipe(
    optionalText,
    v.check(
      (url) => url === undefined || (/^postgres(ql)?:\/\/./.test(url) && URL.canParse(url)),
      'must begin with postgres:// or postgresql://',
    ),
  ),
  BACKUP_AT: v.pipe(
    textOr('03:15'),
    v.check(
      (text) => text === 'off' || parseClockTime(text) !== undefined,
      'must be a time such as 03:15, or off',
    ),
    v.transform(parseClockTime),
  ),
  BACKUP_DIR: optionalText,
  DISK_WARN_MB: v.pipe(
    textOr('200'),
    v.check((text) => /^\d{1,7}$/.test(text), 'must be a number of megabytes such as 200'),
    v.transform(Number),
  ),
  PHOTOS_LIMIT_MB: v.pipe(
    optionalText,
    v.check(
      (text) => text === undefined || /^\d{1,7}$/.test(text),
      'must be a number of megabytes such as 2000',
    ),
    v.transform((text) => (text === undefined ? undefined : Number(text))),
  ),
  JOURNAL_CONFIG: optionalText,
  JOURNAL_PASSWORD_1: v.optional(v.string()),
  JOURNAL_PASSWORD_2: v.optional(v.string()),
  PUBLIC_URL: v.pipe(
    optionalText,
    v.transform(publicUrls),
    v.check(
      (urls) => urls !== undefined,
      'must be one address such as https://tagebuch.example, or several with commas between',
    ),
  ),
  PUSH_HOSTS: v.pipe(
    optionalText,
    v.transform((text) => (text === undefined ? [] : parsePushHosts(text))),
    v.check(
      (hosts) => hosts !== undefined,
      'must be names of push services such as updates.push.services.mozilla.com, with commas between',
    ),
  ),
  TLS_CERT: optionalText,
  TLS_KEY: optionalText,
  TRUST_PROXY: v.pipe(
    textOr('0'),
    v.check(
      (text) => ['0', '1', 'true', 'false'].includes(text.toLowerCase()),
      'must be 1 (a reverse proxy in front sets X-Forwarded-For and -Proto) or 0',
    ),
    v.transform((text) => ['1', 'true'].includes(text.toLowerCase())),
  ),
})

export type Environment = v.InferOutput<typeof environment>

export type EnvironmentResult =
  | { readonly ok: true; readonly environment: Environment }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * Reads the operator's variables (README.md "Settings").
 * Each mistake is one English line that names the variable and never repeats its value.
 */
export function parseEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): EnvironmentResult {
  const parsed = v.safeParse(environment, env)
  const problems = parsed.success
    ? []
    : parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'environment'} ${issue.message}`)
  const [cert, key] = [env['TLS_CERT']?.trim(), env['TLS_KEY']?.trim()]
  if (cert && !key)
    problems.push('TLS_KEY must name the private key of the certificate in TLS_CERT')
  if (key && !cert) problems.push('TLS_CERT must name the certificate of the key in TLS_KEY')
  for (const name of ['JOURNAL_PASSWORD_1', 'JOURNAL_PASSWORD_2'] as const) {
    const password = env[name]
    if (password === undefined || password === '') continue
    const problem = passwordProblem(password)
    if (problem !== undefined) problems.push(`${name} ${problem}`)
  }
  return parsed.success && problems.length === 0
    ? { ok: true, environment: parsed.output }
    : { ok: false, problems }
}

/**
 * The origins that `PUBLIC_URL` names, comma-separated (D29); `undefined` if one is no plain `http`
 * or `https` address: a path, a query or user info would have no effect.
 */
function publicUrls(text: string | undefined): readonly string[] | undefined {
  const parts = (text ?? '').split(',').flatMap((part) => part.trim() || [])
  const origins = parts.flatMap((part) => originOf(part) ?? [])
  return origins.length === parts.length ? [...new Set(origins)] : undefined
}

function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { origin, protocol, href } = new URL(text)
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined
}
