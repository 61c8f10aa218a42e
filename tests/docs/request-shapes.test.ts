import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { journalTables } from '../../src/domain/journal-tables.ts'
import {
  functionShapes,
  isPulled,
  tableShapes,
  type Filters,
} from '../../src/server/api/request-shapes.ts'

const protocol = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8')
const [, rest = ''] = /^## REST$(.*)^## Realtime$/ms.exec(protocol) ?? []

/** The cells of each row that begins with a method and a path. */
const documented = rest
  .split('\n')
  .filter((line) => /^\| `(?:GET|POST|PATCH|DELETE) \/(?:rpc\/)?[a-z_]+` /.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(' ')
const filters = (accepted: readonly Filters[] = []) =>
  accepted
    .map((together) =>
      code(
        Object.entries(together).map(
          ([column, operators]) => `${column}=${Object.keys(operators).join('/')}`,
        ),
      ),
    )
    .join(' or ')

const accepted = [
  ...journalTables.flatMap((table) => {
    const { read, insert, update, delete: deletion } = tableShapes[table]
    if (read === undefined) return []
    const { orders = [], withProfile } = read
    const more = [
      ...(isPulled(table) ? ['pages'] : []),
      ...orders.map((order) => `\`${order}\``),
      ...(withProfile ? ['`profiles(…)`'] : []),
    ]
    return [
      [`\`GET /${table}\``, '', filters(read.filters), more.join(', ')],
      ...(insert ? [[`\`POST /${table}\``, code(insert), '', '']] : []),
      ...(update
        ? [[`\`PATCH /${table}\``, code(update.columns), filters(update.filters), '']]
        : []),
      ...(deletion ? [[`\`DELETE /${table}\``, '', filters(deletion), '']] : []),
    ]
  }),
  ...Object.entries(functionShapes).map(([name, { entries }]) => [
    `\`POST /rpc/${name}\``,
    code(Object.keys(entries)),
    '',
    '',
  ]),
]

it('the page about the protocol lists exactly the requests for rows that are answered', () => {
  expect(documented).toEqual(accepted)
})
