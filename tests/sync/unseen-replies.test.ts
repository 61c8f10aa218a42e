import { describe, expect, it } from 'vitest'

import type { EntryId, ReplyId } from '../../src/domain/ids.ts'
import { jonas, server, withBoth, zeljka } from './two-people.ts'
import { eventually, fair, note, settled, type Device, type Fate } from './device.ts'

withBoth()

const written = 'Und wer bringt das Boot mit?'

/** An entry of Jonas’s that both devices hold. */
async function sharedEntry(): Promise<EntryId> {
  const id = jonas.journal.createEntry(note('Zelten'))
  await expect.poll(async () => zeljka.journal.entry(id)).toBeDefined()
  await settled(jonas)
  return id
}

/** The deletion is asked for now and stays on its device until `arrives`. */
async function deleteLater(deleter: Device, id: EntryId) {
  deleter.unplug(true)
  deleter.journal.write({ action: 'delete-entry', entryId: id })
  return {
    async arrives() {
      deleter.unplug(false)
      deleter.session.wake()
      await eventually(entries, (left) => left.length === 0)
    },
  }
}

const entries = async () => server.sql()`select id from public.entries`
const repliesOf = (device: Device, id: EntryId) => async () => device.journal.rows.of('replies', id)

async function reply(writer: Device, id: EntryId, content = written): Promise<void> {
  writer.journal.write({ action: 'create-reply', entryId: id, content })
  await settled(writer)
}

async function drafts(device: Device): Promise<unknown[]> {
  const left = await device.journal.drafts.takeOldest('new-entry', (value) => value)
  return left === undefined ? [] : [left.value, ...(await drafts(device))]
}

async function expectBack(writer: Device, id: EntryId, text = written): Promise<void> {
  const refusals = await eventually(
    async () => writer.journal.refusals(),
    (all) => all.length > 0,
  )
  expect(refusals).toMatchObject([
    { action: 'create-reply', reason: 'gone', entryId: id, keptText: text },
  ])
  await expect.poll(async () => writer.journal.entry(id)).toBeUndefined()
  expect(await drafts(writer)).toMatchObject([{ content: text }])
}

async function expectNothingBack(device: Device, id: EntryId): Promise<void> {
  await eventually(
    async () => [await device.journal.entry(id), await device.journal.knowsEntry(id)],
    ([entry, isRemovalHere]) => entry === undefined && isRemovalHere === true,
  )
  await settled(device)
  expect(device.journal.refusals()).toEqual([])
  expect(await drafts(device)).toEqual([])
}

