import { describe, expect, it } from 'vitest'
import { specialDayEntryId } from '../../src/domain/special-day.ts'
import { bothShow, jonas, openJonas, server, withBoth, zeljka } from './two-people.ts'
import { fair, hastyTimers, note, offline, settled, texts } from './device.ts'

withBoth()

const minute = 60_000
const day = 1440 * minute
let ahead = 0
const movedTimers = { ...hastyTimers, now: () => hastyTimers.now() + ahead }

/** His device with a clock that is this many milliseconds ahead. */
async function withClock(milliseconds: number): Promise<void> {
  ahead = milliseconds
  await jonas.close()
  await openJonas({ timers: movedTimers })
  await settled(jonas)
}

const automatic = { ...note('💕 Heute vor einem Jahr'), id: specialDayEntryId('anniversary', 2026) }
const stored = async () => server.sql()`select content, created_at from entries`

describe('a clock that is ten minutes behind', () => {
  it('writes an entry above the one that was read, and a reply below its question', async () => {
    await withClock(-10 * minute)
    const read = zeljka.journal.createEntry(note('von ihr'))
    await bothShow([jonas], ['von ihr'])
    zeljka.journal.write({ action: 'create-reply', entryId: read, content: 'Wo warst du?' })
    await expect.poll(async () => jonas.journal.rows.of('replies', read).length).toBe(1)
    jonas.journal.write({ action: 'create-reply', entryId: read, content: 'Am Meer' })
    jonas.journal.createEntry(note('von ihm'))
    await settled(jonas)
    await bothShow([jonas, zeljka], ['von ihm', 'von ihr'])
    for (const { journal } of [jonas, zeljka]) {
      expect(await texts(journal)).toEqual(['von ihm', 'von ihr'])
      await expect
        .poll(async () => journal.rows.of('replies', read).map(({ content }) => content))
        .toEqual(['Wo warst du?', 'Am Meer'])
    }
  })

  it('says nothing of a private entry, which counts for neither', async () => {
    await withClock(-10 * minute)
    await server.sql()`
      insert into public.entries (user_id, category, content, is_private)
      values (${jonas.id}, 'gedanken', 'nur ich', true)`
    await bothShow([jonas], ['nur ich'])
    jonas.journal.createEntry(note('für beide'))
    await settled(jonas)
    expect(await texts(zeljka.journal)).not.toContain('nur ich')
    expect(await texts(jonas.journal)).toEqual(['nur ich', 'für beide'])
  })
})

describe('the entry of a special day', () => {
  it('is kept while the date of the device is wrong; other writes go', async () => {
    await withClock(-40 * day)
    jonas.journal.createEntry(automatic)
    jonas.journal.createEntry(note('von heute'))
    await bothShow([zeljka], ['von heute'])
    expect(jonas.session.unsentCount()).toBe(1)
    expect(await stored()).toMatchObject([{ content: 'von heute' }])
  })

  it('that was written without a network is sent with its own time', async () => {
    await withClock(0)
    jonas.setNetwork(offline)
    ahead = -2 * day
    jonas.journal.createEntry(automatic)
    const [{ createdAt } = { createdAt: '' }] = jonas.journal.entries()
    ahead = 0
    jonas.setNetwork(fair)
    jonas.session.wake()
    await settled(jonas)
    const [row] = await server.sql()`
      select to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
      from entries`
    expect(row?.['at']).toBe(createdAt)
  })

  it('of a date that has not come leaves the device once its clock is right, and what was typed stays', async () => {
    await withClock(200 * day)
    const id = jonas.journal.createEntry(automatic)
    jonas.journal.write({ action: 'create-reply', entryId: id, content: 'Schön war es' })
    jonas.session.wake()
    await bothShow([jonas], [automatic.content])
    ahead = 0
    jonas.session.wake()
    await expect.poll(async () => jonas.session.unsentCount()).toBe(0)
    expect(await texts(jonas.journal)).toEqual([])
    expect(await stored()).toEqual([])
    expect(jonas.session.state().draftCount).toBe(1)

    // On the day itself it is written.
    jonas.journal.createEntry(automatic)
    await settled(jonas)
    expect(await stored()).toHaveLength(1)
  })

  it('waits for one more answer where the clock was set after the last', async () => {
    await withClock(0)
    ahead = 40 * day
    jonas.journal.createEntry(automatic)
    jonas.journal.createEntry(note('danach'))
    await bothShow([zeljka], ['danach'])
    expect(await stored()).toMatchObject([{ content: 'danach' }])
  })
})
