import { describe, expect, it } from 'vitest'
import type { EntryId, WordsHash } from '../../src/domain/ids.ts'
import { again, good } from '../../src/domain/practice/grade.ts'
import { jonas, server, withBoth, zeljka } from './two-people.ts'
import { practiceCards } from '../../src/web/replica/questions/practice.ts'
import { fair, hastyTimers, note, offline, openDevice, settled, type Device } from './device.ts'

withBoth()

const content = '🇩🇪 Haus | 🇭🇷 kuća'
const wordsHash = 'c6e20347-5851-58e6-bf58-8ea035e5d69f' as WordsHash

/** A word of Jonas's that both devices hold. */
async function sharedWord(): Promise<EntryId> {
  const id = jonas.journal.createEntry(note(content, { category: 'uebersetzungen' }))
  await settled(jonas)
  await expect.poll(async () => zeljka.journal.entry(id)).toBeDefined()
  return id
}

const review = (entryId: EntryId) =>
  ({ entryId, direction: 'de-hr', grade: good, wordsHash }) as const
const gradesOn = async ({ journal }: Device, id: EntryId) =>
  journal.rows.of('reviews', id).map(({ grade }) => grade)

/** The schedules of a device's cards. */
function schedules({ session, journal }: Device) {
  const cards = practiceCards(session.state(), journal.rows, Date.now())
  for (;;) {
    const step = cards.next()
    if (step.done === true) return step.value.map(({ schedule }) => schedule)
  }
}

describe('a review', () => {
  it('is on its person’s screen at once, then on the server, and nowhere else', async () => {
    const id = await sharedWord()
    zeljka.journal.write({ action: 'add-review', ...review(id) })
    expect(zeljka.journal.rows.of('reviews', id)).toMatchObject([{ grade: good, isUnsent: true }])
    await settled(zeljka)
    const [shown] = zeljka.journal.rows.of('reviews', id)
    expect(shown).not.toHaveProperty('isUnsent')
    const rows =
      await server.sql()`select user_id, grade from reviews where id = ${shown?.id ?? ''}`
    expect(rows).toEqual([{ user_id: zeljka.id, grade: good }])
    await settled(jonas)
    expect(await gradesOn(jonas, id)).toEqual([])
  })

  it('goes out of sight with a word that the partner hides, and comes back with it', async () => {
    const id = await sharedWord()
    zeljka.journal.write({ action: 'add-review', ...review(id) })
    jonas.journal.write({ action: 'add-review', ...review(id), grade: again })
    await settled(zeljka)
    const translation = { category: 'uebersetzungen' } as const
    jonas.journal.write({
      action: 'edit-entry',
      entryId: id,
      edit: note(content, { ...translation, isPrivate: true }),
    })
    await expect.poll(async () => gradesOn(zeljka, id)).toHaveLength(0)
    expect(await gradesOn(jonas, id)).toEqual([again])
    jonas.journal.write({ action: 'edit-entry', entryId: id, edit: note(content, translation) })
    await expect.poll(async () => gradesOn(zeljka, id)).toHaveLength(1)
  })

  it('is deleted with its word, on the server and on the device', async () => {
    const id = await sharedWord()
    zeljka.journal.write({ action: 'add-review', ...review(id) })
    await settled(zeljka)
    await server.sql()`delete from entries where id = ${id}`
    await expect.poll(async () => gradesOn(zeljka, id)).toHaveLength(0)
    expect(await server.sql()`select id from reviews`).toEqual([])
  })

  it('of a word that was deleted meanwhile is dropped without a message', async () => {
    const id = await sharedWord()
    await server.sql()`delete from entries where id = ${id}`
    zeljka.journal.write({ action: 'add-review', ...review(id) })
    await settled(zeljka)
    expect(zeljka.session.state().rejections).toEqual([])
    expect(await server.sql()`select id from reviews`).toEqual([])
  })

  it('reaches another device of its person late, and both have the same state, whichever clock was wrong', async () => {
    const id = await sharedWord()
    const ahead = { ...hastyTimers, now: () => Date.now() + 3_600_000 }
    const other = await openDevice(server, 'Željka', { timers: ahead })
    await settled(other)
    for (const device of [zeljka, other]) device.setNetwork(offline)
    for (const grade of [good, again, good] as const) {
      zeljka.journal.write({ action: 'add-review', ...review(id), grade })
      other.journal.write({ action: 'add-review', ...review(id) })
    }
    expect(schedules(zeljka)).not.toEqual(schedules(other))
    zeljka.setNetwork(fair)
    await settled(zeljka)
    other.setNetwork(fair)
    await settled(other)
    for (const device of [zeljka, other])
      await expect
        .poll(async () => {
          device.session.wake()
          return gradesOn(device, id)
        })
        .toHaveLength(6)
    await Promise.all([settled(zeljka), settled(other)])
    expect(schedules(zeljka)).toEqual(schedules(other))
    expect(await gradesOn(jonas, id)).toEqual([])
    await other.close()
  })
})
