import { beforeAll, describe, expect, it } from 'vitest'
import { jonas, restAs, withSharedServer } from '../support/signed-in.ts'

withSharedServer()
beforeAll(async () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({
    id: crypto.randomUUID(),
    user_id: jonas.id,
    category: 'erzaehlen',
    content: `Eintrag ${index}`,
    is_private: index % 2 === 0,
  }))
  const { error } = await jonas.rest.from('entries').insert(rows)
  expect(error).toBeNull()
})

/** Asks for entries and tells the coding of the answer beside the rows in it. */
async function ask(query: string, accepts = 'br, gzip') {
  const answer = await restAs(jonas, `entries?${query}`, {
    headers: { 'accept-encoding': accepts },
  })
  const rows = (await answer.json()) as unknown[]
  return { coding: answer.headers.get('content-encoding'), rows }
}

const wayBack = 'select=*&order=updated_at.desc,id.desc'

describe('an answer', () => {
  it('is compressed for pages read from new to old, as the client accepts', async () => {
    const plain = await ask(wayBack, 'identity')
    expect(plain.coding).toBeNull()
    expect(plain.rows).toHaveLength(40)
    expect(await ask(wayBack)).toEqual({ coding: 'br', rows: plain.rows })
    expect(await ask(wayBack, 'gzip')).toEqual({ coding: 'gzip', rows: plain.rows })
  })

  it.each([
    ['of changes', 'select=*&order=updated_at.asc,id.asc'],
    ['in no order', 'select=*'],
    ['of few rows', `${wayBack}&limit=3`],
  ])('%s is not, so that its length tells nothing of what stands beside', async (_, query) => {
    const { coding, rows } = await ask(query)
    expect(rows.length).toBeGreaterThan(0)
    expect(coding).toBeNull()
  })
})
