import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people, startTestServer } from '../support/server.ts'
import { bothShow } from '../sync/two-people.ts'
import { eventually, note, openDevice, settled, texts } from '../sync/device.ts'
import { backupBench, type BackupBench } from './support/backup-bench.ts'
import { fillJournal, journalState, operator, type JournalState } from './support/journal-state.ts'
import { long } from '../support/quick.ts'

const length = 3_000
let bench: BackupBench
/** The journal of which `round-trip.json.gz` was taken. */
let roundTrip: JournalState

beforeAll(async () => {
  bench = await backupBench()
})
afterAll(async () => bench.close())

describe('a restored backup', () => {
  it('is of a long journal, was made beside a running server, prints one line and is readable by its owner only', async () => {
    await fillJournal(bench.server.sql(), length)
    roundTrip = await journalState(bench.server.sql())
    const done = await bench.run(['backup'])
    expect(done.code).toBe(0)
    const [, written = '', count] =
      /^Backup written to (\S+) \(2 accounts, (\d+) entries/.exec(done.output) ?? []
    // Some of them were deleted.
    expect(count).toBe(String(length - 20))
    expect(done.output.trim().split('\n')).toHaveLength(1)
    expect(path.dirname(written)).toBe(path.join(bench.dataDir, 'backups'))
    expect(path.basename(written)).toMatch(/^tagebuch-\d{4}-\d{2}-\d{2}-\d{6}\.json\.gz$/)
    expect(statSync(written).mode & 0o777).toBe(0o600)
    expect(readdirSync(path.dirname(written))).toEqual([path.basename(written)])
  })

  it('holds every row of every table to the microsecond, and the passwords', async () => {
    const backup = bench.file('round-trip.json.gz')
    await bench.backup('round-trip.json.gz')
    const jonas = await bench.server.client('Jonas')
    const set = { JOURNAL_NEW_PASSWORD: 'ganz-anderes-passwort' }
    expect((await bench.run(['accounts', 'set-password', 'Željka'], set)).code).toBe(0)
    await bench.server.sql()`delete from public.entries where category = 'ideen'`
    await bench.server.sql()`update public.entries set content = 'überschrieben'`
    await bench.server.sql()`update public.last_looks set seen_until = now()`

    const output = await bench.restore(backup)
    const after = await journalState(bench.server.sql())
    expect(after.tables).toEqual(roundTrip.tables)
    expect(after.epoch).not.toBe(roundTrip.epoch)
    expect((await bench.server.session('Željka')).user).toBeDefined()
    await expect(bench.server.session('Željka', 'ganz-anderes-passwort')).rejects.toThrow(
      'Invalid login credentials',
    )
    // All signed-in people sign in again.
    const old = bench.server.restClient(await jonas.accessToken())
    expect((await old.from('profiles').select('id')).status).toBe(401)
    expect(output).not.toContain('Nr. ')
  })

  it('works as a journal: triggers count, delete and stamp as before', async () => {
    const sql = bench.server.sql()
    const disabled = await sql`
      select from pg_trigger where tgenabled = 'D' and not tgisinternal`
    expect(disabled).toHaveLength(0)
    const [removed] = await sql`delete from public.custom_quotes where id in
      (select id from public.custom_quotes limit 1) returning id::text`
    expect(
      await sql`select from public.removals where row_id = ${String(removed?.['id'])}`,
    ).toHaveLength(1)
  })

  it('left what was there before as a backup that brings that back', long, async () => {
    const backups = path.join(bench.dataDir, 'backups')
    const kept = readdirSync(backups).find((name) => name.endsWith('-before-restore.json.gz'))
    expect(kept).toBeDefined()
    await bench.restore(path.join(backups, kept ?? ''))
    const [row] = await bench.server.sql()`
      select count(*)::int as all, count(*) filter (where content = 'überschrieben')::int as changed
      from public.entries`
    expect(row?.['all']).toBe(row?.['changed'])
    expect((await bench.server.session('Željka', 'ganz-anderes-passwort')).user).toBeDefined()
  })

  it('moves to an empty data directory, where no one gets a new password', long, async () => {
    const moved = bench.file('moved')
    const done = await operator(moved, ['restore', bench.file('round-trip.json.gz'), '--yes']).ended
    expect([done.code, done.output]).toEqual([0, expect.stringContaining('Restored.')])
    const other = await startTestServer({
      dataDir: moved,
      env: { JOURNAL_PASSWORD_1: 'spielt-keine-rolle' },
    })
    try {
      expect((await journalState(other.sql())).tables).toEqual(roundTrip.tables)
      expect((await other.session('Jonas')).user.email).toBe(people.Jonas.identifier)
      // A page that a phone has stored carries the public key.
      expect(other.anonKey).toBe(bench.server.anonKey)
      expect(other.logs()).not.toContain('FIRST START')
    } finally {
      await other.stop()
    }
  })
})

describe('a backup taken while both write', () => {
  it('holds one state: of two rows written together both or neither', async () => {
    const sql = bench.server.sql()
    const ended = new AbortController()
    let pairs = 0
    const writer = (async () => {
      for (; !ended.signal.aborted; pairs += 1)
        await sql`
          with entry as (
            insert into public.entries (user_id, category, content)
            select id, 'erzaehlen', ${`Paar ${pairs}`} from public.profiles where name = 'Jonas'
            returning user_id
          ), quote as (
            insert into public.custom_quotes (user_id, quote_text, quote_author)
            select user_id, ${`Paar ${pairs}`}, 'Paar' from entry
          )
          insert into public.quote_likes (user_id, quote_text, quote_author)
          select user_id, ${`Paar ${pairs}`}, 'Paar' from entry`
    })()
    const backup = await bench.backup('while-writing.json.gz').finally(() => ended.abort())
    await writer
    const lines = gunzipSync(readFileSync(backup)).toString().split('\n')
    const count = (field: string) =>
      lines.filter((line) => line.includes(`"${field}":"Paar `)).length
    const entries = count('content')
    expect(entries).toBeGreaterThan(0)
    expect(pairs).toBeGreaterThan(entries)
    expect(lines.filter((line) => line.includes('"quote_author":"Paar"'))).toHaveLength(entries * 2)
  })

  it('goes to BACKUP_DIR unless a path is given', async () => {
    const folder = bench.file('elsewhere')
    expect(await bench.run(['backup'], { BACKUP_DIR: folder })).toMatchObject({ code: 0 })
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^tagebuch-.*\.json\.gz$/)])
  })

  it('never replaces a file that is there', async () => {
    const again = await bench.run(['backup', bench.file('while-writing.json.gz')])
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('exists already')])
  })
})

