import { describe, expect, it } from 'vitest'

import type { EntryId } from '../../src/domain/ids.ts'
import { jonas, server, withBoth, zeljka } from './two-people.ts'
import { eventually, fair, note, settled, type Device, type Fate } from './device.ts'

withBoth()

const idea = (content: string) => note(content, { category: 'ideen' })
const written = 'Zelten am See, mit Boot'

const entryOf = (device: Device, id: EntryId) => async () => device.journal.entry(id)

/** An idea of Jonas’s that both devices hold. */
async function sharedIdea(): Promise<EntryId> {
  const id = jonas.journal.createEntry(idea('Zelten'))
  await eventually(entryOf(zeljka, id), (entry) => entry !== undefined)
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
      await eventually(rows, (left) => left.length === 0)
    },
  }
}

const rows = async () => server.sql()`select content from public.entries`

async function write(writer: Device, id: EntryId): Promise<void> {
  writer.journal.write({ action: 'edit-entry', entryId: id, edit: idea(written) })
  await settled(writer)
}

async function takeDraft(device: Device): Promise<unknown> {
  const left = await device.journal.drafts.takeOldest('new-entry', (value) => value)
  return left?.value
}

async function expectTextBack(writer: Device, id: EntryId): Promise<void> {
  const refusals = await eventually(
    async () => writer.journal.refusals(),
    (all) => all.length > 0,
  )
  expect(refusals).toMatchObject([
    { action: 'edit-entry', reason: 'gone', entryId: id, keptText: written },
  ])
  expect(await writer.journal.entry(id)).toBeUndefined()
  expect(await takeDraft(writer)).toMatchObject({ category: 'ideen', content: written })
  expect(await takeDraft(writer)).toBeUndefined()
}

async function expectNothingBack(device: Device, id: EntryId): Promise<void> {
  await eventually(
    async () => [await device.journal.entry(id), await device.journal.knowsEntry(id)],
    ([entry, isRemovalHere]) => entry === undefined && isRemovalHere === true,
  )
  expect(device.journal.refusals()).toEqual([])
  expect(await takeDraft(device)).toBeUndefined()
}

describe('what one person wrote before the other’s deletion arrived', () => {
  it.each([
    ['the author', 'Jonas'],
    ['the author’s partner', 'Željka'],
  ])('comes back to them where %s deletes', async (_, name) => {
    const [deleter, writer] = name === 'Jonas' ? [jonas, zeljka] : [zeljka, jonas]
    const id = await sharedIdea()
    const deletion = await deleteLater(deleter, id)
    await write(writer, id)
    await deletion.arrives()
    await expectTextBack(writer, id)
    await settled(deleter)
    await expectNothingBack(deleter, id)
  })

  it('comes back although the deleting device received it meanwhile', async () => {
    const id = await sharedIdea()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    jonas.setNetwork(async ({ method }): Promise<Fate> => {
      if (method !== 'GET') await held
      return 'arrives'
    })
    jonas.journal.write({ action: 'delete-entry', entryId: id })
    await expect.poll(async () => jonas.session.unsentCount()).toBe(1)
    await write(zeljka, id)
    release()
    await expectTextBack(zeljka, id)
    expect(await rows()).toHaveLength(0)
  })

  it('comes back where it arrived while the question stood open', async () => {
    const id = await sharedIdea()
    await write(zeljka, id)
    await eventually(entryOf(jonas, id), (entry) => entry?.content === written)
    jonas.journal.write({ action: 'delete-entry', entryId: id, seen: idea('Zelten') })
    await expectTextBack(zeljka, id)
  })

  it('comes back at the next start of a device that was closed', async () => {
    const id = await sharedIdea()
    const deletion = await deleteLater(jonas, id)
    await write(zeljka, id)
    zeljka.unplug(true)
    zeljka.setNetwork(() => 'lost')
    await zeljka.session.stop()
    await deletion.arrives()
    zeljka.unplug(false)
    zeljka.setNetwork(fair)
    await zeljka.reload()
    await expectTextBack(zeljka, id)
  })

  it('comes back where the answer to it comes after the removal', async () => {
    const id = await sharedIdea()
    const deletion = await deleteLater(jonas, id)
    zeljka.setNetwork(({ method }): Fate => {
      if (method !== 'PATCH') return 'arrives'
      return {
        async whileAnswerTravels() {
          await deletion.arrives()
          await eventually(
            async () => zeljka.journal.knowsEntry(id),
            (isKnown) => isKnown,
          )
          await eventually(entryOf(zeljka, id), (entry) => entry === undefined)
        },
      }
    })
    zeljka.journal.write({ action: 'edit-entry', entryId: id, edit: idea(written) })
    await expectTextBack(zeljka, id)
  })

  it.each(['answer-lost', 'lost'] as const)(
    'comes back where the request that brings it is %s',
    async (fate) => {
      const id = await sharedIdea()
      const deletion = await deleteLater(jonas, id)
      zeljka.setNetwork(({ method }) => (method === 'GET' ? 'arrives' : fate))
      zeljka.journal.write({ action: 'edit-entry', entryId: id, edit: idea(written) })
      if (fate === 'answer-lost') await eventually(rows, ([row]) => row?.['content'] === written)
      await deletion.arrives()
      zeljka.setNetwork(fair)
      zeljka.session.wake()
      await expectTextBack(zeljka, id)
    },
  )
})

describe('a text that was seen by the person who deletes it', () => {
  it('does not come back', async () => {
    const id = await sharedIdea()
    await write(zeljka, id)
    await eventually(entryOf(jonas, id), (entry) => entry?.content === written)
    jonas.journal.write({ action: 'delete-entry', entryId: id })
    await settled(jonas)
    await expectNothingBack(zeljka, id)
    await expectNothingBack(jonas, id)
  })

  it('does not come back where it is their own and still waits', async () => {
    const id = await sharedIdea()
    jonas.unplug(true)
    jonas.journal.write({ action: 'edit-entry', entryId: id, edit: idea(written) })
    const deletion = await deleteLater(jonas, id)
    await deletion.arrives()
    await settled(jonas)
    await expectNothingBack(jonas, id)
    await expectNothingBack(zeljka, id)
  })

  it('does not come back although a tick changed the entry meanwhile', async () => {
    const id = await sharedIdea()
    await write(zeljka, id)
    await eventually(entryOf(jonas, id), (entry) => entry?.content === written)
    const deletion = await deleteLater(jonas, id)
    zeljka.journal.write({ action: 'toggle-completed', entryId: id, completed: true })
    await settled(zeljka)
    await deletion.arrives()
    await expectNothingBack(zeljka, id)
  })
})
