import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { StartupError } from '../settings/startup-error.ts'
import { folderOfTest } from '../../../tests/support/folders.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { processIdentity } from './process-identity.ts'

let dataDir: string

beforeEach(() => {
  dataDir = folderOfTest()
})

/** The lock's own file, and its holder's socket. */
const files = [expect.stringMatching(/^server\.[0-9a-f]{12}\.sock$/), 'server.lock']

const leave = (text: string) => writeFile(path.join(dataDir, 'server.lock'), text)

describe('the lock of a data directory', () => {
  it('is refused to a second server in the same process, and free after its release', async () => {
    const lock = await lockDataDir(dataDir)
    await expect(lockDataDir(dataDir, 0)).rejects.toThrow(StartupError)
    await lock.release()
    expect(await readdir(dataDir)).toEqual([])
    await (await lockDataDir(dataDir)).release()
  })

  it('is refused while the other process lives, and free once it has ended', async () => {
    const other = spawn('sleep', ['60'], { stdio: 'ignore' })
    const pid = other.pid ?? 0
    await leave(JSON.stringify({ pid, identity: await processIdentity(pid) }))
    await expect(lockDataDir(dataDir, 0)).rejects.toThrow(
      `A server is already running on the data directory ${dataDir} (process ${pid}).`,
    )
    expect(await readdir(dataDir)).toEqual(['server.lock'])
    const ended = new Promise((resolve) => other.once('exit', resolve))
    other.kill('SIGKILL')
    await ended
    await (await lockDataDir(dataDir)).release()
  })

  it('is waited for while its holder is ending', async () => {
    const other = spawn('sleep', ['60'], { stdio: 'ignore' })
    const pid = other.pid ?? 0
    await leave(JSON.stringify({ pid, identity: await processIdentity(pid) }))
    const locking = lockDataDir(dataDir, 20_000)
    // Refused once already, when the holder ends.
    await expect(lockDataDir(dataDir, 0)).rejects.toThrow(`process ${pid}`)
    other.kill('SIGKILL')
    await (await locking).release()
  })

  it.each([
    [
      'whose process id another process has by now',
      JSON.stringify({ pid: process.pid, identity: '' }),
    ],
    ['that was cut off while being written', '{"pid":'],
  ])('does not count when it is one %s', async (_, text) => {
    await leave(text)
    await lockDataDir(dataDir)
    await expect(lockDataDir(dataDir, 0)).rejects.toThrow(`process ${process.pid}`)
  })

  it('goes to exactly one of many that find the same stale lock', async () => {
    for (let round = 0; round < 20; round += 1) {
      await leave(`stale ${round}`)
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, () => lockDataDir(dataDir, 0)),
      )
      const winners = results.filter((result) => result.status === 'fulfilled')
      expect(winners).toHaveLength(1)
      expect(await readdir(dataDir)).toEqual(files)
      for (const winner of winners) await winner.value.release()
    }
  })

  it('is refused to a server of another container, to which the holder has no number', async () => {
    const socket = 'server.0123456789ab.sock'
    const listen = `require('net').createServer().listen(process.argv[1], () => console.log('there'))`
    const args = ['-e', listen, path.join(dataDir, socket)]
    const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    await once(holder.stdout, 'data')
    await leave(JSON.stringify({ pid: process.pid, identity: 'elsewhere', socket }))
    await expect(lockDataDir(dataDir, 0)).rejects.toThrow('(in another container)')
    const ended = once(holder, 'exit')
    holder.kill('SIGKILL')
    await ended
    const own = await lockDataDir(dataDir)
    expect(await readdir(dataDir)).toEqual(files)
    await own.release()
    expect(await readdir(dataDir)).toEqual([])
  })

  it('is not released by a holder that lost it', async () => {
    const lock = await lockDataDir(dataDir)
    await leave('someone else')
    await lock.release()
    expect(await readdir(dataDir)).toEqual(['server.lock'])
  })
})
