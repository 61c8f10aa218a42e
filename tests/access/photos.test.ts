import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mostPhotos, photoDescriptionLimit } from '../../src/domain/limits.ts'
import {
  addPhoto,
  base64,
  jpegWith,
  largeJpeg,
  photoArguments,
  pictureFile,
  webpCanvas,
  webpChunk,
  webpOf,
} from '../support/photos.ts'
import type { SignedIn } from '../support/server.ts'
import {
  server,
  withSharedServer,
  jonas as author,
  zeljka as partner,
} from '../support/signed-in.ts'

/* Photos are seen by who sees their entry, and added, described, ordered and removed by who may edit its text. */

withSharedServer()
beforeEach(async () => server.emptyJournal())

async function write(row: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const id = crypto.randomUUID()
  const whole = { id, user_id: author.id, category: 'gedanken', content: 'Text', ...row }
  expect((await author.rest.from('entries').insert(whole)).error).toBeNull()
  return id
}

const change = async (id: string, row: Readonly<Record<string, unknown>>) =>
  author.rest.from('entries').update(row).eq('id', id).select('id')

async function add(
  person: SignedIn,
  entry: string,
  changes: Readonly<Record<string, unknown>> = {},
) {
  const { status, error, data } = await person.rest.rpc('add_photo', photoArguments(entry, changes))
  return { status, code: error?.code, error, row: (data as Record<string, unknown>[] | null)?.[0] }
}

async function seenBy(person: SignedIn, columns = 'id'): Promise<unknown[]> {
  const { data } = await person.rest.from('photos').select('*').order('updated_at').order('id')
  return (data ?? [])
    .toSorted((one, other) => Number(one['position']) - Number(other['position']))
    .map((row) => row[columns] as unknown)
}

