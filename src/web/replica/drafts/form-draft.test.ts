import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { entryOn, idOf, me } from '../memory/test-journal.ts'
import { fillDevice, onDevice } from '../test-faults.ts'
import {
  adopt,
  draftsIn,
  forgetTabs,
  note,
  openTab,
  siteStorage,
  type,
  typeAndStore,
  waiting,
} from '../test-tabs.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await forgetTabs()
})

const keptNow = () => siteStorage.getItem(`tagebuch.unstored.${me}`)
const nextTurn = async () => new Promise((resolve) => setImmediate(resolve))

it('a form that is closed leaves its last key to the next one, and nothing that comes after', async () => {
  const { drafts, store, mirror } = await openTab('one')
  const draft = drafts.begin('new-entry')
  expect(draft.isKept).toBe(false)
  draft.write('Letzte Worte')
  draft.leave()
  draft.write('zu spät')
  draft.clear()
  await draft.stored()
  await store.written()
  expect(draft.isKept).toBe(true)
  const left = [{ form: 'new-entry', value: 'Letzte Worte', owner: undefined }]
  expect(draftsIn(store)).toMatchObject(left)
  expect(await onDevice(async (database) => database.getAll('drafts'))).toMatchObject(left)
  draft.write('viel zu spät')
  mirror.keep()
  expect(keptNow()).toBeNull()
})

describe('the text that a page leaves as it ends', () => {
  it('is kept where the device has not stored it, of an open form and of a closed one', async () => {
    const { drafts, store, mirror } = await openTab('one')
    fillDevice()
    const draft = await typeAndStore(drafts, 'Nur im Speicher')
    mirror.keep()
    expect(keptNow()).toContain('Nur im Speicher')
    draft.leave()
    await store.written()
    await nextTurn()
    mirror.keep()
    expect(keptNow()).toContain('Nur im Speicher')
  })

  it('is the newest, though an older one has been stored since', async () => {
    const { drafts, store, mirror } = await openTab('one')
    const draft = drafts.begin('new-entry')
    const write = store.disk.write.bind(store.disk)
    store.disk.write = async (...input) => {
      // The next key comes meanwhile; the device stores nothing after that.
      store.disk.write = async () => new Promise(() => undefined)
      draft.write('AB')
      return write(...input)
    }
    draft.write('A')
    await vi.waitFor(() => expect(draftsIn(store)).toMatchObject([{ value: 'AB' }]))
    mirror.keep()
    expect(keptNow()).toContain('AB')
  })

  it('is none where it changed nothing, also while other texts wait', async () => {
    const { drafts, journal, store, mirror } = await openTab('one')
    store.change((rows) => rows.put('entries', entryOn(1, { userId: me, content: 'Tag 1' })))
    await store.written()
    fillDevice()
    journal.write({ action: 'like-quote', quote: { text: 't', author: 'A' } })
    const draft = type(drafts, 'Tag 1', `edit:${idOf(1)}`)
    journal.write({ action: 'edit-entry', entryId: idOf(1), edit: note('Tag 1') }, { draft })
    expect(waiting(store)).toHaveLength(1)
    await store.written()
    await nextTurn()
    mirror.keep()
    expect(keptNow()).toBeNull()
  })
})

it.each(['begun', 'adopted'] as const)(
  'a form that was %s here and sent from another tab sends what is typed on as another entry',
  async (how) => {
    const first = await openTab('one')
    const begun = await typeAndStore(first.drafts, 'halb')
    if (how === 'adopted') begun.leave()
    const draft = how === 'adopted' ? await adopt(first.drafts) : begun
    await first.store.written()
    first.seemGone()
    const second = await openTab('two')
    second.journal.createEntry(note('halb'), { draft: await adopt(second.drafts) })
    await vi.waitFor(() => expect(draftsIn(first.store)).toEqual([]))
    await vi.waitFor(() => expect(waiting(first.store)).toHaveLength(1))
    draft.write('halb und ganz')
    first.journal.createEntry(note('halb und ganz'), { draft })
    const texts = [{ edit: note('halb') }, { edit: note('halb und ganz') }]
    expect(waiting(first.store)).toMatchObject(texts)
  },
)
