import { statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { newDataDir } from '../support/first-start.ts'
import { photoArguments } from '../support/photos.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { noSmallDisk, smallDisk, type SmallDisk } from '../support/small-disk.ts'
import { elsewhen } from './support/elsewhen.ts'

const megabyte = 1_000_000
/** `DISK_WARN_MB`. */
const warnBelow = 40

let disk: SmallDisk
let server: TestServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
  disk.remove()
})

/** Takes what is more than these megabytes of the room that is left. */
function leave(megabytes: number): void {
  const { bavail, bsize } = statfsSync(disk.folder)
  const taken = Math.floor(bavail * bsize - megabytes * megabyte)
  writeFileSync(path.join(disk.folder, 'filler'), Buffer.alloc(taken))
}

describe.skipIf(noSmallDisk !== undefined)(`a disk ${noSmallDisk ?? ''}`, () => {
  it('of the backups with less than twice what a warning needs takes texts and no photos, with those that the next backup writes', async () => {
    const dataDir = newDataDir({})
    disk = smallDisk(100)
    const env = { BACKUP_AT: elsewhen(), BACKUP_DIR: disk.folder, DISK_WARN_MB: String(warnBelow) }
    server = await startTestServer({ dataDir, env })
    const started = server
    await expect.poll(async () => started.logs()).toContain('Backup written')
    const { id: me, rest } = await server.client('Jonas')
    const entry = crypto.randomUUID()
    const text = { id: entry, user_id: me, category: 'gedanken', content: 'Am See' }
    expect((await rest.from('entries').insert(text)).error).toBeNull()
    const add = async () => (await rest.rpc('add_photo', photoArguments(entry))).error?.code
    expect(await add()).toBeUndefined()
    leave(2 * warnBelow - 1)
    expect(await add()).toBe('PH002')
    expect((await rest.from('entries').update({ content: 'Am Meer' }).eq('id', entry)).status).toBe(
      204,
    )
    const health = await fetch(`${server.url}/healthz?full`)
    expect(await health.json()).toMatchObject({ disk: { low: false } })
    disk.freeSpace()
    expect(await add()).toBeUndefined()
    // As if it were larger, and had been written long before it was sent.
    await server.sql()`
      update photos set bytes = ${70 * megabyte}, created_at = created_at - interval '3 days' where position = 0`
    await server.stop()
    server = await startTestServer({ dataDir, env })
    const again = server
    await expect
      .poll(async () => again.logs())
      .toContain('MB are free beside the new photos of the next backup')
    const later = await server.client('Jonas')
    const refused = await later.rest.rpc('add_photo', photoArguments(entry))
    expect(refused.error?.code).toBe('PH002')
  })
})
