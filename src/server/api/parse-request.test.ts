import { expect, it } from 'vitest'
import { parseRequest } from './parse-request.ts'

it('a column that the parser would drop is refused', async () => {
  const url = 'http://localhost/rest/v1/entries'
  const headers = { 'content-type': 'application/json' }
  const route = { kind: 'table', table: 'entries', method: 'POST' } as const
  for (const body of ['{"content":"a","__proto__":"b"}', '[{"content":"a","__proto__":null}]'])
    expect(
      await parseRequest(new Request(url, { method: 'POST', headers, body }), route),
    ).toMatchObject({ status: 400, code: 'PGRST102' })
})
