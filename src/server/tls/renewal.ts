import type { Server } from 'node:tls'
import type { Log } from '../log.ts'
import type { CertificateFiles } from '../settings/settings.ts'
import { StartupError } from '../settings/startup-error.ts'
import { judge, readFiles, warningOf, type Certificate, type Read } from './certificate.ts'

/** How often both files are read, in milliseconds. */
const checkEvery = 5_000

export interface RenewalOptions {
  readonly log: Log
  readonly checkEvery?: number
  readonly now?: () => number
}

/** The certificate of a start. Throws a `StartupError` if there is none; logs an expired one. */
export async function firstCertificate(
  files: CertificateFiles,
  log: Log,
  now = Date.now(),
): Promise<Certificate> {
  const certificate = judge(...(await readFiles(files)))
  if (typeof certificate === 'string') throw new StartupError(`${certificate}.`)
  warn(certificate, now, log)
  return certificate
}

/**
 * Serves new connections with the files' new content; open ones keep theirs. If that cannot be
 * served, one line says so, and the old certificate stays. The files are polled, because file
 * system events miss changed symbolic links (certbot, Kubernetes). Content counts when it is read
 * twice alike: the two files are written one after the other.
 */
export function followRenewals(
  server: Server,
  files: CertificateFiles,
  first: Certificate,
  options: RenewalOptions,
): { stop(): void } {
  const { log, now = Date.now } = options
  let served = first
  let hasWarned = warningOf(first, now()) !== undefined
  let judged = same({ text: first.cert }, { text: first.key })
  let seen = judged
  let checking = false

  async function check(): Promise<void> {
    const [cert, key] = await readFiles(files)
    const found = same(cert, key)
    const settled = found === seen
    seen = found
    if (settled && found !== judged) {
      judged = found
      take(cert, key)
    }
    if (hasWarned || warningOf(served, now()) === undefined) return
    hasWarned = true
    warn(served, now(), log)
  }

  function take(cert: Read, key: Read): void {
    const certificate = judge(cert, key)
    if (typeof certificate === 'string')
      return log.error(
        `The renewed certificate is not used: ${certificate}; the old one is served.`,
      )
    if (certificate.cert === served.cert && certificate.key === served.key) return
    server.setSecureContext({ cert: certificate.cert, key: certificate.key })
    served = certificate
    hasWarned = false
    log.info('The renewed certificate is served.')
  }

  const timer = setInterval(() => {
    if (checking) return
    checking = true
    void check().finally(() => (checking = false))
  }, options.checkEvery ?? checkEvery)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

function warn(certificate: Certificate, now: number, log: Log): void {
  const warning = warningOf(certificate, now)
  if (warning !== undefined) log.error(`${warning}.`)
}

/** Both files' content as one comparable text. */
const same = (...reads: readonly Read[]) => JSON.stringify(reads)
