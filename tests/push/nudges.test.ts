import { beforeEach, describe, expect, it } from 'vitest'
import { statSync } from 'node:fs'
import path from 'node:path'
import { readVapid } from '../support/push-receiver.ts'
import { begin, contact, minute, soon, titlesAfter, withNudges, world } from './nudge-world.ts'

withNudges()

describe('at noon', () => {
  beforeEach(() => begin())

  it('a nudge says that there is something new, never what', async () => {
    const device = await world.device(world.me)
    const entry = await world.write(world.partner)
    await world.wait(soon)
    await world.sender().sendDue()
    const [request] = world.receiver.received
    expect(request?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      topic: 'neues',
      urgency: 'normal',
    })
    const { key, claims } = readVapid(String(request?.headers['authorization']))
    expect(claims).toMatchObject({ aud: 'https://fcm.googleapis.com', sub: contact })
    expect(claims.exp * 1000 - world.now()).toBeLessThanOrEqual(24 * 60 * minute)
    expect(Buffer.from(key, 'base64url')).toHaveLength(65)
    expect(device.read(request?.body ?? Buffer.alloc(0))).not.toContain('geheim')
    expect(world.shown()).toEqual([
      {
        title: 'Etwas Neues von Željka 💕',
        lang: 'de',
        navigate: `https://tagebuch.example/?eintrag=${entry}`,
        tag: 'neues',
        app_badge: '1',
      },
    ])
    expect(await titlesAfter(60 * minute)).toEqual([])
  })

  it('the key is the server’s alone, and stays', async () => {
    expect(statSync(path.join(world.dataDir, 'push-keys.json')).mode & 0o777).toBe(0o600)
  })

  it('all devices of one person get a nudge, and none of the writer’s', async () => {
    for (const person of [world.me, world.me, world.partner]) await world.device(person)
    await world.write(world.partner)
    expect(await titlesAfter(soon)).toHaveLength(2)
  })

  it('a device gets one nudge in 15 minutes at most, which counts what is new', async () => {
    await world.device(world.me)
    const entry = await world.write(world.partner)
    expect(await titlesAfter(soon)).toEqual(['Etwas Neues von Željka 💕'])
    await world.write(world.partner)
    await world.react(world.partner, entry)
    expect(await titlesAfter(minute)).toEqual([])
    expect(await titlesAfter(13 * minute)).toEqual([])
    expect(await titlesAfter(minute)).toEqual(['3 neue Dinge von Željka'])
    expect(await titlesAfter(60 * minute)).toEqual([])
  })

  it('a nudge counts what the bell has not shown yet', async () => {
    await world.device(world.me)
    await world.write(world.partner)
    await titlesAfter(soon)
    await world.sql`update public.last_looks set seen_until = private.journal_time() where id = ${world.me}`
    await world.wait(minute)
    await world.write(world.partner)
    expect(await titlesAfter(15 * minute)).toEqual(['Etwas Neues von Željka 💕'])
  })

  const silent: Readonly<Record<string, () => Promise<unknown>>> = {
    'a private entry': async () => world.write(world.partner, { is_private: true }),
    'an entry that became private meanwhile': async () => {
      const entry = await world.write(world.partner)
      await world.change(world.partner, entry, { is_private: true })
    },
    'a reaction to an entry that became private meanwhile': async () => {
      const entry = await world.write(world.me)
      await world.react(world.partner, entry)
      await world.change(world.me, entry, { is_private: true })
    },
    'a reply to an entry that became private meanwhile': async () => {
      const entry = await world.write(world.me)
      await world.reply(world.partner, entry)
      await world.change(world.me, entry, { is_private: true })
    },
    'a reply that was deleted meanwhile, and one’s own': async () => {
      const entry = await world.write(world.me)
      await world.reply(world.partner, entry)
      await world.sql`delete from public.replies`
      await world.reply(world.me, entry)
    },
    'an entry that was deleted meanwhile': async () => {
      const entry = await world.write(world.partner)
      await world.sql`delete from public.entries where id = ${entry}`
    },
    'a reaction that was taken back': async () => {
      await world.react(world.partner, await world.write(world.me))
      await world.sql`delete from public.reactions`
    },
    'one’s own entry': async () => world.write(world.me),
  }

  it.each(Object.entries(silent))('is silent for %s', async (_, happens) => {
    await world.device(world.me)
    await happens()
    expect(await titlesAfter(soon)).toEqual([])
    expect(await titlesAfter(60 * minute)).toEqual([])
  })

  it('a nudge about something shared counts nothing of what is private', async () => {
    await world.device(world.me)
    const hers = await world.write(world.partner, { is_private: true })
    await world.react(world.partner, hers)
    await world.reply(world.partner, hers)
    const mine = await world.write(world.me)
    await world.react(world.partner, mine)
    await world.reply(world.partner, mine)
    await world.change(world.me, mine, { is_private: true })
    await world.write(world.partner)
    expect(await titlesAfter(0)).toEqual([])
    await world.wait(soon)
    await world.running.sendDue()
    const shown = world.shown()
    expect(shown.map(({ title }) => title)).toEqual(['Etwas Neues von Željka 💕'])
    expect(shown.map((one) => one.app_badge)).toEqual(['1'])
  })

  it('photos are not counted with their entry, and those that come later are no reason', async () => {
    await world.device(world.me)
    const entry = await world.write(world.partner)
    const add = async (position: number) =>
      world.sql`
        insert into public.photos (entry_id, user_id, position, width, height, placeholder, bytes, visible_since)
        values (${entry}, ${world.partner}, ${position}, 64, 48, 'AAAAAAAA', 1000, private.journal_time())`
    await add(0)
    expect(await titlesAfter(soon)).toEqual(['Etwas Neues von Željka 💕'])
    await world.wait(15 * minute)
    await add(1)
    expect(await titlesAfter(60 * minute)).toEqual([])
  })

  it('a device gets a nudge about what becomes shared', async () => {
    await world.device(world.me)
    const entry = await world.write(world.partner, { is_private: true })
    await titlesAfter(soon)
    await world.change(world.partner, entry, { is_private: false })
    expect(await titlesAfter(soon)).toEqual(['Etwas Neues von Željka 💕'])
  })

  it('a reply counts as an entry does, and leads to the entry that it answers', async () => {
    await world.device(world.me)
    const entry = await world.write(world.me)
    await world.choose(world.me, { entries: false })
    await world.reply(world.partner, entry)
    expect(await titlesAfter(soon)).toEqual([])
    await world.choose(world.me, { reactions: false })
    await world.reply(world.partner, entry)
    await world.wait(15 * minute)
    await world.running.sendDue()
    const [nudge] = world.shown()
    expect(nudge?.title).toBe('2 neue Dinge von Željka')
    expect(nudge?.navigate).toBe(`https://tagebuch.example/?eintrag=${entry}`)
  })

  it('a device gets no nudge about what is switched off', async () => {
    await world.device(world.me)
    await world.choose(world.me, { reactions: false })
    const entry = await world.write(world.me)
    await world.react(world.partner, entry)
    expect(await titlesAfter(soon)).toEqual([])
    await world.choose(world.me, { entries: false, reactions: true })
    await world.write(world.partner)
    expect(await titlesAfter(soon)).toEqual([])
    await world.choose(world.me, { entries: true, reactions: false })
    await world.write(world.partner)
    expect(await titlesAfter(minute)).toEqual(['2 neue Dinge von Željka'])
  })

  it('a person who looks gets no nudge, nor one about what they have looked at', async () => {
    await world.device(world.me)
    world.looksAtJournal(world.me)
    await world.write(world.partner)
    await world.wait(20_000)
    world.looksAtJournal(world.me)
    expect(await titlesAfter(60 * minute)).toEqual([])
    // The page was hidden before this one came, although the look still counts.
    world.looksAtJournal(world.me)
    await world.wait(1_000)
    await world.write(world.partner)
    expect(await titlesAfter(soon)).toEqual([])
    expect(await titlesAfter(30_000)).toEqual(['Etwas Neues von Željka 💕'])
  })
})

