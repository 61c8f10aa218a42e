import { contentLimit } from '../../src/domain/limits.ts'
import { truncateSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { rewritten, takeAlong, withoutDigests, type FilePart } from '../support/book.ts'
import { saysMemory, takenMemory } from '../support/memory.ts'
import { bench, withBackupBench } from './support/backup-bench.ts'
import { fillJournal, journalState } from './support/journal-state.ts'

/* The messages of `npm run import` about files that are not as the app wrote them. */

let good: string

withBackupBench()
beforeAll(async () => {
  await fillJournal(bench.server.sql(), 300)
  good = await takeAlong(bench.server, 'Jonas', true)
  await bench.server.sql()`truncate entries, reactions, quote_likes, custom_quotes, removals cascade`
})

/** The file in which each row of a part is changed. */
const withRows = (part: string, change: (row: Record<string, unknown>) => unknown) =>
  rewritten(good, (parts) =>
    parts.map(([name, value]): FilePart => [
      name,
      name === part ? (value as Record<string, unknown>[]).map(change) : value,
    ]),
  )
const withEntries = (given: object) => withRows('entries', (row) => ({ ...row, ...given }))
const withHeader = (given: object) =>
  rewritten(good, (parts) =>
    parts.map(([name, value]): FilePart => [
      name,
      name === 'header' ? { ...(value as object), ...given } : value,
    ]),
  )
const people = [
  { name: 'Ada', identifier: 'ada@tagebuch.internal' },
  { name: 'Bob', identifier: 'bob@tagebuch.internal' },
]
const afterHeader = (line: string) =>
  good.replace('<script type="application/json" data-part="entries">', `${line}\n$&`)
const entriesPart = (json: string) =>
  afterHeader(`<script type="application/json" data-part="entries">${json}</script>`)
const nested = '['.repeat(1_000_000) + ']'.repeat(1_000_000)

const cutOff = / is cut off, or rows of it are missing$/
const damaged = / is damaged or was changed: it says what cannot be$/
const endOfTime = '9999-12-31T23:59:59.000000Z'
const before1970 = '1969-12-31T23:59:59.000000Z'
const partOf = (name: string) => new RegExp(`<script [^>]*data-part="${name}">.*\\n`)
const prototype = (row: object): unknown => JSON.parse(`{"__proto__":${JSON.stringify(row)}}`)
const withPrototype = (row: object): unknown =>
  JSON.parse(JSON.stringify(row).replace('{', '{"__proto__":{"is_private":true},'))

const damagedFiles: Readonly<Record<string, () => string>> = {
  'a million nested brackets': () => entriesPart(nested),
  'brackets that never close': () => entriesPart('['.repeat(1_000_000)),
  'ten megabytes of wrong rows': () => entriesPart(`[${'{},'.repeat(3_300_000)}{}]`),
  'a lone surrogate': () => withEntries({ content: 'a\uD800b' }),
  'a prototype': () => withRows('entries', prototype),
  'a prototype beside its fields': () => withRows('entries', withPrototype),
  'no digests': () => withoutDigests(good),
  'two headers': () => good.replace(partOf('header'), '$&$&'),
  'two ends': () => good.replace(partOf('end'), '$&$&'),
  'a time at infinity': () => withEntries({ created_at: 'infinity' }),
  'a time of the year 9999': () => withEntries({ created_at: endOfTime }),
  'a time of before 1970': () => withEntries({ created_at: before1970 }),
  'no time': () => withEntries({ created_at: null }),
  'done in the year 9999': () => withEntries({ completed: true, completed_at: endOfTime }),
  'planned for the year 9999': () => withEntries({ category: 'ideen', scheduled_date: endOfTime }),
  'marked until infinity': () => withRows('memory_marks', (row) => ({ ...row, until: 'infinity' })),
  'a text that is too long': () => withEntries({ content: 'x'.repeat(contentLimit + 1) }),
  'an emoji that is none of ours': () => withRows('reactions', (row) => ({ ...row, emoji: 'x' })),
  'an id that is none': () => withEntries({ id: 'x' }),
  'a third person': () => withEntries({ user_id: 2 }),
  'one edited letter': () => good.replace('"content":"', '"content":"X'),
  'half of the file': () => good.slice(0, good.length / 2),
}

const cases: readonly (readonly [what: string, file: () => string, sentence: RegExp])[] = [
  ...Object.entries(damagedFiles).map(([what, file]) => [what, file, damaged] as const),
  ['a part twice', () => good.replace(partOf('entries'), '$&$&'), cutOff],
  ['a file without its end', () => good.slice(0, good.search(partOf('end'))), cutOff],
  [
    'a newer version',
    () => withHeader({ version: 3 }),
    / was made by a newer version of this program: update first$/,
  ],
  [
    'a stranger’s journal',
    () => withHeader({ people }),
    / belongs to ada@tagebuch.internal and bob@tagebuch.internal, who are not the two people of this journal$/,
  ],
  ['another text', () => 'Liebes Tagebuch!', / is no file of "Alles mitnehmen"$/],
  ['nothing', () => '', / is no file of "Alles mitnehmen"$/],
]

describe('npm run import refuses with one sentence, and writes nothing,', () => {
  async function refused(file: string, sentence: RegExp, ...others: string[]): Promise<void> {
    const before = await journalState(bench.server.sql())
    const { code, output } = await bench.run(['import', ...others, file, '--yes'], saysMemory)
    const said = output.split('\n').filter((line) => !/^(memory \d+)?$/.test(line))
    expect([code, said]).toEqual([1, [expect.stringMatching(sentence)]])
    expect(takenMemory(output)).toBeLessThan(600_000_000)
    expect(await journalState(bench.server.sql())).toEqual(before)
  }

  it.each(cases)('%s', async (_, content, sentence) => {
    const file = bench.file('bad.html')
    writeFileSync(file, content())
    await refused(file, sentence)
  })

  it('a file of 700 MB', async () => {
    const file = bench.file('large.html')
    writeFileSync(file, good)
    truncateSync(file, 700 * 1024 ** 2)
    await refused(file, / is larger than 600 MB$/)
  })

  it('a bad file after a good one, and a file that is not there', async () => {
    const [fine, bad] = [bench.file('good.html'), bench.file('bad.html')]
    writeFileSync(fine, good)
    writeFileSync(bad, 'x')
    await refused(bad, / is no file of "Alles mitnehmen"$/, fine)
    await refused(bench.file('missing.html'), / cannot be read$/, fine)
  })
})
