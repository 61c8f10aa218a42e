import { describe, expect, it } from 'vitest'

import type { EntryId } from '../../src/domain/ids.ts'
import { long } from '../support/quick.ts'
import { jonas, server, withBoth, zeljka } from './two-people.ts'
import { eventually, note, settled, texts, type Device, type Fate } from './device.ts'

withBoth({ realtime: false })

async function shared(content: string): Promise<EntryId> {
  const id = jonas.journal.createEntry(note(content))
  await settled(jonas)
  await until(zeljka, async () => (await zeljka.journal.entry(id)) !== undefined)
  return id
}

/** Polls the server until the device has come there. */
async function until(device: Device, isThere: () => Promise<boolean>): Promise<void> {
  await eventually(async () => {
    device.session.wake()
    return isThere()
  }, Boolean)
}

/** Something newer of Jonas's has arrived at Željka's. */
async function caughtUp(): Promise<void> {
  const id = jonas.journal.createEntry(note('zuletzt'))
  await settled(jonas)
  await until(zeljka, async () => (await zeljka.journal.entry(id)) !== undefined)
}

describe('a reaction that was removed while its entry was private', () => {
  it('is gone on a device that was offline meanwhile', long, async () => {
    const id = await shared('Überraschung')
    jonas.journal.write({ action: 'add-reaction', entryId: id, emoji: '❤️' })
    jonas.journal.write({ action: 'add-reaction', entryId: id, emoji: '🔥' })
    await settled(jonas)
    const reactions = async () => (await zeljka.journal.entry(id))?.reactions ?? []
    await until(zeljka, async () => (await reactions()).length === 2)

    zeljka.setNetwork(() => 'lost')
    jonas.journal.write({
      action: 'edit-entry',
      entryId: id,
      edit: note('Überraschung', { isPrivate: true }),
    })
    await settled(jonas)
    jonas.journal.write({ action: 'remove-reaction', entryId: id, emoji: '❤️' })
    await settled(jonas)
    jonas.journal.write({
      action: 'edit-entry',
      entryId: id,
      edit: note('Überraschung', { isPrivate: false }),
    })
    await settled(jonas)
    zeljka.setNetwork(() => 'arrives')

    await until(zeljka, async () => (await reactions()).map(({ emoji }) => emoji).join() === '🔥')
  })
})

describe('a tab whose answer is on its way while another tab rebuilds the copy', () => {
  /** An action that the test triggers. */
  function signal() {
    let isGiven = false
    let resolveGiven = () => undefined as void
    const given = new Promise<void>((resolve) => {
      resolveGiven = resolve
    })
    const give = () => {
      isGiven = true
      resolveGiven()
    }
    return { give, given, isGiven: () => isGiven }
  }

  /** As a restore does: rows go without a trace, and the epoch changes. */
  async function restoreEmpty(): Promise<void> {
    await server.sql().transaction(async (transaction) => {
      await transaction`set local session_replication_role = replica`
      await transaction`delete from public.entries`
      await transaction`update public.journal set epoch = gen_random_uuid()`
    })
  }

  it.each(['has rebuilt it', 'is rebuilding it'])(
    'brings nothing back when the other %s by then',
    async (state) => {
      // Not there yet: what is held already is noted, and the rebuild removes it.
      jonas.journal.createEntry(note('vor der Wiederherstellung'))
      await settled(jonas)
      const [read, page, removals] = [signal(), signal(), signal()]
      const asked: string[] = []
      zeljka.setNetwork(async ({ method, url }): Promise<Fate> => {
        if (method !== 'GET') return 'arrives'
        const table = new URL(url).pathname.split('/').at(-1) ?? ''
        asked.push(table)
        if (table === 'entries' && !read.isGiven())
          return {
            async whileAnswerTravels() {
              read.give()
              await page.given
            },
          }
        // A rebuild reads the removals last.
        if (table === 'removals' && state === 'is rebuilding it' && read.isGiven())
          await removals.given
        return 'arrives'
      })
      zeljka.session.wake()
      await read.given
      await restoreEmpty()
      asked.length = 0
      const tab = await zeljka.openTab()
      await eventually(
        async () => ({ asked, shown: await texts(tab.journal) }),
        ({ shown }) =>
          state === 'has rebuilt it' ? shown.length === 0 : asked.includes('removals'),
      )
      const before = asked.length
      page.give()
      // Stored or dropped, the first tab asks on.
      await expect.poll(async () => asked.length).toBeGreaterThan(before)
      removals.give()
      await caughtUp()
      expect(await texts(zeljka.journal)).toEqual(['zuletzt'])
      await tab.stop()
    },
  )
})
