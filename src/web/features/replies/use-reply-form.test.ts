import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import { idOf } from '../../replica/memory/test-journal.ts'
import { replyDraft, replyForm } from '../../replica/journal.ts'
import { addDraft } from '../../replica/store/draft-rows.ts'
import { forgetTabs, openTab } from '../../replica/test-tabs.ts'
import { openField } from './use-reply-form.ts'

const entryId = idOf(1)

afterEach(forgetTabs)

it('the field of a reply holds all the texts that were left in its place, the oldest first', async () => {
  const { journal, store } = await openTab('one')
  const leave = (content: string, id = entryId) =>
    store.change((rows) => addDraft(rows, replyForm(id), replyDraft(content))).stored
  for (const text of ['Erster', 'Zweiter', 'Dritter']) await leave(text)
  await leave('An einem anderen Eintrag', idOf(2))
  const opened = await openField(journal, { entryId })
  expect([opened.start, ...opened.others.map(({ value }) => value)]).toEqual([
    'Erster',
    'Zweiter',
    'Dritter',
  ])
})
