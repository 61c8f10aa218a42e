import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mostPhotos } from '../../src/domain/limits.ts'
import { photoFixture } from '../support/photo-files.ts'
import { addPhoto } from '../support/photos.ts'
import type { SignedIn } from '../support/server.ts'
import { server, withSharedServer, author, partner } from '../support/signed-in.ts'
import { change, removalsOf, write } from './people-rows.ts'
import { add, picture, seenBy } from './photo-requests.ts'

/* Photos are seen by who sees their entry, and added, described, ordered and removed by who may edit its text. */

withSharedServer()
beforeEach(async () => server.emptyJournal())

describe('a photo', () => {
  it('is there whole with one request, for both, and its pictures are read as they were sent', async () => {
    const entry = await write()
    const { status, row = {} } = await add(author, entry)
    expect(status).toBe(200)
    const [full, preview] = [photoFixture('full.webp'), photoFixture('preview.webp')]
    expect(row).toMatchObject({ entry_id: entry, user_id: author.id, position: 0, width: 640 })
    expect(row['bytes']).toBe(full.length + preview.length)
    const read = await picture(partner, String(row['id']))
    expect(read.bytes.equals(full)).toBe(true)
    expect(read.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'no-store',
    })
    expect((await picture(partner, String(row['id']), 'preview')).bytes.equals(preview)).toBe(true)
  })

  it('is the same when it is sent again, and its id is no other person’s or entry’s', async () => {
    const [entry, other] = [await write({ category: 'ideen' }), await write({ category: 'ideen' })]
    const photo = crypto.randomUUID()
    const first = await add(author, entry, { photo })
    expect((await add(author, entry, { photo, description: 'anders' })).row).toEqual(first.row)
    for (const [person, place] of [
      [partner, entry],
      [author, other],
    ] as const)
      expect(await add(person, place, { photo })).toMatchObject({ status: 409, code: '23505' })
    expect(await seenBy(author)).toEqual([photo])
  })

  it('is one of four: of two people who add a fifth at once, one is refused', async () => {
    const entry = await write({ category: 'ideen' })
    for (let count = 1; count < mostPhotos; count += 1) await addPhoto(author, entry)
    // The database's lock: a server runs only a person's own one after the other.
    const both = await Promise.all([add(author, entry), add(partner, entry)])
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set(['PH001', undefined]))
    expect(await seenBy(partner, 'position')).toEqual([0, 1, 2, 3])
  })

  it('gets the place behind the others, which keep theirs until the last one is needed', async () => {
    const entry = await write()
    const ids: string[] = []
    for (let count = 0; count < mostPhotos; count += 1) ids.push(await addPhoto(author, entry))
    await author.rest
      .from('photos')
      .delete()
      .eq('id', ids[1] ?? '')
    expect(await seenBy(author, 'position')).toEqual([0, 2, 3])
    const last = await addPhoto(author, entry)
    expect(await seenBy(author)).toEqual([ids[0], ids[2], ids[3], last])
    const { data } = await author.rest.rpc('order_photos', {
      entry,
      photos: [last, newPhoto, ids[3]],
    })
    const ordered = (data as { id: string }[]).map(({ id }) => id)
    expect(ordered).toEqual([last, ids[3], ids[0], ids[2]])
    expect(await seenBy(partner)).toEqual(ordered)
  })
})

const newPhoto = '5b0c1a52-6f0e-4c58-9a54-0b1d3a5b9c11'

it('a photo has the time of writing of its device, but none of the future or of long ago', async () => {
  const entry = await write()
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  const timeOf = async (written: string) => {
    const { row = {} } = await add(author, entry, { written_at: written })
    return Date.parse(String(row['created_at']))
  }
  expect(await timeOf(yesterday)).toBe(Date.parse(yesterday))
  for (const wrong of ['2099-01-01T00:00:00Z', '2020-01-01T00:00:00Z'])
    expect(Math.abs((await timeOf(wrong)) - Date.now())).toBeLessThan(60_000)
  expect(await add(author, entry, { written_at: 'gestern' })).toMatchObject({ status: 400 })
})

describe('who may edit the text', () => {
  it('adds, describes, orders and removes photos: on an idea both, else the author', async () => {
    const [thought, idea] = [await write(), await write({ category: 'ideen' })]
    const [its, shared] = [await addPhoto(author, thought), await addPhoto(partner, idea)]
    expect(await add(partner, thought)).toMatchObject({ status: 403, code: '42501' })
    const described = async ({ rest }: SignedIn, id: string) =>
      (await rest.from('photos').update({ description: 'Neu' }).eq('id', id).select('id')).data
    const removed = async ({ rest }: SignedIn, id: string) =>
      (await rest.from('photos').delete().eq('id', id).select('id')).data
    expect([await described(partner, its), await removed(partner, its)]).toEqual([[], []])
    const order = await partner.rest.rpc('order_photos', { entry: thought, photos: [its] })
    expect(order.error?.code).toBe('42501')
    expect(await described(author, shared)).toHaveLength(1)
    expect(await removed(author, shared)).toHaveLength(1)
    expect([await described(author, its), await removed(author, its)]).toMatchObject([[{}], [{}]])
    expect(await removalsOf(partner, 'photos', its)).toEqual([{ kind: 'deleted' }])
    expect(await add(author, thought, { photo: its })).toMatchObject({ status: 409, code: '23505' })
    expect((await picture(author, its)).bytes).toHaveLength(0)
  })

  it('gives a translation none; one that becomes a translation keeps those that it has', async () => {
    const entry = await write()
    await addPhoto(author, entry)
    const words = { category: 'uebersetzungen', content: '🇩🇪 Haus | 🇭🇷 kuća' }
    expect((await change(entry, words)).error).toBeNull()
    expect(await add(author, entry)).toMatchObject({ status: 403, code: '42501' })
    expect(await seenBy(partner)).toHaveLength(1)
  })

  it('changes neither place, entry, person nor size of one, and no one reads the table of pictures', async () => {
    const entry = await write()
    const id = await addPhoto(author, entry)
    const other = { entry_id: await write() }
    for (const row of [{ position: 2 }, other, { user_id: partner.id }, { bytes: 1 }])
      expect((await author.rest.from('photos').update(row).eq('id', id)).status).toBe(403)
    expect(
      (await author.rest.from('photos').insert({ id: newPhoto, entry_id: entry })).status,
    ).toBe(404)
    expect((await author.rest.from('photo_files').select('*')).status).toBe(404)
  })
})

describe('room for photos', () => {
  afterEach(async () => server.sql()`update private.photo_room set most_bytes = null`)

  it('ends at the operator’s limit, of which each person has half; texts go on', async () => {
    const entry = await write()
    const size = photoFixture('full.webp').length + photoFixture('preview.webp').length
    await server.sql()`update private.photo_room set most_bytes = ${2 * size + 2}`
    const hidden = await write({ category: 'ideen' })
    await addPhoto(partner, hidden)
    expect(await add(partner, hidden)).toMatchObject({ code: 'PH002' })
    // What a person does not see any more does not count: the room would tell when it goes.
    await change(hidden, { is_private: true })
    const photo = await addPhoto(author, entry)
    expect(await add(author, entry)).toMatchObject({ status: 400, code: 'PH002' })
    expect((await add(author, entry, { photo })).error).toBeNull()
    expect((await add(partner, await write({ category: 'ideen' }))).error).toBeNull()
    await write()
  })
})