describe('a reply that the person who deletes its entry never had', () => {
  it('comes back to its writer, once, where the deletion arrives later', async () => {
    const id = await sharedEntry()
    const deletion = await deleteLater(jonas, id)
    await reply(zeljka, id)
    await deletion.arrives()
    await expectBack(zeljka, id)
    await settled(jonas)
    await expectNothingBack(jonas, id)
  })

  it('comes back although the deleting device received it within its five seconds', async () => {
    const id = await sharedEntry()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    jonas.setNetwork(async ({ method }): Promise<Fate> => {
      if (method !== 'GET') await held
      return 'arrives'
    })
    jonas.journal.write({ action: 'delete-entry', entryId: id })
    await reply(zeljka, id)
    release()
    await expectBack(zeljka, id)
  })

  it('comes back where it arrived while the question stood open', async () => {
    const id = await sharedEntry()
    const asked = jonas.journal.repliesHere(id)
    await reply(zeljka, id)
    await eventually(repliesOf(jonas, id), (replies) => replies.length === 1)
    jonas.journal.write({ action: 'delete-entry', entryId: id, seenReplies: asked })
    await expectBack(zeljka, id)
  })

  it('comes back to the author of an idea, too, which the partner deletes', async () => {
    const id = jonas.journal.createEntry(note('Zelten', { category: 'ideen' }))
    await expect.poll(async () => zeljka.journal.entry(id)).toBeDefined()
    const deletion = await deleteLater(zeljka, id)
    await reply(jonas, id)
    await deletion.arrives()
    await expectBack(jonas, id)
  })

  it('comes back in its newest text, where it was known in an older one', async () => {
    const id = await sharedEntry()
    await reply(zeljka, id, 'Mit Boot?')
    await eventually(repliesOf(jonas, id), (replies) => replies.length === 1)
    const deletion = await deleteLater(jonas, id)
    const [known] = await repliesOf(zeljka, id)()
    zeljka.journal.write({
      action: 'edit-reply',
      replyId: known?.id as ReplyId,
      entryId: id,
      content: written,
    })
    await settled(zeljka)
    await deletion.arrives()
    await expectBack(zeljka, id)
  })

  it('comes back at the next start of a device that was closed', async () => {
    const id = await sharedEntry()
    const deletion = await deleteLater(jonas, id)
    await reply(zeljka, id)
    zeljka.unplug(true)
    zeljka.setNetwork(() => 'lost')
    await zeljka.session.stop()
    await deletion.arrives()
    zeljka.unplug(false)
    zeljka.setNetwork(fair)
    await zeljka.reload()
    await expectBack(zeljka, id)
  })

  it('comes back where the answer to it comes after the removal', async () => {
    const id = await sharedEntry()
    const deletion = await deleteLater(jonas, id)
    zeljka.setNetwork(({ method, url }): Fate => {
      if (method !== 'POST' || !url.includes('/replies')) return 'arrives'
      return {
        async whileAnswerTravels() {
          await deletion.arrives()
          await eventually(
            async () => zeljka.journal.knowsEntry(id),
            (isKnown) => isKnown,
          )
          await expect.poll(async () => zeljka.journal.entry(id)).toBeUndefined()
        },
      }
    })
    zeljka.journal.write({ action: 'create-reply', entryId: id, content: written })
    await expectBack(zeljka, id)
  })

  it('comes back once where the answer to it is lost', async () => {
    const id = await sharedEntry()
    const deletion = await deleteLater(jonas, id)
    zeljka.setNetwork(({ method }) => (method === 'GET' ? 'arrives' : 'answer-lost'))
    zeljka.journal.write({ action: 'create-reply', entryId: id, content: written })
    await expect.poll(async () => server.sql()`select id from public.replies`).toHaveLength(1)
    await deletion.arrives()
    zeljka.setNetwork(fair)
    zeljka.session.wake()
    await expectBack(zeljka, id)
  })
})

describe('no word comes back', () => {
  it('of a reply that was there, in this text, when the deletion was asked for', async () => {
    const id = await sharedEntry()
    await reply(zeljka, id)
    await eventually(repliesOf(jonas, id), (replies) => replies.length === 1)
    jonas.journal.write({ action: 'delete-entry', entryId: id })
    await settled(jonas)
    await expectNothingBack(zeljka, id)
    zeljka.session.wake()
    await settled(zeljka)
  })

  it('of one’s own reply that still waited as one deleted the entry', async () => {
    const id = await sharedEntry()
    jonas.unplug(true)
    jonas.journal.write({ action: 'create-reply', entryId: id, content: written })
    const deletion = await deleteLater(jonas, id)
    await deletion.arrives()
    await settled(jonas)
    await expectNothingBack(jonas, id)
    await expectNothingBack(zeljka, id)
  })

  it('of a reply to an entry that was private when it was deleted', async () => {
    const id = await sharedEntry()
    const deletion = await deleteLater(jonas, id)
    await reply(zeljka, id)
    await server.sql()`update public.entries set is_private = true where id = ${id}`
    await expect.poll(async () => zeljka.journal.entry(id)).toBeUndefined()
    await deletion.arrives()
    await expectNothingBack(zeljka, id)
  })

  it('of a reply that its writer has deleted meanwhile', async () => {
    const id = await sharedEntry()
    const deletion = await deleteLater(jonas, id)
    await reply(zeljka, id)
    const [known] = await repliesOf(zeljka, id)()
    zeljka.unplug(true)
    zeljka.journal.write({ action: 'delete-reply', replyId: known?.id as ReplyId, entryId: id })
    await deletion.arrives()
    zeljka.unplug(false)
    zeljka.session.wake()
    await expectNothingBack(zeljka, id)
  })
})
