import { beforeEach, describe, expect, it } from 'vitest'
import { anna, db, withTwoPeople } from '../../../tests/support/test-database.ts'
import { sampleJournal } from '../../../tests/support/sample-settings.ts'
import { instantFromMilliseconds, millisecondsOf } from '../../domain/ids.ts'
import {
  addDays,
  instantOf,
  startOfDay,
  type ClockTime,
  type JournalDay,
} from '../../domain/journal-day.ts'
import { movedToZone } from '../../domain/schedule.ts'
import { ensureJournalRow } from '../accounts/journal-row.ts'

withTwoPeople()
beforeEach(async () => {
  await db.sql`delete from public.entries`
  await start('Europe/Berlin')
})

const start = async (timeZone: string) => ensureJournalRow(db.pool, { ...sampleJournal, timeZone })
const midnight = (day: string, zone: string) => new Date(startOfDay(day as JournalDay, zone))
const at = (day: string, time: string, zone: string) =>
  new Date(instantOf(day as JournalDay, time as ClockTime, zone))

async function idea(date: Date, isPrivate = false): Promise<string> {
  const [row] = await db.sql<{ id: string }[]>`
    insert into public.entries (user_id, category, content, scheduled_date, is_private)
    values (${anna}, 'ideen', 'Ans Meer', ${date}, ${isPrivate}) returning id::text as id`
  return row?.id ?? ''
}

async function entry(id: string) {
  const [row] = await db.sql<{ date: Date; version: number; updated: string }[]>`
    select scheduled_date as date, edit_version as version, updated_at::text as updated
    from public.entries where id = ${id}`
  if (row === undefined) throw new Error('the entry is gone')
  return row
}

describe('a date without a time, where a start sees another time zone', () => {
  it.each([
    ['2026-12-24', 'America/New_York'],
    ['2026-12-24', 'Asia/Tokyo'],
    ['2026-07-01', 'UTC'],
    ['2026-07-01', 'Pacific/Kiritimati'],
    // Midnight is skipped there.
    ['2018-11-04', 'America/Sao_Paulo'],
    // It comes twice.
    ['2026-11-01', 'America/Havana'],
  ])('%s is the same day in %s, with the edit version as before, and back', async (day, zone) => {
    const ids = [
      await idea(midnight(day, 'Europe/Berlin')),
      await idea(midnight(day, 'Europe/Berlin'), true),
    ]
    for (const id of ids) {
      const before = await entry(id)
      await start(zone)
      const moved = await entry(id)
      expect(moved).toMatchObject({ date: midnight(day, zone), version: before.version })
      // So that the devices read it.
      expect(moved.updated > before.updated).toBe(true)
      await start('Europe/Berlin')
      expect(await entry(id)).toMatchObject({ date: before.date, version: before.version })
    }
  })

  it('leaves a date with a time at its instant, and at its version', async () => {
    const times = ['00:01', '08:00', '23:59'].map((time) => at('2026-12-24', time, 'Europe/Berlin'))
    // A time of 00:00 is sent as a second later.
    times.push(new Date(midnight('2026-12-24', 'Europe/Berlin').getTime() + 1000))
    const ids = await Promise.all(times.map((time) => idea(time)))
    const before = await Promise.all(ids.map(entry))
    await start('America/New_York')
    expect(await Promise.all(ids.map(entry))).toEqual(before)
  })

  it('leaves a time a time where its moment is a midnight in the new zone, and back', async () => {
    const five = at('2026-07-01', '17:00', 'Europe/Berlin')
    const id = await idea(five)
    const { version } = await entry(id)
    await start('Asia/Tokyo')
    // Without the second it would be the day after, without a time.
    const date = new Date(five.getTime() + 1000)
    expect(await entry(id)).toMatchObject({ date, version })
    await start('Europe/Berlin')
    expect(await entry(id)).toMatchObject({ date, version })
  })

  it('moves by the rule by which the devices move what they have not sent', async () => {
    const zones = ['Asia/Tokyo', 'America/Havana', 'Europe/London', 'Africa/Cairo']
    for (const zone of zones) {
      const hours = Array.from({ length: 400 }, (_, count) => Date.UTC(2026, 9, 20, count))
      await db.sql`delete from public.entries`
      const ids = []
      for (const hour of hours) ids.push(await idea(new Date(hour)))
      await start(zone)
      const moved = await db.sql<{ id: string; date: Date }[]>`
        select id::text, scheduled_date as date from public.entries`
      const byId = new Map(moved.map(({ id, date }) => [id, date]))
      expect(ids.map((id) => byId.get(id)?.getTime())).toEqual(
        hours.map((hour) =>
          millisecondsOf(movedToZone(instantFromMilliseconds(hour), 'Europe/Berlin', zone)),
        ),
      )
      await start('Europe/Berlin')
    }
  })

  it('stays in the range that the column has', async () => {
    const first = await idea(new Date('1900-01-01T00:00:00Z'))
    await start('UTC')
    await start('Asia/Tokyo')
    expect((await entry(first)).date.getTime()).toBeGreaterThanOrEqual(Date.UTC(1900, 0, 1))
  })

  it('does not move where the settings change otherwise, nor is any row written', async () => {
    const id = await idea(midnight('2026-12-24', 'Europe/Berlin'))
    const before = await entry(id)
    await ensureJournalRow(db.pool, {
      ...sampleJournal,
      timeZone: 'Europe/Berlin',
      specialDays: [],
    })
    await start('Europe/Vienna')
    expect(await entry(id)).toEqual(before)
  })

  it('follows also the owner of a hosted project, whose next edits have new versions', async () => {
    const id = await idea(midnight('2026-12-24', 'Europe/Berlin'))
    const { version } = await entry(id)
    await db.sql.transaction(async (sql) => {
      await sql`update public.journal set time_zone = 'America/New_York'`
      await sql`update public.entries set content = 'An den See' where id = ${id}`
    })
    expect((await entry(id)).date).toEqual(midnight('2026-12-24', 'America/New_York'))
    expect((await entry(id)).version).not.toBe(version)
  })
})

describe('the first moment of a day', () => {
  it('is for the database what it is for the app, around every clock change', async () => {
    const zones = [
      'Europe/Berlin',
      'America/Sao_Paulo',
      'America/Havana',
      'Asia/Beirut',
      'Atlantic/Azores',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Asia/Kathmandu',
    ]
    for (const zone of zones) {
      const days = Array.from({ length: 4_000 }, (_, count) =>
        addDays('2010-01-01' as JournalDay, count),
      )
      const rows = await db.sql<{ at: Date }[]>`
        select private.start_of_day(day::date, ${zone}) as at
        from unnest(${days.map(String)}::text[]) with ordinality as given (day, place) order by place`
      const wrong = days.filter((day, place) => rows[place]?.at.getTime() !== startOfDay(day, zone))
      expect([zone, wrong]).toEqual([zone, []])
    }
  })
})
