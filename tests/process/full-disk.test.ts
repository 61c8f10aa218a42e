import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { contentLimit } from '../../src/domain/limits.ts'
import { folderOfTest } from '../support/folders.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { noSmallDisk, smallDisk, type SmallDisk } from '../support/small-disk.ts'
import { eventually, note, openDevice, settled, texts } from '../sync/device.ts'
import { long } from '../support/quick.ts'

let disk: SmallDisk
let server: TestServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
  disk.remove()
})

const startOn = async ({ folder }: SmallDisk) =>
  startTestServer({ dataDir: path.join(folder, 'data'), env: { DISK_WARN_MB: '0' } })
const linesOf = (started: TestServer) => started.logs().trim().split('\n')
/** The files of the folder besides the one that marks it. */
const backupsIn = ({ folder }: SmallDisk) =>
  readdirSync(folder).filter((name) => !name.endsWith('-folder.txt'))
const stored = async (started: TestServer) => {
  const rows = await started.sql()<{ content: string }[]>`
    select content from public.entries order by content`
  return rows.map(({ content }) => content)
}

describe.skipIf(noSmallDisk !== undefined)(`a full disk ${noSmallDisk ?? ''}`, () => {
  it('of the backups: one line, no draft, and the next one works', long, async () => {
    const dataDir = folderOfTest()
    disk = smallDisk(1)
    disk.fill()
    const env = { BACKUP_AT: '03:15', BACKUP_DIR: disk.folder, DISK_WARN_MB: '0' }
    server = await startTestServer({ dataDir, env })
    const failed = await eventually(
      async () => linesOf(server as TestServer),
      (lines) => lines.length > 1,
    )
    expect(failed.slice(1)).toEqual([expect.stringMatching(/cannot be written \(ENOSPC\)\.$/)])
    expect(backupsIn(disk)).toEqual(['filler'])
    const { rest } = await server.client('Jonas')
    expect((await rest.from('journal').select('backed_up_at')).data).toEqual([
      { backed_up_at: null },
    ])
    disk.freeSpace()
    await server.stop()
    server = await startTestServer({ dataDir, env })
    await eventually(
      async () => linesOf(server as TestServer),
      (lines) => lines.some((line) => line.startsWith('Backup written')),
    )
    expect(backupsIn(disk)).toEqual([expect.stringMatching(/\.json\.gz$/)])
  })

  it(
    'of the journal: what is written stays on the device, reading goes on, room ends it',
    long,
    async () => {
      disk = smallDisk(110)
      server = await startOn(disk)
      const jonas = await openDevice(server, 'Jonas')
      jonas.journal.createEntry(note('vorher'))
      await settled(jonas)
      disk.fill()
      const filled = performance.now()
      // Only a file that has to grow finds the disk full: texts that fill more than a page.
      const written = Array.from({ length: 60 }, (_, n) => `${n} ${'ž'.repeat(280)}`)
      for (const text of written) jonas.journal.createEntry(note(text))
      await expect.poll(async () => jonas.session.connection()).toBe('full')
      expect(jonas.journal.status().parked).toEqual([])
      expect(await texts(jonas.journal)).toHaveLength(61)
      const signedIn = await server.client('Jonas')
      const { rest, id } = signedIn
      const token = await signedIn.accessToken()
      // Each read that the database answers ends an outage, and each write begins another.
      const row = { user_id: id, category: 'gedanken', content: 'ž'.repeat(contentLimit) }
      for (let turn = 0; turn < 10; turn += 1) {
        expect((await rest.from('entries').select('id').limit(1)).status).toBe(200)
        const headers = {
          'content-type': 'application/json',
          apikey: server.anonKey,
          authorization: `Bearer ${token}`,
        }
        const answer = await fetch(`${server.url}/rest/v1/entries`, {
          method: 'POST',
          headers,
          body: JSON.stringify(row),
        })
        expect(answer.status).toBe(503)
      }
      // A line a minute, however long this took.
      const minutes = Math.floor((performance.now() - filled) / 60_000)
      const refused = linesOf(server).filter((line) => line === 'A request failed [53100]')
      expect(refused.length).toBeGreaterThan(0)
      expect(refused.length).toBeLessThanOrEqual(minutes + 1)
      disk.freeSpace()
      await settled(jonas)
      expect(jonas.session.connection()).toBe('online')
      expect(await stored(server)).toEqual(['vorher', ...written].toSorted())
      await jonas.close()
    },
  )

  it(
    'that ends the database: one line, the same word to the devices, and it comes back by itself',
    long,
    async () => {
      disk = smallDisk(110)
      server = await startOn(disk)
      const jonas = await openDevice(server, 'Jonas')
      jonas.journal.createEntry(note('vorher'))
      await settled(jonas)
      const signedIn = await server.client('Jonas')
      const token = await signedIn.accessToken()
      const headers = { apikey: server.anonKey, authorization: `Bearer ${token}` }
      const { url } = server
      disk.fill()
      // The next file of the log cannot be begun, which ends PostgreSQL.
      for (let turn = 0; turn < 3; turn += 1) {
        await server.sql()`select pg_switch_wal()`.catch(() => undefined)
        await server.sql()`update public.profiles set name = name`.catch(() => undefined)
      }
      const answer = async () => {
        // Not by the client, which tries a 503 again for 7 s.
        const said = await fetch(`${url}/rest/v1/entries?select=id`, { headers })
        return `${said.status} ${/"code":"(\w+)"/.exec(await said.text())?.[1] ?? ''}`
      }
      await eventually(answer, (said) => said === '503 53100')
      jonas.journal.createEntry(note('währenddessen'))
      for (let n = 0; n < 20; n += 1) expect(await answer()).toBe('503 53100')
      await expect.poll(async () => jonas.session.connection()).toBe('full')
      expect(jonas.journal.status().parked).toEqual([])
      disk.freeSpace()
      await settled(jonas, 60_000)
      expect(await stored(server)).toEqual(['vorher', 'währenddessen'])
      const lines = linesOf(server)
      expect(lines.filter((line) => line.includes('ended unexpectedly'))).toHaveLength(1)
      expect(lines.filter((line) => line.startsWith('A request failed'))).toHaveLength(1)
      expect(lines.length).toBeLessThan(8)
      await jonas.close()
    },
  )
})
