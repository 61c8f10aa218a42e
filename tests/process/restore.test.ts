import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backupBench, type BackupBench } from './support/backup-bench.ts'
import { fillJournal, journalState, operator, type JournalState } from './support/journal-state.ts'
import { inShort, long } from '../support/quick.ts'

let bench: BackupBench

beforeAll(async () => {
  bench = await backupBench()
  await fillJournal(bench.server.sql(), 3_000)
  await bench.backup('journal.json.gz')
  await bench.server.sql()`update public.entries set content = 'alt'`
})
afterAll(async () => bench.close())

describe('a restore is refused', () => {
  let intact: JournalState

  it('while the server runs', async () => {
    intact = await journalState(bench.server.sql())
    const refused = await bench.run(['restore', bench.file('journal.json.gz'), '--yes'])
    expect(refused.code).toBe(1)
    expect(refused.output.trim().split('\n')).toEqual([expect.stringContaining('already running')])
    expect((await fetch(`${bench.server.url}/healthz`)).status).toBe(200)
    await bench.server.stop()
  })

  const rewritten = (change: (lines: string[]) => void) => (original: Buffer) => {
    const lines = gunzipSync(original).toString().split('\n').slice(0, -1)
    change(lines)
    return gzipSync(lines.map((line) => `${line}\n`).join(''))
  }
  /** As a clever hand would: with the counts and the checksum made to fit. */
  const forged = (change: (lines: string[]) => void) =>
    rewritten((lines) => {
      const { counts } = JSON.parse(lines.pop() ?? '') as { counts: unknown }
      change(lines)
      const sha256 = createHash('sha256')
        .update(lines.map((line) => `${line}\n`).join(''))
        .digest('hex')
      lines.push(JSON.stringify({ counts, sha256 }))
    })
  const replaced = (from: string, to: string) => (lines: string[]) => {
    const at = lines.findIndex((line) => line.includes(from))
    lines[at] = lines[at]?.replace(from, to) ?? ''
  }
  /** With one more row after the first of a table, and the count to match. */
  const grown = (table: string, change: (row: string) => string) =>
    rewritten((lines) => {
      const end = JSON.parse(lines.pop() ?? '') as { counts: Record<string, number> }
      const at = lines.findIndex((line) => line.startsWith(`{"table":"${table}"`)) + 1
      lines.splice(at, 0, change(lines[at] ?? ''))
      const counts = { ...end.counts, [table]: (end.counts[table] ?? 0) + 1 }
      const sha256 = createHash('sha256')
        .update(lines.map((line) => `${line}\n`).join(''))
        .digest('hex')
      lines.push(JSON.stringify({ counts, sha256 }))
    })
  const damages: [string, RegExp, (original: Buffer) => Buffer][] = [
    ['is cut off', /complete gzip/, (original) => original.subarray(0, original.length - 100)],
    ['was edited', /checksum/, rewritten(replaced('Grüße', 'Grüsse'))],
    [
      'holds a row the database refuses',
      /could not be restored \(23514\)/,
      forged(replaced('"gedanken"', '"anderes"')),
    ],
    [
      'holds a third account',
      /accounts .* are not the ones it names/,
      grown('auth.users', (row) =>
        row
          .replace(/"id":"[^"]{8}/, '"id":"00000000')
          .replace(/"email":"[^"]*"/, '"email":"dritte@tagebuch.internal"'),
      ),
    ],
    ['is cut off early', /complete gzip/, (original) => original.subarray(0, 5000)],
    ['is empty', /complete gzip|end is missing/, () => Buffer.alloc(0)],
    [
      'is another text',
      /first line is not understood/,
      () => Buffer.from('{"format":"unser-tagebuch","version":1}\n'),
    ],
    [
      'has a flipped bit',
      /damaged/,
      (original) => {
        const copy = Buffer.from(original)
        const at = copy.length >> 1
        copy[at] = (copy[at] ?? 0) ^ 4
        return copy
      },
    ],
    ['lacks its end', /end is missing/, rewritten((lines) => lines.splice(-1))],
    ['lacks a row', /rows are missing/, forged((lines) => lines.splice(-1))],
    [
      'has a row with another column',
      /other columns/,
      forged(replaced('"is_private":', '"isPrivate":')),
    ],
    [
      'has its tables in another order',
      /not in order/,
      forged(replaced('{"table":"public.removals"', '{"table":"public.last_looks"')),
    ],
    ['has a later version', /update the program/, forged(replaced('"version":1', '"version":2'))],
    ['has a newer schema', /newer version/, forged(replaced('"schema":"20', '"schema":"30'))],
    [
      'makes more of an account than a person',
      /accounts .* are not the ones it names/,
      forged(replaced('"role":"authenticated"', '"role":"service_role"')),
    ],
    [
      'has a column of the accounts that no backup has',
      /columns that no backup has/,
      forged(replaced('"encrypted_password"', '"is_super_admin"')),
    ],
    [
      'holds a reaction without entry',
      /could not be restored \(23503\)/,
      forged((lines) => {
        const at = lines.findIndex((line) => line.includes('"entry_id":"'))
        lines[at] = lines[at]?.replace(/"entry_id":"[^"]{8}/, '"entry_id":"00000000') ?? ''
      }),
    ],
  ]

  let refusedByDatabase = 0
  it.each(inShort(4, damages))('when the file %s', async (_, reason, damage) => {
    const damagedFile = bench.file('damaged.json.gz')
    writeFileSync(damagedFile, damage(readFileSync(bench.file('journal.json.gz'))))
    const refused = await bench.run(['restore', damagedFile, '--yes'])
    expect(refused.code).toBe(1)
    expect(refused.output).toMatch(reason)
    if (refused.output.includes('What was there is kept')) refusedByDatabase += 1
    expect(refused.output).not.toContain('Nr. ')
  })

  it('and the file’s text does not control the terminal', long, async () => {
    const hostile = 'jonas\u001b]0;x\u0007\r\u202e\u009b2J@tagebuch.internal'
    const file = bench.file('hostile.json.gz')
    const named = forged((lines) => {
      const header = JSON.parse(lines[0] ?? '') as { identifiers: string[] }
      lines[0] = JSON.stringify({ ...header, identifiers: [hostile, header.identifiers[1]] })
    })
    writeFileSync(file, named(readFileSync(bench.file('journal.json.gz'))))
    const refused = await bench.run(['restore', file, '--yes'])
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('belongs to')])
    expect(refused.output).toContain('jonas\\u{1b}]0;x\\u{7}\\u{d}\\u{202e}\\u{9b}2J@')
    expect(refused.output.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
  })

  it('if there is no such file, no one confirms, or the accounts are others', async () => {
    const missing = await bench.run(['restore', bench.file('nirgends.json.gz'), '--yes'])
    expect([missing.code, missing.output]).toEqual([1, expect.stringContaining('(ENOENT)')])
    const silent = await bench.run(['restore', bench.file('journal.json.gz')])
    expect([silent.code, silent.output]).toEqual([1, expect.stringContaining('--yes')])
    const config = bench.file('others.json')
    const [first, second] = ['ana', 'ivo'].map((name) => ({
      name,
      identifier: `${name}@tagebuch.internal`,
    }))
    writeFileSync(
      config,
      JSON.stringify({
        title: 'Anderes',
        timeZone: 'Europe/Berlin',
        partners: [first, second],
        specialDays: [],
        daysCounterFrom: '2025-08-17',
      }),
    )
    const elsewhere = bench.file('never-made')
    const others = await operator(elsewhere, ['restore', bench.file('journal.json.gz'), '--yes'], {
      JOURNAL_CONFIG: config,
    }).ended
    expect([others.code, others.output]).toEqual([
      1,
      expect.stringContaining('identifiers of the file'),
    ])
    expect(existsSync(elsewhere)).toBe(false)
  })

  it('and then everything is as it was', async () => {
    await bench.start()
    expect(await journalState(bench.server.sql())).toEqual(intact)
    const kept = readdirSync(path.join(bench.dataDir, 'backups'))
    // Only what the database itself refused had got as far as the safety backup.
    expect(kept).toHaveLength(refusedByDatabase)
  })
})

