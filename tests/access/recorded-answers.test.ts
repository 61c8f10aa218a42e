import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SignedIn } from '../support/server.ts'
import {
  answerTo,
  fillRecorded,
  type RecordedAnswer,
  type RecordedRequest,
} from './recorded-answers.ts'
import { server, withSharedServer } from '../support/signed-in.ts'

/*
 * The recorded answers of Supabase Lite 0.10, which answered these requests until version 0.2.0: the requests of
 * the app (0.1.0 and later), those of the product's list of calls by the unmodified client, and bad ones.
 */

interface Recorded extends RecordedRequest {
  readonly from: string
  readonly name: string
  readonly answer: RecordedAnswer
  /** The answer of today where it is another one, and why (docs/protocol.md). */
  readonly now?: RecordedAnswer
  readonly why?: string
}

const fixture = new URL('../fixtures/rest-answers.json', import.meta.url)
const recorded = JSON.parse(readFileSync(fixture, 'utf8')) as readonly Recorded[]

let people: readonly [SignedIn, SignedIn]

withSharedServer()
beforeAll(async () => {
  people = [await server.client('Jonas'), await server.client('Željka')]
})

/** Columns of the journal's row that came later; an older app does not look at them. */
const laterColumns = ['restored_to']

function withoutLater({ path }: RecordedRequest, answer: RecordedAnswer): RecordedAnswer {
  if (!path.startsWith('/rest/v1/journal')) return answer
  const left = (name: string, value: unknown): unknown =>
    laterColumns.includes(name) ? undefined : value
  return { ...answer, body: JSON.parse(JSON.stringify(answer.body, left)) as unknown }
}

const answered = async (requests: readonly Recorded[]) => {
  await fillRecorded(server, people)
  const answers: { name: string; answer: RecordedAnswer }[] = []
  for (const { name, ...request } of requests)
    answers.push({
      name,
      answer: withoutLater(request, inOneOrder(request, await answerTo(server, people, request))),
    })
  return answers
}

/** A read that asks for no order has none. */
function inOneOrder({ path }: RecordedRequest, answer: RecordedAnswer): RecordedAnswer {
  const { body } = answer
  if (!Array.isArray(body) || path.includes('order=')) return answer
  const rows: readonly unknown[] = body
  const keyOf = (row: unknown) => JSON.stringify(row)
  return { ...answer, body: rows.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other))) }
}

describe('the answer of before', () => {
  it('is another one only for bad requests and for the import, for reasons that docs/protocol.md names', () => {
    const protocol = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8')
    const words = protocol.replaceAll(/\s+/g, ' ')
    const changed = recorded.filter(({ now }) => now !== undefined)
    for (const { from, path, now, why = '' } of changed) {
      const isBad = from === 'bad' || path === '/rest/v1/rpc/import_rows'
      expect([isBad, [400, 404].includes(now?.status ?? 0)]).toEqual([true, true])
      expect(words).toContain(why)
    }
    expect(changed.length).toBeGreaterThan(0)
  })

  it.each([...new Set(recorded.map(({ from }) => from))])(
    'is given to each request of: %s',
    async (group) => {
      const requests = recorded.filter(({ from }) => from === group)
      const expected = requests.map(({ name, answer, now = answer, ...request }) => ({
        name,
        answer: inOneOrder(request, now),
      }))
      expect(await answered(requests)).toEqual(expected)
    },
  )
})
