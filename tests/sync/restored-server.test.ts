import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId, type EntryId } from '../../src/domain/ids.ts'
import { readBackup } from '../../src/server/backup/read-backup.ts'
import { restoreBackup } from '../../src/server/backup/restore-backup.ts'
import { writeBackup } from '../../src/server/backup/write-backup.ts'
import { lostItemsOf } from '../../src/web/replica/questions/lost.ts'
import { addPhotos } from '../../src/web/replica/test-photos.ts'
import { folderOfTest } from '../support/folders.ts'
import { people, startTestServer, type PersonName, type TestServer } from '../support/server.ts'
import { long } from '../support/quick.ts'
import { sampleJournal } from '../support/sample-settings.ts'
import {
  eventually,
  fair,
  note,
  offline,
  openDevice,
  settled,
  shown,
  texts,
  type Device,
} from './device.ts'
import { photosAre, photosOn, storedPhotos } from './device-photos.ts'

let server: TestServer
let jonas: Device
let zeljka: Device

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.emptyJournal()
  jonas = await open('Jonas')
  zeljka = await open('Željka')
})
afterEach(async () => {
  await Promise.all([jonas.close(), zeljka.close()])
})

async function open(name: PersonName): Promise<Device> {
  const device = await openDevice(server, name, { realtime: false, freshSession: true })
  await settled(device)
  return device
}

async function backUp(): Promise<string> {
  const file = path.join(folderOfTest(), 'backup.json.gz')
  await writeBackup(server.pool(), file, new Date(), { settings: sampleJournal })
  return file
}

/** Every device has to sign in again. */
async function restore(file: string, ...devices: readonly Device[]): Promise<void> {
  await restoreBackup(server.pool(), file, await readBackup(file))
  for (const device of devices) await signInAgain(device)
}

async function signInAgain(device: Device): Promise<void> {
  const name = device.id === zeljka.id ? 'Željka' : 'Jonas'
  const { identifier, password } = people[name]
  expect((await device.backend.signIn(identifier, password)).ok).toBe(true)
  device.session.wake()
}

async function write(device: Device, content: string, more = {}): Promise<EntryId> {
  const id = device.journal.createEntry(note(content, more))
  device.session.wake()
  await settled(device)
  return id
}

/** Everything is sent, and this is the state that the device is in. */
async function synced(device: Device): Promise<void> {
  device.session.wake()
  await settled(device)
}

async function sees(device: Device, contents: readonly string[]): Promise<void> {
  await eventually(
    async () => {
      device.session.wake()
      const status = device.journal.status()
      return { found: (await texts(device.journal)).toSorted(), status }
    },
    ({ found }) => JSON.stringify(found) === JSON.stringify(contents.toSorted()),
  )
}

const itemsOf = (device: Device) =>
  lostItemsOf(device.session.state(), device.journal.rows, Date.now())
const lostTexts = (device: Device) =>
  itemsOf(device)
    .map(({ text, state }) => `${text} ${state}`)
    .toSorted()

async function asks(device: Device, wanted: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      device.session.wake()
      return lostTexts(device)
    })
    .toEqual(wanted.toSorted())
}

const addAll = (device: Device) =>
  device.session.lost.add(new Set(itemsOf(device).map(({ key }) => key)))

const stored = async () =>
  server.sql()<{ id: string; content: string; at: string; isPrivate: boolean }[]>`
    select id::text, content, created_at::text as at, is_private as "isPrivate"
    from public.entries order by content`

describe('a restore', () => {
  it('takes nothing that both have written since: each is asked, and what is added is as it was', async () => {
    await write(jonas, 'davor')
    await sees(zeljka, ['davor'])
    const file = await backUp()
    const hers = await write(zeljka, 'ihr Eintrag')
    const his = await write(jonas, 'sein Eintrag', { isPrivate: true })
    await sees(jonas, ['davor', 'ihr Eintrag', 'sein Eintrag'])
    jonas.journal.write({ action: 'create-reply', entryId: hers, content: 'seine Antwort' })
    jonas.journal.write({ action: 'add-reaction', entryId: hers, emoji: '🔥' })
    jonas.journal.write({ action: 'toggle-completed', entryId: his, completed: true })
    await synced(jonas)
    await expect
      .poll(async () => {
        zeljka.session.wake()
        return zeljka.journal.rows.of('replies', hers)
      })
      .toHaveLength(1)
    const before = await stored()
    await restore(file, jonas, zeljka)
    await asks(jonas, ['sein Eintrag ready', 'seine Antwort waiting', '🔥 waiting'])
    await asks(zeljka, ['ihr Eintrag ready'])
    expect(await texts(jonas.journal)).toEqual(['davor'])
    addAll(jonas)
    await synced(jonas)
    expect(lostTexts(jonas)).toEqual(['seine Antwort wanted', '🔥 wanted'])
    // A page that is opened again still waits.
    await jonas.reload()
    addAll(zeljka)
    await synced(zeljka)
    await sees(jonas, ['davor', 'ihr Eintrag', 'sein Eintrag'])
    await asks(jonas, [])
    await synced(jonas)
    expect(await stored()).toEqual(before)
    await eventually(
      async () => {
        zeljka.session.wake()
        const { rows } = zeljka.journal
        return [rows.of('replies', hers).length, rows.of('reactions', hers).length]
      },
      ([replies, reactions]) => replies === 1 && reactions === 1,
    )
    expect((await jonas.journal.entry(his))?.completed).toBe(true)
    expect(jonas.journal.refusals()).toEqual([])
  })

  it('makes private again what was made private since, before anything is asked', async () => {
    const id = await write(jonas, 'erst geteilt')
    await sees(zeljka, ['erst geteilt'])
    const file = await backUp()
    jonas.journal.write({
      action: 'edit-entry',
      entryId: id,
      edit: note('erst geteilt', { isPrivate: true }),
    })
    await synced(jonas)
    await sees(zeljka, [])
    await restore(file, zeljka)
    // Her device knows that he took it back.
    await shown(
      zeljka,
      ({ journal }) => journal?.restoredTo,
      (at) => at !== null,
    )
    await sees(zeljka, [])
    await signInAgain(jonas)
    await eventually(stored, ([entry]) => entry?.isPrivate === true)
    await sees(zeljka, [])
    await asks(jonas, [])
  })
})

