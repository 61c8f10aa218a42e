import { afterEach, describe, expect, it } from 'vitest'

import { jonas, server, withBoth, zeljka } from './two-people.ts'
import { eventually, settled, type Device } from './device.ts'
import { long } from '../support/quick.ts'

/** A quote's words in the version before, and in the list now. */
const old = { text: 'Alle eure Sorge werfet auf ihn; denn er sorgt für euch.', author: 'Bibel' }
const today = { text: 'Alle Sorge werfet auf ihn; denn er sorgt für euch.', author: 'Bibel' }

withBoth({ realtime: false })
afterEach(async () => server.sql()`alter table public.quote_likes enable trigger changed_quote`)

const likesOn = (device: Device) => async () => {
  device.session.wake()
  const likes = device.journal.likes()
  return likes.map(({ name, text }) => `${name}: ${text}`).toSorted()
}

/** The journal as the version before left it: both like the old words, and both devices know. */
async function bothLikeTheOldWords(): Promise<void> {
  await server.sql()`alter table public.quote_likes disable trigger changed_quote`
  for (const device of [jonas, zeljka]) {
    device.journal.write({ action: 'like-quote', quote: old })
    await settled(device)
  }
  for (const device of [jonas, zeljka])
    await eventually(likesOn(device), (likes) => likes.length === 2)
}

async function upgrade(): Promise<void> {
  await server.sql()`alter table public.quote_likes enable trigger changed_quote`
  await server.sql()`select private.move_likes_of_changed_quotes()`
}

const bothLike = (text: string) => [`Jonas: ${text}`, `Željka: ${text}`]
const sameAs = (expected: readonly string[]) => (likes: readonly string[]) =>
  JSON.stringify(likes) === JSON.stringify(expected)

describe('likes of a quote whose words were corrected', () => {
  it(
    'move on devices that hold the old words, and can be taken back and given again',
    long,
    async () => {
      await bothLikeTheOldWords()
      await upgrade()
      for (const device of [jonas, zeljka])
        await eventually(likesOn(device), sameAs(bothLike(today.text)))

      jonas.setNetwork(() => 'lost')
      jonas.journal.write({ action: 'unlike-quote', quote: today })
      expect(await likesOn(jonas)()).toEqual([`Željka: ${today.text}`])
      jonas.setNetwork(() => 'arrives')
      await settled(jonas)
      await eventually(likesOn(zeljka), sameAs([`Željka: ${today.text}`]))

      jonas.journal.write({ action: 'like-quote', quote: today })
      await settled(jonas)
      for (const device of [jonas, zeljka])
        await eventually(likesOn(device), sameAs(bothLike(today.text)))
      expect(await server.sql()`select from public.quote_likes`).toHaveLength(2)
    },
  )

  it('get the new words when an older device sends them later', async () => {
    jonas.setNetwork(() => 'lost')
    jonas.journal.write({ action: 'like-quote', quote: old })
    jonas.setNetwork(() => 'arrives')
    await settled(jonas)
    for (const device of [jonas, zeljka])
      await eventually(likesOn(device), sameAs([`Jonas: ${today.text}`]))

    zeljka.journal.write({ action: 'like-quote', quote: today })
    await settled(zeljka)
    zeljka.journal.write({ action: 'like-quote', quote: old })
    await settled(zeljka)
    for (const device of [jonas, zeljka])
      await eventually(likesOn(device), sameAs(bothLike(today.text)))
  })

  it('become one if a person likes the old words and the new', long, async () => {
    await bothLikeTheOldWords()
    jonas.journal.write({ action: 'like-quote', quote: today })
    await settled(jonas)
    await upgrade()
    for (const device of [jonas, zeljka])
      await eventually(likesOn(device), sameAs(bothLike(today.text)))
  })
})
