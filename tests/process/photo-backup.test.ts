import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../support/server.ts'
import { storedDigests, storePhotos } from '../support/stored-photos.ts'
import { bench, withBackupBench } from './support/backup-bench.ts'
import { journalState, operator } from './support/journal-state.ts'

withBackupBench()
beforeAll(async () => storePhotos(bench.server.sql(), [1, 2, 3, 4, 5, 6]))

describe('the photos of a backup', () => {
  it('come with a file to another machine; what is missing is named and asked for', async () => {
    const file = await bench.backup('journal.json.gz')
    const saved = await journalState(bench.server.sql())
    const [gone = ''] = readdirSync(bench.file('journal-photos'))
    const picture = path.join(bench.file('journal-photos'), gone)
    renameSync(picture, bench.file('aside'))
    const moved = bench.file('moved')
    const restore = async (...words: string[]) =>
      operator(moved, ['restore', file, '--yes', ...words]).ended
    const refused = await restore()
    expect(refused.code).toBe(1)
    expect(refused.output).toMatch(
      new RegExp(
        `1 picture of 1 photo is missing or damaged in .*\\n  ${gone} \\((preview|full), photo `,
      ),
    )
    expect(refused.output).toContain('confirm with --without-missing-photos')
    expect(existsSync(moved)).toBe(false)

    expect(await restore('--without-missing-photos')).toMatchObject({ code: 0 })
    renameSync(bench.file('aside'), picture)
    expect(await restore()).toMatchObject({ code: 0 })
    // What the second one replaced had one picture less.
    const kept = readdirSync(path.join(moved, 'backups')).find((name) => name.startsWith('photos-'))
    expect(readdirSync(path.join(moved, 'backups', kept ?? ''))).toHaveLength(11)
    const other = await startTestServer({ dataDir: moved, env: { PHOTOS_LIMIT_MB: '5' } })
    try {
      expect((await journalState(other.sql())).tables).toEqual(saved.tables)
      const room = await other.sql()`select most_bytes::int as most from private.photo_room`
      expect(room).toEqual([{ most: 5_000_000 }])
    } finally {
      await other.stop()
    }
  })

  it('are written before the backup: of one that is killed between both the next one goes on', async () => {
    const backups = path.join(bench.dataDir, 'backups')
    const folder = () => readdirSync(backups).find((name) => name.startsWith('photos-')) ?? ''
    const pictures = () =>
      existsSync(backups) && folder() !== '' ? readdirSync(path.join(backups, folder())) : []
    const digests = await storedDigests(bench.server.sql())
    await bench.server.sql().transaction(async (transaction) => {
      // The rows wait for this table when the pictures are written.
      await transaction`lock table public.entries in access exclusive mode`
      const killed = operator(bench.dataDir, ['backup'])
      await expect.poll(async () => pictures().toSorted()).toEqual(digests)
      killed.process.kill('SIGKILL')
      await killed.ended
    })
    expect(readdirSync(backups).filter((name) => name.endsWith('.gz'))).toEqual([])
    const inodes = () => pictures().map((name) => statSync(path.join(backups, folder(), name)).ino)
    const before = inodes()
    expect(await bench.run(['backup'])).toMatchObject({ code: 0 })
    expect(inodes()).toEqual(before)
  })

  it('are counted by the doctor, which names what backups lack', async () => {
    const backups = path.join(bench.dataDir, 'backups')
    const folder = readdirSync(backups).find((name) => name.startsWith('photos-')) ?? ''
    const [gone = ''] = readdirSync(path.join(backups, folder))
    rmSync(path.join(backups, folder, gone))
    const port = new URL(bench.server.url).port
    const { output } = await bench.run(['doctor'], { PORT: port, PHOTOS_LIMIT_MB: '0' })
    expect(output).toMatch(
      /^warning +photos: 6 photos with 0 MB of 0 \(PHOTOS_LIMIT_MB\), \d+ MB of/m,
    )
    expect(output).toMatch(
      new RegExp(`^warning +backups: pictures that .* missing or damaged in .*: ${gone};`, 'm'),
    )
  })
})
