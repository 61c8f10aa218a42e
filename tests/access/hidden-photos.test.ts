import { beforeEach, describe, expect, it } from 'vitest'
import { addPhoto } from '../support/photos.ts'
import { server, withSharedServer, author, partner } from '../support/signed-in.ts'
import { change, removalsOf, write } from './people-rows.ts'
import { add, picture, seenBy } from './photo-requests.ts'

/* Photos of an entry that its author hides leave the partner, who learns nothing more of them. */

withSharedServer()
beforeEach(async () => server.emptyJournal())

describe('a photo of a hidden entry', () => {
  it('leaves the partner with it, comes back with it and ends with it', async () => {
    const entry = await write({ category: 'ideen' })
    const [his, hers] = [await addPhoto(author, entry), await addPhoto(partner, entry)]
    const since = String((await seenBy(partner, 'visible_since'))[0])
    await change(entry, { is_private: true })
    expect(await seenBy(partner)).toEqual([])
    expect(await seenBy(author)).toEqual([his, hers])
    const none = await picture(partner, crypto.randomUUID())
    expect(none).toMatchObject({ status: 200, headers: { 'content-length': '0' } })
    for (const id of [his, hers]) expect(await picture(partner, id)).toEqual(none)
    await change(entry, { is_private: false })
    expect(await seenBy(partner)).toEqual([his, hers])
    // For the bell.
    expect(String((await seenBy(partner, 'visible_since'))[0]) > since).toBe(true)
    expect((await picture(partner, his)).bytes.length).toBeGreaterThan(0)
    await author.rest.from('entries').delete().eq('id', entry)
    expect(await seenBy(author)).toEqual([])
    expect(await removalsOf(partner, 'photos', his)).toEqual([])
    expect(await add(author, await write(), { photo: his })).toMatchObject({ code: '23505' })
  })

  it('is removed without a word to the partner', async () => {
    const entry = await write({ is_private: true })
    const photo = await addPhoto(author, entry)
    await author.rest.from('photos').delete().eq('id', photo)
    expect(await removalsOf(author, 'photos', photo)).toEqual([{ kind: 'deleted' }])
    expect(await removalsOf(partner, 'photos', photo)).toEqual([])
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
      [entry, gone, crypto.randomUUID()].map(async (place) =>
        partner.rest.rpc('order_photos', { entry: place, photos: [photo] }),
      ),
    )
    expect(orders).toEqual(orders.map(() => orders[0]))
    expect(orders[0]?.error?.code).toBe('42501')
  })

  it('is asked for without waiting for who writes to it, as one that never was', async () => {
    const entry = await write({ category: 'ideen' })
    const photo = await addPhoto(partner, entry)
    await change(entry, { is_private: true })
    const never = await asked(crypto.randomUUID(), crypto.randomUUID())
    await server.sql().transaction(async (other) => {
      await other`select from public.entries where id = ${entry} for update`
      await other`select from public.photos where id = ${photo} for update`
      expect(await asked(photo, entry)).toEqual(never)
    })
  })
})

/** All that the partner may ask, with the answers. */
async function asked(photo: string, entry: string) {
  const byId = () => partner.rest.from('photos')
  return [
    await add(partner, entry, { photo }),
    await partner.rest.rpc('order_photos', { entry, photos: [photo] }),
    await picture(partner, photo),
    await byId().update({ description: 'Neu' }).eq('id', photo).select('id'),
    await byId().delete().eq('id', photo).select('id'),
  ]
}
