import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'

import { instantFromMilliseconds, type EntryId } from '../../domain/ids.ts'
import { editForm } from './mutations/draft-form.ts'
import type { FormDraft, Journal } from './journal.ts'
import { forgetTabs, me, note, openTab, type Life } from './test-tabs.ts'

const one = '00000000-0000-4000-8000-00000000000a' as EntryId
const at = instantFromMilliseconds

afterEach(forgetTabs)

/** How the three forms begin, send, and what they leave in the outbox. */
const forms = {
  'a new entry': {
    form: 'new-entry',
    send: async (journal: Journal, draft: FormDraft) =>
      journal.createEntry(note('Ein Text'), { draft }),
  },
  'an edit': {
    form: editForm(one),
    send: async (journal: Journal, draft: FormDraft) =>
      journal.editEntry(one, note('Ein Text'), note('alt'), { draft }),
  },
  'a personal quote': {
    form: 'custom-quote',
    send: async (journal: Journal, draft: FormDraft) =>
      journal.addCustomQuote({ text: 'Ein Text', author: 'Wir' }, { draft }),
  },
} as const

describe.each(Object.entries(forms))('a tab that dies while it sends %s', (_, { form, send }) => {
  /** Types and sends in a tab that dies after so many writes; what a new tab then finds. */
  async function liveThrough(writes: number) {
    const life: Life = { writes: 0, end: Number.POSITIVE_INFINITY }
    const first = await openTab(`one-${writes}`, life)
    await first.database.entries.put({
      ...note('alt'),
      id: one,
      userId: me,
      completed: false,
      completedAt: null,
      createdAt: at(1),
      visibleSince: at(1),
      editVersion: 1,
      updatedAt: at(1),
    })
    Object.assign(life, { writes: 0, end: writes })
    const draft = first.drafts.begin(form)
    draft.write('Ein Text')
    await send(first.journal, draft).catch(() => undefined)
    first.crash()
    const second = await openTab(`two-${writes}`)
    const offered = await second.drafts.takeOldest(form, (value) => value)
    const queued = await second.database.outbox.count()
    if (offered !== undefined) await send(second.journal, offered.draft)
    const sent = await second.database.outbox.count()
    const drafts = await second.database.drafts.count()
    await second.database.delete()
    return { made: life.writes, offered: offered?.value, queued, sent, drafts }
  }

  it('leaves the text either in the form or sent, never both, wherever it dies', async () => {
    expect(await liveThrough(0)).toMatchObject({ queued: 0, sent: 0 })
    const all = await liveThrough(Number.POSITIVE_INFINITY)
    expect(all).toMatchObject({ offered: undefined, queued: 1, sent: 1, drafts: 0 })
    for (let writes = 1; writes < all.made; writes += 1)
      expect(await liveThrough(writes)).toMatchObject({
        offered: 'Ein Text',
        queued: 0,
        sent: 1,
        drafts: 0,
      })
  })
})
