import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderOfTest } from '../../../tests/support/folders.ts'
import { openDataDir } from './data-dir.ts'

let folder = ''
let lines: string[] = []
const log = { info: (line: string) => void lines.push(line), error: () => undefined }
const modeOf = (place: string) => (statSync(place).mode & 0o7777).toString(8)

beforeEach(() => {
  lines = []
  folder = folderOfTest()
})

describe.skipIf(process.platform === 'win32')('a data directory that others may write', () => {
  it.each([
    [0o777, '755'],
    [0o775, '755'],
    [0o720, '700'],
    [0o702, '700'],
  ])('of mode %o becomes the owner’s alone, and the log says so', async (mode, left) => {
    chmodSync(folder, mode)
    await openDataDir(folder, log)
    expect(modeOf(folder)).toBe(left)
    expect(lines).toEqual([`Others could write in ${folder}; that right has been taken away.`])
    await openDataDir(folder, log)
    expect(lines).toHaveLength(1)
  })

  it('has no files left that others may write, and follows no link out of it', async () => {
    const outside = path.join(folder, 'outside')
    const dataDir = path.join(folder, 'data')
    for (const made of [outside, dataDir]) mkdirSync(made)
    const keys = path.join(dataDir, 'keys.json')
    writeFileSync(keys, '{}')
    chmodSync(keys, 0o666)
    chmodSync(outside, 0o777)
    symlinkSync(outside, path.join(dataDir, 'backups'))
    await openDataDir(dataDir, log)
    expect([modeOf(keys), modeOf(outside)]).toEqual(['644', '777'])
    expect(lines).toEqual([`Others could write to ${keys}; that right has been taken away.`])
  })

  it('like /tmp is left as it is, and the start says what to do', async () => {
    chmodSync(folder, 0o1777)
    await expect(openDataDir(folder, log)).rejects.toThrow(`"mkdir -m 700 ${folder}/journal"`)
    expect(modeOf(folder)).toBe('1777')
  })

  it('in which only its owner may write keeps the others’ right to read', async () => {
    chmodSync(folder, 0o750)
    await openDataDir(folder, log)
    expect([modeOf(folder), lines]).toEqual(['750', []])
  })
})