describe('a backup that a crash interrupted', () => {
  it(
    'leaves a draft that a later backup takes away, and only when no other process writes it',
    long,
    async () => {
      const folder = bench.file('broken-off')
      mkdirSync(folder)
      const drafts = () => readdirSync(folder).filter((name) => name.endsWith('.draft'))
      await bench.server.sql().transaction(async (transaction) => {
        // The backup waits for this table when its draft is open.
        await transaction`lock table public.entries in access exclusive mode`
        const broken = operator(bench.dataDir, ['backup', folder])
        await eventually(
          async () => drafts(),
          ({ length }) => length === 1,
        )
        broken.process.kill('SIGKILL')
        await broken.ended
      })
      const [draft = ''] = drafts()
      const now = new Date()
      utimesSync(path.join(folder, draft), now, now)
      await bench.backup('broken-off/soon.json.gz')
      expect(drafts()).toEqual([draft])
      const before = new Date(now.getTime() - 3_600_000)
      utimesSync(path.join(folder, draft), before, before)
      // As 0.1.0 named them.
      const older = 'tagebuch-2026-11-20-183000.json.gz.4711.draft'
      writeFileSync(path.join(folder, older), '')
      utimesSync(path.join(folder, older), before, before)
      await bench.backup('broken-off/later.json.gz')
      expect(readdirSync(folder).toSorted()).toEqual(['later.json.gz', 'soon.json.gz'])
    },
  )
})

