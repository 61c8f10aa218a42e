import { describe, expect, it, vi } from 'vitest'

import type { EntryId } from '../../src/domain/ids.ts'
import { systemTimers } from '../../src/web/browser/timers.ts'
import { bothShow, jonas, openJonas, server, withBoth, zeljka } from './two-people.ts'
import {
  eventually,
  fair,
  hastyTimers,
  note,
  offline,
  openDevice,
  settled,
  texts,
  type Device,
  type Fate,
} from './device.ts'
import { long } from '../support/quick.ts'

withBoth({ realtime: false })

const entryOf = (device: Device, id: EntryId) => async () => {
  device.session.wake()
  return device.journal.entry(id)
}

async function sharedIdea(content: string): Promise<EntryId> {
  const id = jonas.journal.createEntry(note(content, { category: 'ideen' }))
  await settled(jonas)
  await eventually(entryOf(zeljka, id), (entry) => entry !== undefined)
  return id
}

describe('two tabs', () => {
  it('show the same and send everything once', async () => {
    const tab = await jonas.openTab()
    const posts: string[] = []
    jonas.setNetwork(({ method, url }) => {
      if (method === 'POST') posts.push(url)
      return 'arrives'
    })
    jonas.journal.createEntry(note('von links'))
    tab.journal.createEntry(note('von rechts'))
    await bothShow([jonas, { ...jonas, journal: tab.journal }], ['von links', 'von rechts'])
    await settled(jonas)
    expect(posts).toHaveLength(2)
    await tab.stop()
  })

  it('send at once what the other stored and does not send itself', async () => {
    await settled(jonas)
    const tab = await jonas.openTab(new Promise<void>(() => undefined))
    tab.journal.createEntry(note('von nebenan'))
    await expect.poll(async () => server.sql()`select content from public.entries`).toHaveLength(1)
    await tab.stop()
  })

  it('take over from a tab that ended while sending', async () => {
    let sent = 0
    jonas.setNetwork(({ method }) => {
      // Without an answer to a read nothing is sent.
      if (method !== 'POST') return 'arrives'
      sent += 1
      return 'answer-lost'
    })
    jonas.journal.createEntry(note('unterbrochen'))
    await expect.poll(async () => sent).toBeGreaterThan(0)
    await jonas.reload()
    jonas.setNetwork(fair)
    jonas.session.wake()
    await settled(jonas)
    expect(await server.sql()`select content from public.entries`).toHaveLength(1)
  })
})

describe('the first screen', () => {
  it('is drawn before a copy that can be shown is synced', async () => {
    await sharedIdea('steht schon hier')
    // Or what the first tab still asks for would be noted.
    await jonas.session.stop()
    const requests: string[] = []
    jonas.setNetwork(({ url }) => {
      requests.push(url)
      return 'arrives'
    })
    let sayDrawn = () => undefined as void
    await jonas.reload(
      new Promise<void>((resolve) => {
        sayDrawn = resolve
      }),
    )
    jonas.journal.createEntry(note('vorher geschrieben'))
    // Meanwhile another device beside it sends and hears an answer.
    zeljka.journal.createEntry(note('kommt gerade'))
    await settled(zeljka)
    expect(new Set(await texts(jonas.journal))).toEqual(
      new Set(['steht schon hier', 'vorher geschrieben']),
    )
    expect(requests).toEqual([])
    sayDrawn()
    await bothShow([jonas, zeljka], ['kommt gerade', 'steht schon hier', 'vorher geschrieben'])
  })

  it('waits for the network where there is nothing to show', async () => {
    await sharedIdea('nur auf dem Server')
    await jonas.close()
    const never = new Promise<void>(() => undefined)
    await openJonas({ realtime: false, drawn: never })
    await expect.poll(async () => texts(jonas.journal)).toContain('nur auf dem Server')
  })
})

