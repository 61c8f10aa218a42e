import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBackup } from '../../src/server/backup/read-backup.ts'
import { newDataDir } from '../support/first-start.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { eventually } from '../sync/device.ts'
import { elsewhen } from './support/elsewhen.ts'
import { operator } from './support/journal-state.ts'
import { long } from '../support/quick.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tagebuch-nightly-'))
const dataDir = newDataDir({})
const backups = path.join(folder, 'backups')
// Never while this runs: only what is missing is made.
const env = { BACKUP_AT: elsewhen(), BACKUP_DIR: backups, DISK_WARN_MB: '1' }
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ dataDir, env })
})
afterAll(async () => {
  await server.stop()
  for (const made of [folder, dataDir]) rmSync(made, { recursive: true })
})

const health = async () => {
  const answer = await fetch(`${server.url}/healthz?full`)
  return (await answer.json()) as {
    backup: { at: string; ageHours: number } | null
    backupFolderChanged: boolean
  }
}
/** The server's fact about its keeping for this person. */
const lastBackupOf = async (name: 'Jonas' | 'Željka') => {
  const { rest } = await server.client(name)
  const { data } = await rest
    .from('journal')
    .select('backed_up_at,disk_low')
    .single<{ backed_up_at: string | null; disk_low: boolean }>()
  return data
}

/** The marker of the folder, then the backups. */
const inFolder = () =>
  readdirSync(backups).toSorted((one, other) =>
    one.endsWith('.txt') ? -1 : other.endsWith('.txt') ? 1 : one.localeCompare(other),
  )

describe('a server whose journal has no backup yet', () => {
  it('makes one automatically, and tells both people and a monitor when', async () => {
    const jonas = await eventually(
      async () => lastBackupOf('Jonas'),
      (row) => typeof row?.backed_up_at === 'string',
    )
    const [marker, file = '', ...others] = inFolder()
    expect([marker, file, others]).toEqual([
      expect.stringMatching(/^tagebuch-[0-9a-f]{8}-folder\.txt$/),
      expect.stringMatching(/-nightly\.json\.gz$/),
      [],
    ])
    const { header } = await readBackup(path.join(backups, file))
    expect(await lastBackupOf('Željka')).toEqual(jonas)
    expect(jonas?.disk_low).toBe(false)
    const at = (await health()).backup?.at
    expect(at).toBe(header.takenAt)
    expect(new Date(jonas?.backed_up_at ?? 0).toISOString()).toBe(at)
    expect(server.logs()).toContain(`Backup written to ${path.join(backups, file)} (2 accounts, 0`)
  })

  it('remembers at the next start, from the file alone, and makes no other', long, async () => {
    const before = await health()
    await server.stop()
    server = await startTestServer({ dataDir, env })
    const after = await eventually(health, ({ backup }) => backup !== null)
    expect(after.backup?.at).toBe(before.backup?.at)
    expect(inFolder()).toHaveLength(2)
    expect(server.logs()).not.toContain('Backup written')
  })

  it('reports no backup to anyone while backups are off', long, async () => {
    await server.stop()
    server = await startTestServer({ dataDir, env: { ...env, BACKUP_AT: 'off' } })
    await expect.poll(async () => lastBackupOf('Jonas')).toMatchObject({ backed_up_at: null })
    expect((await health()).backup).toBeNull()
  })

  it('warns in the log and in both journals when the disk is nearly full', long, async () => {
    await server.stop()
    server = await startTestServer({ dataDir, env: { ...env, DISK_WARN_MB: '9999999' } })
    await expect.poll(async () => lastBackupOf('Željka')).toMatchObject({ disk_low: true })
    expect(server.logs()).toMatch(/The disk is nearly full: \d+ MB are free\. Make room soon\./)
    expect(await health()).toMatchObject({ disk: { low: true } })
  })

  it('says that another folder is in place of that of last time, and backs up into it', async () => {
    await server.stop()
    const unmounted = `${backups}-unmounted`
    renameSync(backups, unmounted)
    server = await startTestServer({ dataDir, env })
    expect(await eventually(health, ({ backup }) => backup !== null)).toMatchObject({
      backupFolderChanged: true,
    })
    const says =
      /is not the backup folder of last time, because tagebuch-\w{8}-folder\.txt is missing/
    expect(server.logs()).toMatch(says)
    expect(inFolder()).toEqual([expect.stringMatching(/-nightly\.json\.gz$/)])
    const { rest } = await server.client('Jonas')
    await expect
      .poll(async () => (await rest.from('journal').select('backup_folder_changed').single()).data)
      .toMatchObject({ backup_folder_changed: true })
    const doctor = await operator(dataDir, ['doctor'], { ...env, PORT: new URL(server.url).port })
      .ended
    expect([doctor.code, doctor.output]).toEqual([1, expect.stringMatching(says)])

    // The disk is back: the folder of then, with its backup.
    await server.stop()
    rmSync(backups, { recursive: true })
    renameSync(unmounted, backups)
    server = await startTestServer({ dataDir, env })
    expect(await eventually(health, ({ backup }) => backup !== null)).toMatchObject({
      backupFolderChanged: false,
    })
    expect(server.logs()).not.toMatch(says)
  })
})
