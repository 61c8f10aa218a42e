import { describe, expect, it } from 'vitest'
import type { EntryId, PhotoId } from '../../src/domain/ids.ts'
import { shownPhotosOf } from '../../src/web/replica/questions/shown-photos.ts'
import { addPhotos } from '../../src/web/replica/test-photos.ts'
import { eventually, fair, note, settled, type Device, type Fate, type Network } from './device.ts'
import { photosOn, pictures } from './device-photos.ts'
import { jonas, server, withBoth, zeljka } from './two-people.ts'

withBoth()

const unsentOn = ({ session }: Device) => [...session.state().unsentPhotos.values()].flat()

function shownOn(device: Device, entryId: EntryId) {
  const unsent = device.session.state().unsentPhotos.get(entryId) ?? []
  const photos = shownPhotosOf(device.journal.rows.of('photos', entryId), unsent)
  return photos.map(({ description, state }) => `${description} ${state}`)
}

const allSent = async (device: Device) =>
  eventually(
    async () => unsentOn(device),
    (photos) => photos.length === 0,
  )
const shows = async (device: Device, entryId: EntryId, wanted: readonly string[]) =>
  eventually(
    async () => shownOn(device, entryId),
    (photos) => JSON.stringify(photos) === JSON.stringify(wanted),
  )
const rowsOnServer = async () => server.sql()`select description from photos order by position`

/** The answers to these requests never come back, though the server carries them out. */
function withoutAnswers(to: RegExp, count: number): Network {
  let left = count
  return ({ url }) => {
    if (!to.test(url) || left === 0) return 'arrives'
    left -= 1
    return 'answer-lost'
  }
}

describe('photos', () => {
  it('come to the partner in order, behind a text that is written beside them, and their pictures with them', async () => {
    let isUploading = false
    const entryId = jonas.journal.createEntry(note('Am Meer'), {
      photos: await photosOn(jonas, 'eins', 'zwei', 'drei'),
    })
    jonas.setNetwork(({ url }) => {
      if (!url.includes('add_photo') || isUploading) return 'arrives'
      isUploading = true
      // While the first photo is under way a text is written, and is with the partner before its answer.
      return {
        async whileAnswerTravels() {
          const beside = jonas.journal.createEntry(note('Daneben'))
          await expect.poll(async () => zeljka.journal.entry(beside)).toBeDefined()
        },
      }
    })
    await shows(zeljka, entryId, ['eins sent', 'zwei sent', 'drei sent'])
    const [first] = zeljka.journal.rows.of('photos', entryId)
    const read = await zeljka.journal.pictures.read(first?.id ?? ('' as PhotoId), 'full')
    expect(read instanceof Blob && Buffer.from(await read.arrayBuffer())).toEqual(
      Buffer.from(pictures.full),
    )
  })

  it('are each there once after a time without a network, lost answers, a killed tab and a second one', async () => {
    jonas.setNetwork(() => 'lost')
    jonas.unplug(true)
    const entryId = jonas.journal.createEntry(note('Offline'), {
      photos: await photosOn(jonas, 'eins', 'zwei'),
    })
    await jonas.reload()
    expect(shownOn(jonas, entryId)).toEqual(['eins waiting', 'zwei waiting'])
    const second = await jonas.openTab()
    jonas.setNetwork(withoutAnswers(/add_photo/, 2))
    jonas.unplug(false)
    jonas.session.wake()
    second.wake()
    await allSent(jonas)
    expect(await rowsOnServer()).toEqual([{ description: 'eins' }, { description: 'zwei' }])
    await shows(zeljka, entryId, ['eins sent', 'zwei sent'])
    await second.stop()
  })

  it('of an entry that becomes private while one is under way never reach the partner', async () => {
    const entryId = jonas.journal.createEntry(note('Geteilt'))
    await settled(jonas)
    await expect.poll(async () => zeljka.journal.entry(entryId)).toBeDefined()
    jonas.setNetwork(({ url }) => {
      if (!url.includes('add_photo')) return 'arrives'
      jonas.setNetwork(fair)
      jonas.journal.write({
        action: 'edit-entry',
        entryId,
        edit: note('Geteilt', { isPrivate: true }),
      })
      return settled(jonas).then(() => 'arrives' as const)
    })
    addPhotos(jonas.journal, entryId, await photosOn(jonas, 'geheim'))
    await allSent(jonas)
    expect(shownOn(jonas, entryId)).toEqual(['geheim sent'])
    zeljka.session.wake()
    await settled(zeljka)
    expect(await server.sql()`select only_for from photos`).toEqual([{ only_for: jonas.id }])
    expect(zeljka.journal.rows.of('photos', entryId)).toEqual([])
  })

  it('of an entry that is deleted elsewhere while one is under way wait in a draft', async () => {
    const entryId = jonas.journal.createEntry(note('Weg'))
    await settled(jonas)
    jonas.setNetwork(async ({ url }): Promise<Fate> => {
      if (!url.includes('add_photo')) return 'arrives'
      jonas.setNetwork(fair)
      await server.sql()`delete from entries where id = ${entryId}`
      return 'arrives'
    })
    addPhotos(jonas.journal, entryId, await photosOn(jonas, 'übrig'))
    await allSent(jonas)
    const left = await jonas.journal.drafts.takeOldest('new-entry', (value) => value)
    expect(left?.value).toMatchObject({ photos: [{ description: 'übrig' }] })
    expect(jonas.journal.refusals()).toMatchObject([{ action: 'add-photo', reason: 'gone' }])
    expect(await rowsOnServer()).toEqual([])
  })

  it('are changed on both devices: order, description, removal', async () => {
    const photos = await photosOn(jonas, 'eins', 'zwei', 'drei')
    const entryId = jonas.journal.createEntry(note('Drei'), { photos })
    await allSent(jonas)
    const [one, two, three] = photos.map(({ id }) => id)
    if (one === undefined || two === undefined || three === undefined) throw new Error('no photos')
    jonas.journal.write({ action: 'order-photos', entryId, photoIds: [three, one, two] })
    jonas.journal.write({ action: 'describe-photo', entryId, photoId: one, description: 'neu' })
    jonas.journal.write({ action: 'remove-photo', entryId, photoId: two })
    expect(shownOn(jonas, entryId)).toEqual(['drei sent', 'neu sent'])
    await settled(jonas)
    await shows(zeljka, entryId, ['drei sent', 'neu sent'])
    expect(shownOn(jonas, entryId)).toEqual(['drei sent', 'neu sent'])
  })
})
