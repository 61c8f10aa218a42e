import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInQuotes } from '../../src/content/quote-list.ts'
import { readBackup } from '../../src/server/backup/read-backup.ts'
import { people, startTestServer, type PersonName, type TestServer } from '../support/server.ts'
import {
  backupFile,
  noClusterHere,
  notedRows,
  unpackDataDir,
  type NotedRows,
} from '../support/fixture-0.1.0.ts'
import { backupBench } from './support/backup-bench.ts'

const noted = notedRows()
/** A wrong text of 0.1.0: a version that corrects it moves its likes. */
const changingAuthor = 'Marie von Ebner-Eschenbach'

type Row = NotedRows['entries'][number]
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Columns that 0.1.0 had, with times in one form, to the microsecond; `but` are left out. */
function comparable(rows: readonly Row[], like: readonly Row[], but = ''): Row[] {
  const columns = Object.keys(like[0] ?? {}).filter((column) => column !== but)
  return rows
    .map((row) => Object.fromEntries(columns.map((column) => [column, sameForm(row[column])])))
    .toSorted((one, other) => text(one['id']).localeCompare(text(other['id'])))
}

function sameForm(value: unknown): unknown {
  const time = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|\+00(?::00)?)$/.exec(
    text(value),
  )
  if (time === null) return value
  return `${time[1]}T${time[2]}.${(time[3] ?? '').padEnd(6, '0')}Z`
}

/** Likes of a text that a later version corrects have the corrected text. */
function expectLikes(rows: readonly Row[]): void {
  const known = new Set(builtInQuotes.map(({ text: quote, author }) => `${quote} ${author}`))
  const isChanging = (row: Row) => row['quote_author'] === changingAuthor
  const plain = (all: readonly Row[]) =>
    comparable(
      all.filter((row) => !isChanging(row)),
      noted.quote_likes,
    )
  expect(plain(rows)).toEqual(plain(noted.quote_likes))
  const changing = rows.filter(isChanging)
  const everybody = new Set(noted.profiles.map((row) => row['id']))
  expect(changing).toHaveLength(2)
  expect(new Set(changing.map((row) => row['user_id']))).toEqual(everybody)
  for (const row of changing)
    expect(known).toContain(`${text(row['quote_text'])} ${text(row['quote_author'])}`)
}

/** What each person sees through the unmodified client is what 0.1.0 held for them. */
async function expectNotedRows(server: TestServer): Promise<void> {
  for (const name of Object.keys(people) as PersonName[]) {
    const { rest, id } = await server.client(name)
    const see = async (table: keyof NotedRows) => {
      const { data, error } = await rest.from(table).select('*')
      expect(error).toBeNull()
      return (data ?? []) as Row[]
    }
    const isVisible = (row: Row) => row['is_private'] !== true || row['user_id'] === id
    const visible = noted.entries.filter(isVisible)
    const ids = new Set(visible.map((row) => row['id']))
    // A restore draws new edit versions.
    expect(comparable(await see('entries'), noted.entries, 'edit_version')).toEqual(
      comparable(visible, noted.entries, 'edit_version'),
    )
    expect(comparable(await see('reactions'), noted.reactions)).toEqual(
      comparable(
        noted.reactions.filter((row) => ids.has(row['entry_id'])),
        noted.reactions,
      ),
    )
    expect(comparable(await see('custom_quotes'), noted.custom_quotes)).toEqual(
      comparable(noted.custom_quotes, noted.custom_quotes),
    )
    // A start updates the profile's time if the name changed; the rest stays.
    expect(comparable(await see('profiles'), noted.profiles, 'updated_at')).toEqual(
      comparable(noted.profiles, noted.profiles, 'updated_at'),
    )
    expect(comparable(await see('last_looks'), noted.last_looks)).toEqual(
      comparable(
        noted.last_looks.filter((row) => row['id'] === id),
        noted.last_looks,
      ),
    )
    expectLikes(await see('quote_likes'))
  }
  const removals = await server.sql()<{ row: Row }[]>`
    select to_jsonb(r) as row from public.removals r`
  const known = new Set(noted.removals.map((row) => row['id']))
  expect(
    comparable(
      removals.map(({ row }) => row).filter((row) => known.has(row['id'])),
      noted.removals,
    ),
  ).toEqual(comparable(noted.removals, noted.removals))
}

/** Before the update the journal was backed up, as 0.1.0 had it. */
async function expectBackupFirst(server: TestServer): Promise<void> {
  const folder = path.join(server.dataDir, 'backups')
  const made = readdirSync(folder).filter((name) => name.endsWith('-before-update.json.gz'))
  expect(made).toHaveLength(1)
  const backup = path.join(folder, made[0] ?? '')
  expect(server.logs()).toContain(`Updating the database; as it was it is in ${backup} (2 accounts`)
  const { header, counts } = await readBackup(backup)
  expect(header.schema).toBe((await readBackup(backupFile)).header.schema)
  expect(counts['public.entries']).toBe(noted.entries.length)
}

describe.skipIf(noClusterHere !== undefined)(
  `the data directory of 0.1.0 ${noClusterHere === undefined ? '' : `(${noClusterHere})`}`,
  () => {
    let dataDir: string
    beforeAll(() => {
      dataDir = unpackDataDir()
    })
    afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

    it('starts, both sign in with their old passwords, and each sees exactly the rows it held', async () => {
      const server = await startTestServer({ dataDir })
      try {
        await expectNotedRows(server)
        expect(server.logs()).not.toContain('FIRST START')
        await expectBackupFirst(server)
      } finally {
        await server.stop()
      }
    })
  },
)

describe('the backup of 0.1.0', () => {
  it('is restored with exactly the rows it was taken of, and both passwords, and no session', async () => {
    const bench = await backupBench()
    try {
      await bench.restore(backupFile)
      await expectNotedRows(bench.server)
      // A restore ended the sessions of the backup, so each has one by now.
      const { output } = await bench.run(['accounts', 'list'])
      for (const { identifier } of Object.values(people))
        expect(output).toContain(`${identifier}  1 signed-in device\n`)
    } finally {
      await bench.close()
    }
  })
})
