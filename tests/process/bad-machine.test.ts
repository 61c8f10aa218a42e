import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { pem, pemFile } from '../support/certificates.ts'
import { folderOfFile } from '../support/folders.ts'
import { lineOf } from './support/failed-start.ts'
import { long } from '../support/quick.ts'

/** The user `nobody` of every Unix; tests that run as root use it. */
const uid = 65_534
const isRoot = process.platform === 'linux' && process.getuid?.() === 0
const readable = (file: string) => spawnSync('test', ['-r', file], { uid, gid: uid }).status === 0
const canPlayNobody = isRoot && readable(fileURLToPath(import.meta.url))
const reserved = '/proc/sys/net/ipv4/ip_unprivileged_port_start'
const folder = folderOfFile()
beforeAll(() => chmodSync(folder, 0o777))

function made(name: string, mode: number): string {
  const made = path.join(folder, name)
  mkdirSync(made)
  chmodSync(made, mode)
  return made
}

describe('a start ends with one line that says what to do', () => {
  it('if the settings file was mounted as a folder', long, async () => {
    const env = { JOURNAL_CONFIG: made('journal.config.json', 0o755) }
    expect(await lineOf({ env })).toMatch(/journal\.config\.json: the settings file is a folder; /)
  })

  it('if the certificate is only half written, and nothing is touched', async () => {
    const cert = path.join(folder, 'half.pem')
    writeFileSync(cert, pem('first-chain').slice(0, 400))
    const dataDir = path.join(folder, 'untouched')
    const env = { TLS_CERT: cert, TLS_KEY: pemFile('first-key') }
    expect(await lineOf({ dataDir, env })).toMatch(/^TLS_CERT holds no whole certificate/)
    expect(spawnSync('test', ['-e', dataDir]).status).toBe(1)
  })

  it('if a secret’s file is a folder', async () => {
    const env = { JOURNAL_PASSWORD_1: '', JOURNAL_PASSWORD_1_FILE: folder }
    expect(await lineOf({ env })).toBe(
      'JOURNAL_PASSWORD_1_FILE must name a file, and this is a folder',
    )
  })

  it.runIf(canPlayNobody)('where the volume or the database belongs to another user', async () => {
    const own = `run it as user 0, or give the folder away with "chown -R ${uid} `
    const theirs = made('theirs', 0o755)
    expect(await lineOf({ dataDir: theirs, uid })).toContain(own)
    const below = path.join(theirs, 'journal')
    expect(await lineOf({ dataDir: below, uid })).toContain(
      `${theirs} belongs to user 0; make ${below} yourself and give it to user ${uid}`,
    )
    const shared = made('shared', 0o777)
    mkdirSync(path.join(shared, 'cluster'))
    expect(await lineOf({ dataDir: shared, uid })).toContain(own)
  })

  it.runIf(canPlayNobody)('where others may write in a volume of another user', async () => {
    const open = made('open', 0o777)
    expect(await lineOf({ dataDir: open, uid })).toContain(
      `take that right away with "chown ${uid} ${open} && chmod go-w ${open}"`,
    )
  })

  it.runIf(canPlayNobody && Number(readFileSync(reserved, 'utf8')) > 80)(
    'where the port needs a right that the user has not',
    long,
    async () => {
      const dataDir = made('port', 0o700)
      chownSync(dataDir, uid, uid)
      const line = await lineOf({ dataDir, uid, env: { PORT: '80' } })
      expect(line).toMatch(/may not listen on PORT 80; choose one above 1023, or grant the right/)
    },
  )
})
