import { describe, expect, it } from 'vitest'
import { anna, ben, db, withTwoPeopleInEach } from '../../../tests/support/test-database.ts'
import { insertEntry, removeEntry, updatedAt } from '../../../tests/support/entry-rows.ts'
import { inShort } from '../../../tests/support/quick.ts'

withTwoPeopleInEach()

/** Sets the server's clock to so much before or after the real one. */
async function setClock(step: string): Promise<void> {
  await db.sql.run(`create or replace function private.real_time() returns timestamptz
    language sql volatile set search_path = '' as $$ select clock_timestamp() + interval '${step}' $$`)
}

const noteTime = async () => db.sql`select private.note_time()`

/** The version of an entry that is written now. */
const versionOfNew = async () => updatedAt((await insertEntry(anna)).id)

async function ahead(): Promise<string> {
  const [row] = await db.sql<{ ahead: string }[]>`select ahead::text from private.clock`
  return row?.ahead ?? ''
}

const steps = inShort(2, ['-2 hours', '2 hours', '-5 minutes', '5 minutes'])

describe('the time of a version', () => {
  it.each(steps)(
    'never falls when the clock steps by %s, nor when it steps back again',
    async (step) => {
      const versions: string[] = []
      const write = async () => versions.push(await versionOfNew())
      await write()
      for (const clock of [step, '0', step, '0']) {
        await setClock(clock)
        await write()
        await write()
      }
      expect(versions).toEqual(versions.toSorted())
    },
  )

  it.each(steps)('of a removal never falls when the clock steps by %s', async (step) => {
    const first = await insertEntry(anna)
    const last = await insertEntry(anna)
    await setClock(step)
    await removeEntry(anna, first.id)
    await setClock('0')
    await removeEntry(anna, last.id)
    const [row] = await db.sql<{ rises: boolean }[]>`
      select (select removed_at from removals where row_id = ${last.id})
        > (select removed_at from removals where row_id = ${first.id}) as rises`
    expect(row?.rises).toBe(true)
  })

  it('goes on at the pace of real time after a step: the offset is raised once', async () => {
    await insertEntry(anna)
    expect(await ahead()).toBe('00:00:00')
    await setClock('-2 hours')
    await insertEntry(anna)
    const raised = await ahead()
    expect(raised).toMatch(/^0[12]:/)
    for (let count = 0; count < 5; count += 1) await insertEntry(ben)
    expect(await ahead()).toBe(raised)
  })

  it('does not tell the partner how many private entries were written between two of theirs', async () => {
    await insertEntry(anna)
    await setClock('-2 hours')
    const lead = async () => {
      const probe = await insertEntry(ben)
      const [row] = await db.sql<{ early: boolean; late: boolean }[]>`
        select updated_at - ahead > private.real_time() - interval '1 minute' as early,
          updated_at - ahead < private.real_time() as late
        from entries, private.clock where entries.id = ${probe.id}`
      return row
    }
    expect(await lead()).toEqual({ early: true, late: true })
    const before = await ahead()
    for (let count = 0; count < 30; count += 1) await insertEntry(anna, { is_private: true })
    expect(await lead()).toEqual({ early: true, late: true })
    expect(await ahead()).toBe(before)
  })

  it('does not tell the partner after a step when a private entry was written', async () => {
    const entry = await insertEntry(ben)
    await setClock('1 hour')
    await noteTime()
    await insertEntry(anna, { is_private: true })
    await setClock('2 hours')
    await noteTime()
    await setClock('0')
    const next = await insertEntry(ben)
    const lead = next.visible_since.getTime() - entry.visible_since.getTime()
    // The clock had been two hours ahead, which is not theirs; the private entry was written an hour before.
    expect(lead / 3_600_000).toBeGreaterThan(2)
    expect(lead / 3_600_000).toBeLessThan(2.1)
  })

  it('does not move for a private entry of the seconds before a small step', async () => {
    await insertEntry(ben)
    await setClock('4 seconds')
    await insertEntry(anna, { is_private: true })
    await setClock('1 second')
    await insertEntry(ben)
    expect(await ahead()).toBe('00:00:00')
  })

  it('goes on from the newest row where no time is noted, as after a crash', async () => {
    await setClock('2 hours')
    const last = await insertEntry(anna)
    await db.sql`select setval('private.noted_time', 0)`
    await setClock('0')
    expect((await insertEntry(ben)).visible_since.getTime()).toBeGreaterThan(
      last.visible_since.getTime(),
    )
  })

  it('ends its lead when a clock that was behind is right again, and never falls', async () => {
    await noteTime()
    const versions = [await versionOfNew()]
    for (const clock of ['-6 years', '-6 years', '0', '0']) {
      await setClock(clock)
      versions.push(await versionOfNew())
      await noteTime()
    }
    expect(versions).toEqual(versions.toSorted())
    const { visible_since: last } = await insertEntry(anna)
    expect(last.getTime() - Date.now()).toBeLessThan(180_000)
  })

  it('runs down to the clock’s, at a tenth of its pace', async () => {
    const offset = async () => {
      const [row] = await db.sql<{ minutes: number }[]>`
        select extract(epoch from private.clock_offset())::float / 60 as minutes`
      return row?.minutes
    }
    await db.sql`update private.clock set ahead = '2 hours', since = private.real_time()`
    expect(await offset()).toBeCloseTo(120, 0)
    await db.sql`update private.clock set since = since - interval '1 hour'`
    expect(await offset()).toBeCloseTo(66, 0)
    await db.sql`update private.clock set since = since - interval '2 hours'`
    expect(await offset()).toBe(0)
  })

  it('is lowered at once only if a server notes the time, which no private entry moves', async () => {
    await setClock('2 hours')
    await insertEntry(anna)
    await setClock('0')
    await insertEntry(anna, { is_private: true })
    await setClock('1 hour')
    const before = await ahead()
    await insertEntry(ben)
    expect(await ahead()).toBe(before)
    await noteTime()
    await setClock('2 hours')
    await insertEntry(ben)
    expect(await ahead()).not.toBe(before)
  })

  it('orders the bell, while the time of writing is the clock’s', async () => {
    const old = await insertEntry(anna)
    await setClock('-2 hours')
    const written = await insertEntry(anna, { created_at: new Date(Date.now() - 3 * 3_600_000) })
    expect(written.visible_since.getTime()).toBeGreaterThan(old.visible_since.getTime())
    expect(Date.now() - written.created_at.getTime()).toBeGreaterThan(2.9 * 3_600_000)
  })
})

describe('the time of writing while the clock is behind', () => {
  const hours = 3_600_000
  /** Six years ago by the clock, after a server noted the right time. */
  async function fallBehind(): Promise<void> {
    await noteTime()
    await setClock('-6 years')
  }

  it('is the device’s, and so is that of a tick', async () => {
    await fallBehind()
    const now = new Date()
    const written = await insertEntry(anna, {
      created_at: now,
      completed: true,
      completed_at: now,
    })
    expect([written.created_at, written.completed_at]).toEqual([now, now])
  })

  it('is held to the journal’s time, which no stored row moves', async () => {
    await insertEntry(anna, { is_private: true })
    await db.sql.run(`alter table public.entries disable trigger user;
      update public.entries set updated_at = now() + interval '2 years';
      alter table public.entries enable trigger user`)
    await fallBehind()
    const later = new Date(Date.now() + 24 * hours)
    const { created_at: at } = await insertEntry(ben, { created_at: later })
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(hours / 20)
  })
})