describe('a device after a restore', () => {
  let bench: BackupBench
  beforeAll(async () => {
    bench = await backupBench()
  })
  afterAll(async () => bench.close())

  it('rebuilds its copy and keeps its outbox, and so does the partner’s: both show the same', async () => {
    const jonas = await openDevice(bench.server, 'Jonas', { freshSession: true })
    const zeljka = await openDevice(bench.server, 'Željka', { freshSession: true })
    const before = jonas.journal.createEntry(note('vorher'))
    await settled(jonas)
    const backup = await bench.backup('device.json.gz')
    const lost = jonas.journal.createEntry(note('danach'))
    zeljka.journal.createEntry(note('danach von mir'))
    jonas.journal.write({ action: 'toggle-completed', entryId: before, completed: true })
    await settled(jonas)
    await bothShow([jonas, zeljka], ['danach', 'danach von mir', 'vorher'])
    for (const device of [jonas, zeljka]) device.setNetwork(() => 'lost')
    jonas.journal.createEntry(note('im Ausgang'))
    jonas.journal.write({ action: 'add-reaction', entryId: lost, emoji: '🔥' })
    jonas.journal.write({ action: 'add-reaction', entryId: before, emoji: '🎉' })
    zeljka.journal.createEntry(note('auch im Ausgang', { isPrivate: true }))
    zeljka.journal.write({ action: 'add-reaction', entryId: before, emoji: '❤️' })
    zeljka.journal.write({
      action: 'add-custom-quote',
      quote: { text: 'Alles fließt', author: 'Heraklit' },
    })

    await bench.restore(backup)
    for (const [device, name] of [
      [jonas, 'Jonas'],
      [zeljka, 'Željka'],
    ] as const) {
      device.setNetwork(() => 'arrives')
      device.session.wake()
      await expect.poll(async () => device.session.connection()).toBe('signed-out')
      expect(device.session.unsentCount()).toBe(3)
      const { identifier, password } = people[name]
      await device.backend.signIn(identifier, password)
      await settled(device)
    }
    await bothShow([jonas], ['im Ausgang', 'vorher'])
    await bothShow([zeljka], ['auch im Ausgang', 'im Ausgang', 'vorher'])
    for (const { journal } of [jonas, zeljka]) {
      const { entry, quotes } = await eventually(
        async () => ({ entry: await journal.entry(before), quotes: journal.customQuotes() }),
        (seen) => seen.entry?.reactions.length === 2 && seen.quotes.length > 0,
      )
      const reactions = entry?.reactions.map(({ emoji }) => emoji).toSorted()
      expect([entry?.completed, reactions]).toEqual([false, ['❤️', '🎉'].toSorted()])
      expect(await journal.entry(lost)).toBeUndefined()
      expect(quotes).toMatchObject([{ text: 'Alles fließt' }])
    }
    await zeljka.close()
    await jonas.close()
  })

  it('sends no edit made before the restore over a newer text', long, async () => {
    const idea = (content: string) => note(content, { category: 'ideen' })
    const jonas = await openDevice(bench.server, 'Jonas', { freshSession: true })
    const fits = jonas.journal.createEntry(idea('Zelten'))
    const alone = jonas.journal.createEntry(idea('Kochen'))
    await settled(jonas)
    const backup = await bench.backup('before-edits.json.gz')
    // After the backup each text changes once, and the unsent edit is based on that.
    jonas.journal.write({ action: 'edit-entry', entryId: fits, edit: idea('Zelten am See') })
    jonas.journal.write({ action: 'edit-entry', entryId: alone, edit: idea('Kochen mit Mama') })
    await settled(jonas)
    jonas.setNetwork(() => 'lost')
    jonas.journal.write({ action: 'edit-entry', entryId: fits, edit: idea('Zelten am Meer') })
    jonas.journal.write({ action: 'edit-entry', entryId: alone, edit: idea('Kochen mit Oma') })

    await bench.restore(backup)
    const željka = await openDevice(bench.server, 'Željka', { freshSession: true })
    await settled(željka)
    željka.journal.write({ action: 'edit-entry', entryId: fits, edit: idea('Zelten im Wald') })
    await settled(željka)
    jonas.setNetwork(() => 'arrives')
    await jonas.backend.signIn(people.Jonas.identifier, people.Jonas.password)
    const refusals = await eventually(
      async () => jonas.journal.refusals(),
      (all) => all.length === 2,
    )
    expect(refusals).toMatchObject([
      { reason: 'stale', entryId: fits, keptText: 'Zelten am Meer' },
      { reason: 'stale', entryId: alone, keptText: 'Kochen mit Oma' },
    ])
    await eventually(
      async () => texts(jonas.journal),
      (shown) => shown.includes('Zelten im Wald') && shown.includes('Kochen'),
    )
    const kept =
      await bench.server.sql()`select content from public.entries where id in (${fits}, ${alone})`
    expect(kept.map((row) => String(row['content'])).toSorted()).toEqual([
      'Kochen',
      'Zelten im Wald',
    ])
    await željka.close()
    await jonas.close()
  })
})
