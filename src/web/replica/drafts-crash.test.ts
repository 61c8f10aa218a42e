import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FormDraft, Journal } from './journal.ts'
import { entryOn, idOf } from './memory/test-journal.ts'
import { editForm } from './mutations/draft-form.ts'
import { onDevice } from './test-faults.ts'
import { draftsIn, forgetTabs, note, openTab, waiting, type Life } from './test-tabs.ts'

const entry = entryOn(1, note('alt'))

afterEach(forgetTabs)

type Writes = Pick<Journal, 'createEntry' | 'write'>

/** How the three forms begin, send, and what they leave in the outbox. */
const forms = {
  'a new entry': {
    form: 'new-entry',
    send: (journal: Writes, draft: FormDraft) => journal.createEntry(note('Ein Text'), { draft }),
  },
  'an edit': {
    form: editForm(idOf(1)),
    send: (journal: Writes, draft: FormDraft) =>
      journal.write(
        { action: 'edit-entry', entryId: idOf(1), edit: note('Ein Text') },
        { draft, seen: note('alt') },
      ),
  },
  'a personal quote': {
    form: 'custom-quote',
    send: (journal: Writes, draft: FormDraft) =>
      journal.write(
        { action: 'add-custom-quote', quote: { text: 'Ein Text', author: 'Wir' } },
        { draft },
      ),
  },
} as const

describe.each(Object.entries(forms))('a tab that dies while it sends %s', (_, { form, send }) => {
  /** Types and sends in a tab of which this many writes reach the disk; what a new tab then finds. */
  async function liveThrough(writes: number) {
    const life: Life = { writes: 0, end: writes }
    await onDevice(async (database) => database.put('entries', entry))
    const first = await openTab('one', life)
    const draft = first.drafts.begin(form)
    draft.write('Ein Text')
    await vi.waitFor(() => expect(draftsIn(first.store)).toHaveLength(1))
    send(first.journal, draft)
    // A draft that reaches the disk at all is there by then.
    await onDevice(async (database) => database.count('outbox'))
    first.crash()
    const second = await openTab('two')
    const offered = await second.drafts.takeOldest(form, (value) => value)
    const queued = waiting(second.store).length
    if (offered !== undefined) send(second.journal, offered.draft)
    const found = {
      offered: offered?.value,
      queued,
      sent: waiting(second.store).length,
      drafts: draftsIn(second.store).length,
    }
    await forgetTabs()
    return { ...found, made: life.writes }
  }

  it('leaves the text either in the form or sent, never both, wherever it dies', async () => {
    expect(await liveThrough(0)).toMatchObject({ queued: 0, sent: 0 })
    const all = await liveThrough(Number.POSITIVE_INFINITY)
    expect(all).toMatchObject({ offered: undefined, queued: 1, sent: 1, drafts: 0, made: 2 })
    const again = { offered: 'Ein Text', queued: 0, sent: 1, drafts: 0 }
    expect(await liveThrough(1)).toMatchObject(again)
  })
})