describe('around the night', () => {
  it('one nudge tells afterwards what came in quiet hours', async () => {
    await begin('2026-11-20T20:50Z')
    await world.device(world.me)
    await world.until('2026-11-20T21:00:00Z')
    await world.write(world.partner)
    expect(await titlesAfter(minute)).toEqual([])
    await world.until('2026-11-20T23:30:00Z')
    await world.write(world.partner)
    await world.until('2026-11-21T05:59:00Z')
    expect(await titlesAfter(0)).toEqual([])
    expect(await titlesAfter(minute)).toEqual(['2 neue Dinge von Željka'])
    expect(await titlesAfter(60 * minute)).toEqual([])
  })

  it.each([
    ['forward', '2026-03-28T21:30Z', '2026-03-29T04:59:00Z'],
    ['back', '2026-10-24T20:30Z', '2026-10-25T05:59:00Z'],
  ])('ends it by the clock on the wall, when clocks go %s', async (_, evening, before) => {
    await begin(evening)
    await world.device(world.me)
    await world.write(world.partner)
    await world.until(before)
    expect(await titlesAfter(0)).toEqual([])
    expect(await titlesAfter(minute)).toEqual(['Etwas Neues von Željka 💕'])
  })
})

describe('in the morning', () => {
  beforeEach(() => begin('2026-11-20T20:00Z'))

  const tomorrow = { category: 'ideen', scheduled_date: new Date('2026-11-21T19:00Z') }

  it('both people get one nudge about planned ideas and what came in the night', async () => {
    await world.device(world.me)
    await world.device(world.partner)
    const idea = await world.write(world.me, tomorrow)
    await world.write(world.me, { ...tomorrow, is_private: true })
    const done = await world.write(world.me, tomorrow)
    await world.sql`update public.entries set completed = true, completed_at = private.real_time()
      where id = ${done}`
    await titlesAfter(20 * minute)
    await world.until('2026-11-21T03:00:00Z')
    await world.write(world.partner)
    await world.until('2026-11-21T06:00:00Z')
    await world.sender().sendDue()
    const shown = world.shown().toSorted((one, other) => (one.title < other.title ? -1 : 1))
    expect(shown).toMatchObject([
      { title: 'Etwas Neues von Željka 💕', body: 'Für heute ist etwas geplant 📅' },
      {
        title: 'Für heute ist etwas geplant 📅',
        navigate: `https://tagebuch.example/?eintrag=${idea}`,
      },
    ])
    expect(await titlesAfter(60 * minute)).toEqual([])
  })

  it('only a person who wants it gets a nudge about a memory', async () => {
    await world.device(world.me)
    await world.device(world.partner)
    await world.choose(world.partner, { memories: true })
    await world.sql`insert into public.entries (user_id, category, content, created_at, visible_since)
      values (${world.me}, 'gedanken', 'Damals', '2025-11-21T12:00Z', '2025-11-21T12:00Z')`
    await world.until('2026-11-21T06:00:00Z')
    expect(await titlesAfter(0)).toEqual(['Heute gibt es etwas zum Erinnern 💭'])
  })

  it('a memory is no reason where it is private, or put away until that day', async () => {
    await world.device(world.partner)
    await world.choose(world.partner, { memories: true })
    const [, away] = await world.sql<{ id: string }[]>`
      insert into public.entries (user_id, category, content, created_at, visible_since, is_private)
      select ${world.partner}, 'gedanken', 'Damals', '2025-11-21T12:00Z', '2025-11-21T12:00Z', is_private
      from unnest(array[true, false]) is_private returning id::text`
    await world.sql`
      insert into public.memory_marks (user_id, entry_id, until)
      values (${world.partner}, ${away?.id}, '2026-11-21')`
    await world.until('2026-11-21T06:00:00Z')
    expect(await titlesAfter(0)).toEqual([])
  })

  it('a missed morning is dropped after some hours', async () => {
    await world.device(world.me)
    await world.write(world.me, tomorrow)
    await world.until('2026-11-21T10:00:00Z')
    expect(await titlesAfter(0)).toEqual([])
  })
})