describe('a restore, in rarer cases', long, () => {
  it('offers a newer text as an edit that has met another', async () => {
    const id = await write(jonas, 'alter Text')
    const idea = await write(jonas, 'unsere Idee', { category: 'ideen' })
    await sees(zeljka, ['alter Text', 'unsere Idee'])
    const file = await backUp()
    jonas.journal.write({ action: 'edit-entry', entryId: id, edit: note('neuer Text') })
    await synced(jonas)
    zeljka.journal.write({
      action: 'edit-entry',
      entryId: idea,
      edit: note('unsere bessere Idee', { category: 'ideen' }),
    })
    await synced(zeljka)
    await sees(jonas, ['neuer Text', 'unsere bessere Idee'])
    await restore(file, jonas, zeljka)
    await asks(jonas, ['neuer Text ready'])
    await asks(zeljka, ['unsere bessere Idee ready'])
    addAll(zeljka)
    expect(zeljka.journal.refusals()).toMatchObject([
      { action: 'edit-entry', reason: 'stale', keptText: 'unsere bessere Idee' },
    ])
    expect(zeljka.session.state().draftCount).toBe(1)
  })

  it('is the same for a second device of one person and for one that was offline, each asked once', async () => {
    const file = await backUp()
    const second = await open('Jonas')
    await write(jonas, 'auf beiden Geräten')
    await sees(second, ['auf beiden Geräten'])
    second.setNetwork(offline)
    await restore(file, jonas, zeljka)
    await asks(jonas, ['auf beiden Geräten ready'])
    await write(zeljka, 'einen Tag später')
    addAll(jonas)
    await synced(jonas)
    second.setNetwork(fair)
    await signInAgain(second)
    await sees(second, ['auf beiden Geräten', 'einen Tag später'])
    await asks(second, [])
    expect(await stored()).toHaveLength(2)
    await second.close()
  })

  it('that comes twice keeps what was not answered, and a device that comes late keeps its own', async () => {
    const file = await backUp()
    await write(jonas, 'vor der ersten')
    await restore(file, jonas, zeljka)
    await asks(jonas, ['vor der ersten ready'])
    await write(jonas, 'zwischen beiden')
    await restore(file, jonas, zeljka)
    await asks(jonas, ['vor der ersten ready', 'zwischen beiden ready'])
    addAll(jonas)
    // Pressed twice: nothing is there twice.
    addAll(jonas)
    await synced(jonas)
    await sees(zeljka, ['vor der ersten', 'zwischen beiden'])
    await asks(jonas, [])
  })

  it('brings back what was deleted since, and asks nothing of that', async () => {
    const id = await write(jonas, 'gelöscht')
    await sees(zeljka, ['gelöscht'])
    const file = await backUp()
    await server.sql()`delete from public.entries where id = ${id}`
    await sees(jonas, [])
    await restore(file, jonas, zeljka)
    await sees(jonas, ['gelöscht'])
    await asks(jonas, [])
  })

  it('asks about a photo that was added since, and takes it as it was, with its pictures', async () => {
    const id = await write(jonas, 'am Meer')
    await sees(zeljka, ['am Meer'])
    const file = await backUp()
    addPhotos(jonas.journal, id, await photosOn(jonas, 'Wellen'))
    await photosAre(['Wellen'], id, zeljka, [jonas, zeljka])
    const before = await storedPhotos(server.sql())
    await restore(file, jonas, zeljka)
    await photosAre([], id, zeljka, [jonas, zeljka])
    await asks(jonas, ['undefined ready'])
    addAll(jonas)
    await photosAre(['Wellen'], id, zeljka, [jonas, zeljka])
    expect(await storedPhotos(server.sql())).toEqual(before)
    await asks(jonas, [])
  })

  it('takes from the partner the photos of an entry that was made private since', async () => {
    const id = await write(jonas, 'am See')
    addPhotos(jonas.journal, id, await photosOn(jonas, 'Ufer'))
    await photosAre(['Ufer'], id, zeljka, [jonas, zeljka])
    const [photo] = zeljka.journal.rows.of('photos', id)
    const file = await backUp()
    const edit = note('am See', { isPrivate: true })
    jonas.journal.write({ action: 'edit-entry', entryId: id, edit })
    await synced(jonas)
    await restore(file, jonas, zeljka)
    await sees(zeljka, [])
    expect(zeljka.journal.rows.of('photos', id)).toEqual([])
    expect(await zeljka.journal.pictures.read(photo?.id ?? newId(), 'full')).toBe('gone')
    await photosAre(['Ufer'], id, jonas, [jonas, zeljka])
    expect(await server.sql()`select only_for::text as "onlyFor" from public.photos`).toEqual([
      { onlyFor: jonas.id },
    ])
  })
})
