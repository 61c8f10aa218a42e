import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { folderOfFile } from '../../../tests/support/folders.ts'
import { homePathLine } from './home-path.ts'
import { readSettings } from './settings.ts'

const root = folderOfFile()
beforeAll(() => void vi.spyOn(process, 'cwd').mockReturnValue(root))
afterAll(() => vi.restoreAllMocks())

describe('a folder whose path begins with ~', () => {
  it.each(['~/tagebuch', '~'])('is refused as %s, which only a shell replaces', (given) => {
    expect(homePathLine({ name: 'DATA_DIR', given })).toEqual({
      problem: expect.stringMatching(/^DATA_DIR begins with ~, .*write the whole path$/),
    })
  })

  it.each([undefined, '', '/srv/~/tagebuch', 'data', '~tagebuch'])(
    'is not meant by %s',
    (given) => {
      expect(homePathLine({ name: 'BACKUP_DIR', given })).toEqual({})
    },
  )

  it('is used where a journal or its backups lie in it already, with a line for the log', () => {
    mkdirSync(path.join(root, '~', 'data'), { recursive: true })
    writeFileSync(path.join(root, '~', 'data', 'database-password'), '')
    mkdirSync(path.join(root, '~', 'backups'), { recursive: true })
    writeFileSync(path.join(root, '~', 'backups', 'tagebuch-2026-11-20-183000-nightly.json.gz'), '')
    for (const [name, given] of [
      ['DATA_DIR', '~/data'],
      ['BACKUP_DIR', '~/backups'],
    ] as const)
      expect(homePathLine({ name, given })).toEqual({
        note: expect.stringMatching(/used as before\.$/),
      })
    const config = fileURLToPath(new URL('../../../journal.config.json', import.meta.url))
    const env = { DATA_DIR: '~/data', BACKUP_DIR: '~/backups', JOURNAL_CONFIG: config }
    expect(readSettings(env, root)).toMatchObject({
      ok: true,
      settings: {
        notes: [
          expect.stringMatching(/^DATA_DIR .*used as before\.$/),
          expect.stringMatching(/^BACKUP_DIR .*used as before\.$/),
        ],
      },
    })
  })

  it('stops the start, each in a line of its own', () => {
    const read = readSettings({ DATA_DIR: ' ~/neu', BACKUP_DIR: '~/kopien' }, root)
    expect(read).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([
        expect.stringMatching(/^DATA_DIR begins with ~/),
        expect.stringMatching(/^BACKUP_DIR begins with ~/),
      ]),
    })
  })
})