// Two restores, and six starts of the server.
describe('a restored journal', { timeout: 180_000 }, () => {
  const restoredTo = async () => {
    const { rest } = await bench.server.client('Jonas')
    const { data } = await rest
      .from('journal')
      .select('restored_to')
      .single<{ restored_to: string }>()
    return data?.restored_to
  }
  const takenAt = (file: string) =>
    (
      JSON.parse(gunzipSync(readFileSync(file)).toString().split('\n')[0] ?? '') as {
        takenAt: string
      }
    ).takenAt

  it('keeps private what was hidden since, and says when its backup was taken; so does a copy of it', async () => {
    const sql = bench.server.sql()
    const [shown] = await sql<{ id: string }[]>`
      select id::text from public.entries where not is_private order by id limit 1`
    await sql`update public.entries set is_private = true where id = ${shown?.id ?? ''}`
    const early = bench.file('journal.json.gz')
    expect(await bench.restore(early)).toContain(
      '\n1 entry that is shared in the backup is private',
    )
    const kept = await bench.server.sql()`
      select from public.entries where id = ${shown?.id ?? ''} and is_private`
    expect(kept).toHaveLength(1)
    expect(new Date((await restoredTo()) ?? 0).toISOString()).toBe(takenAt(early))

    const late = await bench.backup('later.json.gz')
    await bench.server.stop()
    const copy = bench.file('copy')
    cpSync(bench.dataDir, copy, { recursive: true })
    await bench.start()
    expect(await bench.restore(late)).not.toContain('is private')
    expect(new Date((await restoredTo()) ?? 0).toISOString()).toBe(takenAt(late))
    await bench.server.stop()
    rmSync(bench.dataDir, { recursive: true })
    cpSync(copy, bench.dataDir, { recursive: true })
    await bench.start()
    // The fact as the copy holds it: it cannot know that it was put back.
    expect(new Date((await restoredTo()) ?? 0).toISOString()).toBe(takenAt(early))
  })
})

// Four restores, each with two starts.
describe('a restore that is killed', { timeout: 180_000 }, () => {
  it('leaves the old or the new journal, never half of one', long, async () => {
    const taken = await journalState(bench.server.sql())
    const file = await bench.backup('before-the-kills.json.gz')
    await bench.server.sql()`update public.entries set content = 'anders'`
    const seen = new Set<string>()
    for (const wait of [0, 150, 400, 1500]) {
      const old = await journalState(bench.server.sql())
      await bench.server.stop()
      const restoring = operator(bench.dataDir, ['restore', file, '--yes'])
      await expect.poll(async () => restoring.output()).toContain('What was there is kept')
      await new Promise((resolve) => setTimeout(resolve, wait))
      restoring.process.kill('SIGKILL')
      await restoring.ended
      await bench.start()
      const now = await journalState(bench.server.sql())
      // The epoch says which of the two it claims to be; then all of it must be that one.
      const expected = now.epoch === old.epoch ? old.tables : taken.tables
      seen.add(now.epoch === old.epoch ? 'old' : 'new')
      expect(now.tables).toEqual(expected)
      if (seen.has('new')) break
    }
    expect(seen).toContain('old')
  })
})
