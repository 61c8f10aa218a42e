import { expect, it } from 'vitest'
import { askAs } from './ask-as.ts'
import { write } from './people-rows.ts'
import type { Question } from './pseudo-columns.ts'
import { withSharedServer, author, partner, server } from '../support/signed-in.ts'

const returning = { prefer: 'return=representation' }

withSharedServer()

it('lets no one ask by an id what the author does not want to be reminded of', async () => {
  const asked = async (how: 'marked' | 'unmarked' | 'marked once') => {
    const [entry, id] = [await write(), crypto.randomUUID()]
    const mark = { id, entry_id: entry, until: null }
    const marks = how === 'unmarked' ? [] : [{ ...mark, user_id: author.id }]
    expect((await author.rest.from('memory_marks').insert(marks)).error).toBeNull()
    if (how === 'marked once') await author.rest.from('memory_marks').delete().eq('id', id)
    const taken = { ...mark, user_id: partner.id }
    const questions: Question[] = [
      {
        path: `memory_marks?user_id=eq.${partner.id}&entry_id=eq.${entry}&until=is.null&select=id`,
        method: 'DELETE',
        headers: returning,
      },
      { path: 'memory_marks?select=id', method: 'POST', headers: returning, body: taken },
      { path: `memory_marks?id=eq.${id}&select=user_id`, method: 'DELETE', headers: returning },
      { path: `removals?select=kind&row_id=eq.${id}` },
    ]
    const answers = []
    for (const question of questions) answers.push(await askAs(server, partner, question))
    const kept = await author.rest.from('memory_marks').select('id').eq('id', id)
    expect(kept.data).toHaveLength(how === 'marked' ? 1 : 0)
    return answers.map(({ status, text }) => [status, text.replaceAll(id, 'id')])
  }
  const unmarked = await asked('unmarked')
  expect(await asked('marked')).toEqual(unmarked)
  expect(await asked('marked once')).toEqual(unmarked)
  expect(unmarked.slice(0, 2)).toEqual([
    [200, '[]'],
    [201, '[{"id":"id"}]'],
  ])
})
