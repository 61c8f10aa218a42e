import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderOfFile } from '../../../tests/support/folders.ts'
import { isFolderOfLastTime, markerOf, markFolder } from './backup-folder.ts'

const root = folderOfFile()
const [ours, theirs] = ['a'.repeat(32), 'b'.repeat(32)]
let dataDir: string
let folder: string

beforeEach(() => {
  dataDir = mkdtempSync(path.join(root, 'data-'))
  folder = path.join(mkdtempSync(path.join(root, 'disk-')), 'backups')
})

/** As a server does at each start and each minute. */
async function looks(id: string, place = folder): Promise<boolean> {
  await markFolder({ dataDir, folder: place, id })
  return isFolderOfLastTime({ dataDir, folder: place, id })
}

describe('the folder of the backups', () => {
  it('is not that of last time while the marker is missing, and is again with it', async () => {
    expect(await looks(ours)).toBe(true)
    expect(statSync(folder).mode & 0o777, 'it is for its owner alone').toBe(0o700)
    renameSync(folder, `${folder}-unmounted`)
    expect(await looks(ours)).toBe(false)
    expect(existsSync(folder)).toBe(false)
    renameSync(`${folder}-unmounted`, folder)
    expect(await looks(ours)).toBe(true)
    rmSync(markerOf({ folder, id: ours }))
    expect(await looks(ours)).toBe(false)
    writeFileSync(markerOf({ folder, id: ours }), '')
    expect(await looks(ours)).toBe(true)
  })

  it('gets none through a link that another user of the folder made', async () => {
    const theirs = path.join(dataDir, 'a-file-of-ours')
    mkdirSync(folder)
    symlinkSync(theirs, markerOf({ folder, id: ours }))
    await expect(looks(ours)).rejects.toThrow('EEXIST')
    expect(existsSync(theirs)).toBe(false)
    rmSync(markerOf({ folder, id: ours }))
    expect(await looks(ours)).toBe(true)
    // The data directory was made again, and does not know of the marker that lies there.
    rmSync(path.join(dataDir, 'backup-folder'))
    expect(await looks(ours)).toBe(true)
  })

  it('gets a marker for the journal that a restore has brought here', async () => {
    expect(await looks(ours)).toBe(true)
    expect(await looks(theirs)).toBe(true)
    expect(existsSync(markerOf({ folder, id: theirs }))).toBe(true)
  })

  it('is still known after another one was used', async () => {
    expect(await looks(ours)).toBe(true)
    expect(await looks(ours, path.join(dataDir, 'backups'))).toBe(true)
    renameSync(folder, `${folder}-unmounted`)
    expect(await looks(ours)).toBe(false)
  })
})