/** The bytes of a picture as the person reads them, empty if there is none. */
async function picture(person: SignedIn, photo: string, size = 'full') {
  const answer = await fetch(`${server.url}/rest/v1/rpc/photo_picture`, {
    method: 'POST',
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${await person.accessToken()}`,
      accept: 'application/octet-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ photo, size }),
  })
  const { date: _date, ...headers } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const removalsOf = async (person: SignedIn, id: string) =>
  (await person.rest.from('removals').select('kind').match({ row_id: id, table_name: 'photos' }))
    .data

describe('a photo', () => {
  it('is there whole with one request, for both, and its pictures are read as they were sent', async () => {
    const entry = await write()
    const { status, row = {} } = await add(author, entry)
    expect(status).toBe(200)
    const [full, preview] = [pictureFile('full.webp'), pictureFile('preview.webp')]
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
    expect(both.map(({ code }) => code).toSorted()).toEqual(['PH001', undefined])
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

describe('who may edit the text', () => {
  it('adds, describes, orders and removes photos: on an idea both, else the author', async () => {
    const [thought, idea] = [await write(), await write({ category: 'ideen' })]
    const [its, shared] = [await addPhoto(author, thought), await addPhoto(partner, idea)]
    expect(await add(partner, thought)).toMatchObject({ status: 403, code: '42501' })
    const described = async (person: SignedIn, id: string) =>
      (await person.rest.from('photos').update({ description: 'Neu' }).eq('id', id).select('id'))
        .data
    const removed = async (person: SignedIn, id: string) =>
      (await person.rest.from('photos').delete().eq('id', id).select('id')).data
    expect([await described(partner, its), await removed(partner, its)]).toEqual([[], []])
    const order = await partner.rest.rpc('order_photos', { entry: thought, photos: [its] })
    expect(order.error?.code).toBe('42501')
    expect(await described(author, shared)).toHaveLength(1)
    expect(await removed(author, shared)).toHaveLength(1)
    expect([await described(author, its), await removed(author, its)]).toMatchObject([[{}], [{}]])
    expect(await removalsOf(partner, its)).toEqual([{ kind: 'deleted' }])
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
    for (const row of [
      { position: 2 },
      { entry_id: await write() },
      { user_id: partner.id },
      { bytes: 1 },
    ])
      expect((await author.rest.from('photos').update(row).eq('id', id)).status).toBe(403)
    expect(
      (await author.rest.from('photos').insert({ id: newPhoto, entry_id: entry })).status,
    ).toBe(404)
    expect((await author.rest.from('photo_files').select('*')).status).toBe(404)
  })
})

describe('a photo of a hidden entry', () => {
  it('leaves the partner with it, comes back with it and ends with it', async () => {
    const entry = await write({ category: 'ideen' })
    const [his, hers] = [await addPhoto(author, entry), await addPhoto(partner, entry)]
    await change(entry, { is_private: true })
    expect(await seenBy(partner)).toEqual([])
    expect(await seenBy(author)).toEqual([his, hers])
    const none = await picture(partner, crypto.randomUUID())
    expect(none).toMatchObject({ status: 200, headers: { 'content-length': '0' } })
    for (const id of [his, hers]) expect(await picture(partner, id)).toEqual(none)
    await change(entry, { is_private: false })
    expect(await seenBy(partner)).toEqual([his, hers])
    expect((await picture(partner, his)).bytes.length).toBeGreaterThan(0)
    await author.rest.from('entries').delete().eq('id', entry)
    expect(await seenBy(author)).toEqual([])
    expect(await removalsOf(partner, his)).toEqual([])
    expect(await add(author, await write(), { photo: his })).toMatchObject({ code: '23505' })
  })

  it('is refused in the words of an entry that never was, the own one that is sent again, too', async () => {
    const entry = await write({ category: 'ideen' })
    const photo = await addPhoto(partner, entry)
    await change(entry, { is_private: true })
    const gone = await write()
    await author.rest.from('entries').delete().eq('id', gone)
    const told: Awaited<ReturnType<typeof add>>[] = []
    for (const place of [crypto.randomUUID(), entry, gone])
      for (const sent of [{}, { photo }]) told.push(await add(partner, place, sent))
    expect(told[0]).toMatchObject({ status: 403, code: '42501' })
    expect(told).toEqual(told.map(() => told[0]))
    const orders = await Promise.all(
      [entry, gone, newPhoto].map(async (place) =>
        partner.rest.rpc('order_photos', { entry: place, photos: [photo] }),
      ),
    )
    expect(orders).toEqual(orders.map(() => orders[0]))
    expect(orders[0]?.error?.code).toBe('42501')
  })
})

const jpeg = pictureFile('full.jpg')
const exif = 'Exif\0\0MM\0*\0\0\0\b GPS 45.8150 15.9819'
const packet = 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>exif:GPSLatitude="45,48.9N"</x:xmpmeta>'
const iptc = 'Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x10\x1c\x02\x5aGPS 45.8150'
const lossy = pictureFile('full.webp').subarray(12)
const canvas = (features: number) => webpCanvas(features, 640, 480)

describe('a picture', () => {
  it.each([
    ['a progressive JPEG', 'progressive.jpg', 'preview.jpg', {}],
    ['a JPEG', 'full.jpg', 'preview.jpg', {}],
    ['a WebP with an alpha channel', 'alpha.webp', 'preview.webp', { width: 160, height: 120 }],
    ['a lossless WebP', 'lossless.webp', 'lossless.webp', { width: 64, height: 48 }],
  ])('may be %s', async (_, full, preview, sides) => {
    const pictures = {
      full_picture: base64(pictureFile(full)),
      preview: base64(pictureFile(preview)),
    }
    const { row, error } = await add(author, await write(), { ...pictures, ...sides })
    expect(error).toBeNull()
    expect((await picture(author, String(row?.['id']))).bytes.equals(pictureFile(full))).toBe(true)
  })

  it.each<[string, Uint8Array]>([
    ['with a place in EXIF', jpegWith(jpeg, 0xe1, exif)],
    ['with a place in XMP', jpegWith(jpeg, 0xe1, packet)],
    ['with a place in IPTC', jpegWith(jpeg, 0xed, iptc)],
    ['with a comment', jpegWith(jpeg, 0xfe, 'Kamera')],
    ['with a colour profile', jpegWith(jpeg, 0xe2, 'ICC_PROFILE\0\x01\x01')],
    ['with a thumbnail', jpegWith(jpeg, 0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01abc')],
    ['with a place behind its end', Buffer.concat([jpeg, Buffer.from('GPS')])],
    ['with another one behind its end', Buffer.concat([jpeg, jpeg])],
    ['whose end is missing', jpeg.subarray(0, -400)],
    ['of a WebP with EXIF', webpOf(canvas(8), lossy, webpChunk('EXIF', exif))],
    [
      'of a WebP with EXIF that is not announced',
      webpOf(canvas(0), lossy, webpChunk('EXIF', exif)),
    ],
    ['of a WebP with XMP', webpOf(canvas(4), lossy, webpChunk('XMP ', packet))],
    ['of a WebP with a colour profile', webpOf(canvas(32), webpChunk('ICCP', 'acsp'), lossy)],
    ['of a WebP that moves', webpOf(canvas(2), webpChunk('ANIM', '\0\0\0\0\0\0'), lossy)],
    ['of a WebP with a chunk of its own', webpOf(canvas(0), webpChunk('GPS ', '45.8'), lossy)],
    ['with a place behind a WebP', Buffer.concat([pictureFile('full.webp'), Buffer.from('GPS!')])],
    ['of a WebP with another canvas', webpOf(webpCanvas(0, 641, 480), lossy)],
    ['of a WebP that is cut off', pictureFile('full.webp').subarray(0, -2)],
    ['that is a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['that is a PDF', Buffer.from('%PDF-1.7')],
    ['that is empty', Buffer.alloc(0)],
  ])('%s is refused, and nothing of it is kept', async (_, full) => {
    const refused = await add(author, await write(), { full_picture: base64(full) })
    expect(refused).toMatchObject({ status: 400, code: '22023' })
    expect(await stored()).toEqual({ photos: 0, files: 0 })
  })

  it.each([
    ['other sides than its own', { width: 480, height: 640 }, '22023'],
    ['a side above 4,096', { width: 4097 }, '23514'],
    ['a preview that is upright', { preview: base64(upright()) }, '22023'],
    ['no base64', { preview: 'nicht so' }, '22023'],
    ['a placeholder that is too long', { placeholder: base64(Buffer.alloc(26)) }, '23514'],
    ['a placeholder that is too short', { placeholder: base64(Buffer.alloc(4)) }, '23514'],
    ['a placeholder with more in it', { placeholder: '3PcN NYSF' }, '23514'],
    [
      'a description that is too long',
      { description: 'x'.repeat(photoDescriptionLimit + 1) },
      '23514',
    ],
    ['a description that is not normalised', { description: 'e\u0301' }, '23514'],
    ['a description with spaces around', { description: ' Meer' }, '23514'],
    ['a description that is not seen', { description: '\u200b' }, '23514'],
    [
      'a full picture above 1.5 MB',
      { full_picture: base64(largeJpeg('full.jpg', 1_500_001)) },
      '23514',
    ],
    ['a preview above 100 kB', { preview: base64(largeJpeg('full.jpg', 100_001)) }, '23514'],
    [
      'a full picture of 1.5 MB',
      { full_picture: base64(largeJpeg('full.jpg', 1_500_000)) },
      undefined,
    ],
  ])('with %s: %#', async (_, changes, code) => {
    const answer = await add(author, await write(), changes)
    expect(answer.code).toBe(code)
    expect(await stored()).toEqual(
      code === undefined ? { photos: 1, files: 2 } : { photos: 0, files: 0 },
    )
  })
})

/** The fixture with its sides the other way round: 120 × 160. */
function upright(): Buffer {
  const bytes = Buffer.from(pictureFile('preview.jpg'))
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(160, frame + 5)
  bytes.writeUInt16BE(120, frame + 7)
  return bytes
}

async function stored() {
  const [counts] = await server.sql()<{ photos: number; files: number }[]>`
    select (select count(*)::int from public.photos) as photos,
      (select count(*)::int from public.photo_files) as files`
  return counts
}

describe('room for photos', () => {
  afterEach(async () => server.sql()`update private.photo_room set most_bytes = null`)

  it('ends at the operator’s limit, of which each person has half; texts go on', async () => {
    const entry = await write()
    const size = pictureFile('full.webp').length + pictureFile('preview.webp').length
    await server.sql()`update private.photo_room set most_bytes = ${2 * size + 2}`
    const photo = await addPhoto(author, entry)
    expect(await add(author, entry)).toMatchObject({ status: 400, code: 'PH002' })
    expect((await add(author, entry, { photo })).error).toBeNull()
    expect((await add(partner, await write({ category: 'ideen' }))).error).toBeNull()
    await write()
  })
})