describe('a write while nothing waits', () => {
  it('is sent once, and writes during its request are merged', async () => {
    const sent: string[] = []
    let release = () => undefined as void
    const answered = new Promise<void>((resolve) => {
      release = resolve
    })
    jonas.setNetwork(async ({ method }): Promise<Fate> => {
      if (method === 'GET') return 'arrives'
      sent.push(method)
      if (method === 'POST') await answered
      return 'arrives'
    })
    const id = jonas.journal.createEntry(note('sofort'))
    await expect.poll(async () => sent).toHaveLength(1)
    for (const completed of [true, false, true])
      jonas.journal.write({ action: 'toggle-completed', entryId: id, completed })
    release()
    await settled(jonas)
    expect(sent).toEqual(['POST', 'PATCH'])
    expect(await server.sql()`select completed from public.entries`).toEqual([{ completed: true }])
  })
})

describe('a deletion whose time is over', () => {
  it('is sent even if the device could not store its release at first', async () => {
    const id = jonas.journal.createEntry(note('weg damit'))
    await settled(jonas)
    // The release of the deletion is the first to take a row away.
    const fault = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      fault.mockRestore()
      throw new DOMException('once', 'UnknownError')
    })
    jonas.journal.write({ action: 'delete-entry', entryId: id })
    await settled(jonas)
    expect(await server.sql()`select from public.entries`).toHaveLength(0)
  })
})

describe('the copy and the server', () => {
  it('reads a long journal page by page, newest first, and goes on after a reload', async () => {
    await server.sql()`
      insert into public.entries (id, user_id, category, content, is_private, completed, created_at)
      select gen_random_uuid(), ${zeljka.id}, 'gedanken', 'Nr. ' || n, false, false,
        now() - n * interval '1 minute'
      from generate_series(1, 230) n`
    const fresh = await openDevice(server, 'Jonas', { realtime: false, pageSize: 40 })
    // Two devices of one person in one process would share a database: this one creates it again.
    await fresh.session.wipe()
    await jonas.reload()
    await settled(jonas)
    const count = async () => jonas.journal.entries().length
    expect(await eventually(count, (entries) => entries === 230)).toBe(230)
    await fresh.backend.close()
  })

  it('rebuilds after a restore changed the epoch, and keeps what waits', async () => {
    const id = await sharedIdea('bleibt nicht')
    jonas.setNetwork(offline)
    jonas.journal.createEntry(note('wartet noch'))
    await server.sql().transaction(async (transaction) => {
      await transaction`set local session_replication_role = replica`
      await transaction`delete from public.entries`
      await transaction`update public.journal set epoch = gen_random_uuid()`
    })
    jonas.setNetwork(fair)
    jonas.session.wake()
    await eventually(entryOf(jonas, id), (entry) => entry === undefined)
    await settled(jonas)
    expect(await texts(jonas.journal)).toEqual(['wartet noch'])
  })

  it('rebuilds when the server is behind what was already seen, epoch or not', long, async () => {
    const id = await sharedIdea('vergessen')
    await eventually(entryOf(zeljka, id), (entry) => entry?.pending === false)
    await server.emptyJournal()
    const gone = await eventually(entryOf(zeljka, id), (entry) => entry === undefined)
    expect(gone).toBeUndefined()
  })

  it('keeps the copy when the server shows no journal', async () => {
    const id = await sharedIdea('bleibt')
    const answers: string[] = []
    const sql = server.sql()
    await sql`create table public.journal_aside as select * from public.journal`
    await sql`delete from public.journal`
    jonas.setNetwork(({ url }) => {
      answers.push(url)
      return 'arrives'
    })
    jonas.session.wake()
    await expect
      .poll(async () => answers.filter((url) => url.includes('/journal')).length)
      .toBeGreaterThanOrEqual(2)
    await sql`insert into public.journal select * from public.journal_aside`
    await sql`drop table public.journal_aside`
    expect(await jonas.journal.entry(id)).toBeDefined()
    expect(jonas.journal.status().hasData).toBe(true)
  })

  it('never writes the future, even with a wrong device clock', async () => {
    await jonas.close()
    const ahead = { ...hastyTimers, now: () => systemTimers.now() + 3 * 24 * 3600 * 1000 }
    await openJonas({ realtime: false, timers: ahead })
    const id = jonas.journal.createEntry(note('aus der Zukunft'))
    jonas.journal.write({ action: 'toggle-completed', entryId: id, completed: true })
    await settled(jonas)
    const rows = await server.sql()`
      select created_at <= now() and completed_at <= now() as past from public.entries`
    expect(rows[0]).toEqual({ past: true })
    expect(jonas.journal.refusals()).toEqual([])
  })
})
