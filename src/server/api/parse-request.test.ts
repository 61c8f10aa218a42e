import { expect, it } from 'vitest'
import { parseRequest } from './parse-request.ts'
import { tableShapes } from './request-shapes.ts'

it('a column that the parser would drop is refused', async () => {
  const url = 'http://localhost/rest/v1/entries'
  const headers = { 'content-type': 'application/json' }
  const route = { kind: 'table', table: 'entries', method: 'POST' } as const
  for (const body of ['{"content":"a","__proto__":"b"}', '[{"content":"a","__proto__":null}]'])
    expect(
      await parseRequest(new Request(url, { method: 'POST', headers, body }), route),
    ).toMatchObject({ status: 400, code: 'PGRST102' })
})

it('no request looks at all rows of an entry, the partner’s too: it names the person', () => {
  const filters = Object.values(tableShapes).flatMap(({ read, update, delete: removed = [] }) => [
    ...(read?.filters ?? []),
    ...(update?.filters ?? []),
    ...removed,
  ])
  const byEntry = filters.filter((columns) => 'entry_id' in columns)
  expect(byEntry.length).toBeGreaterThan(0)
  expect(byEntry.filter((columns) => !('user_id' in columns))).toEqual([])
})
