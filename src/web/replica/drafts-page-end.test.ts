import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { idOf, setQueue } from './memory/test-journal.ts'
import { editForm, type DraftForm } from './mutations/draft-form.ts'
import { fillDevice } from './test-faults.ts'
import {
  allLeft,
  draftsIn,
  forgetTabs,
  left,
  me,
  note,
  openTab,
  siteStorage,
  type,
  typeAndStore,
  type Life,
} from './test-tabs.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await forgetTabs()
})

const keptNow = () => siteStorage.getItem(`tagebuch.unstored.${me}`)
const alive = (): Life => ({ writes: 0, end: Number.POSITIVE_INFINITY })

/** A tab whose page ends with a text that the copy has not stored, over one that it has. */
async function endsOver(stored: string | undefined, last: string) {
  const life = alive()
  const tab = await openTab('one', life)
  const draft = tab.drafts.begin('new-entry')
  if (stored !== undefined) {
    draft.write(stored)
    await draft.stored()
  }
  life.end = life.writes
  draft.write(last)
  tab.mirror.keep()
  tab.crash()
}

/** A tab whose page ends before anything of it is stored. */
async function endsWithoutDisk(form: DraftForm, text: string) {
  const tab = await openTab(form, { writes: 0, end: 0 })
  type(tab.drafts, text, form)
  tab.mirror.keep()
  tab.crash()
}

describe('a text that was typed as the page ended', () => {
  it('is in the next form', async () => {
    await endsOver(undefined, 'Letzte Worte')
    const { drafts } = await openTab('two')
    expect(await allLeft(drafts)).toEqual(['Letzte Worte'])
    expect(keptNow()).toBeNull()
  })

  it('is offered once where its form was closed right after the last key', async () => {
    const tab = await openTab('one')
    const draft = type(tab.drafts, 'Letzte')
    draft.write('Letzte Worte')
    draft.leave()
    await tab.store.written()
    tab.mirror.keep()
    tab.crash()
    const { drafts } = await openTab('two')
    expect([await left(drafts), await left(drafts)]).toEqual(['Letzte Worte', undefined])
  })

  it('takes the place of the older state that is stored', async () => {
    await endsOver('Letzte', 'Letzte Worte')
    const { drafts, store } = await openTab('two')
    expect(await left(drafts)).toBe('Letzte Worte')
    expect(draftsIn(store)).toHaveLength(1)
  })

  it('keeps the place in the order that its older state had', async () => {
    const tab = await openTab('before')
    const life = alive()
    const ending = await openTab('one', life)
    const first = await typeAndStore(ending.drafts, 'Ers')
    const second = tab.drafts.begin('new-entry')
    await vi.waitFor(() => expect(draftsIn(tab.store)).toHaveLength(1))
    second.write('Zweiter')
    await second.stored()
    life.end = life.writes
    first.write('Erster')
    ending.mirror.keep()
    ending.crash()
    tab.crash()
    const { drafts } = await openTab('two')
    expect([await left(drafts), await left(drafts)]).toEqual(['Erster', 'Zweiter'])
  })

  it('stands beside the older state where another form goes on with that', async () => {
    await endsOver('Letzte', 'Letzte Worte')
    const other = await openTab('two')
    const written = { value: 'Letzte Seite', owner: 'two' }
    await other.store.change((rows) => {
      for (const row of draftsIn(other.store)) rows.put('drafts', { ...row, ...written })
    }).stored
    const { drafts } = await openTab('three')
    expect(await allLeft(drafts)).toEqual(['Letzte Worte'])
    other.crash()
    expect(await left(drafts)).toBe('Letzte Seite')
  })

  it('is left to its page as long as that lives, and goes once it is stored', async () => {
    const { drafts, mirror } = await openTab('one')
    const other = await openTab('two')
    const draft = type(drafts, 'Nur versteckt')
    mirror.keep()
    expect(keptNow()).toContain('Nur versteckt')
    expect(await left(other.drafts)).toBeUndefined()
    await draft.stored()
    expect(keptNow()).toBeNull()
    draft.leave()
    expect(await left(drafts)).toBe('Nur versteckt')
  })

  it('is kept under the key that it has by then', async () => {
    const life = alive()
    const { drafts, mirror, store, seemGone, crash } = await openTab('one', life)
    const draft = await typeAndStore(drafts, 'A')
    seemGone()
    const other = await openTab('two')
    expect(await left(other.drafts)).toBe('A')
    await vi.waitFor(() => expect(draftsIn(store)).toMatchObject([{ owner: 'two' }]))
    draft.write('AB')
    await draft.stored()
    mirror.keep()
    expect(keptNow()).toBeNull()
    await vi.waitFor(() => expect(draftsIn(other.store)).toHaveLength(2))
    life.end = life.writes
    draft.write('ABC')
    mirror.keep()
    crash()
    expect([await left(other.drafts), await left(other.drafts)]).toEqual(['ABC', undefined])
  })

  it('is not kept once it was sent or discarded', async () => {
    const { drafts, journal, store, mirror } = await openTab('one')
    const sent = type(drafts, 'Geschickt')
    mirror.keep()
    journal.createEntry(note('Geschickt'), { draft: sent })
    await store.written()
    await vi.waitFor(() => expect(keptNow()).toBeNull())
    const discarded = type(drafts, 'Verworfen')
    mirror.keep()
    discarded.clear()
    expect(keptNow()).toBeNull()
  })

  it('is kept until what was sent in its place is stored, and offered where it never was', async () => {
    const life = alive()
    const { drafts, journal, mirror, crash } = await openTab('one', life)
    const draft = await typeAndStore(drafts, 'Geschickt')
    draft.write('Geschickt und')
    life.end = life.writes
    journal.createEntry(note('Geschickt und'), { draft })
    mirror.keep()
    expect(keptNow()).toContain('Geschickt und')
    crash()
    const { drafts: others } = await openTab('two')
    expect([await left(others), await left(others)]).toEqual(['Geschickt und', undefined])
  })

  it('is kept until the server has what was sent in its place where the device cannot store that', async () => {
    const { drafts, journal, store, mirror } = await openTab('one')
    const draft = type(drafts, 'Nur im Speicher')
    fillDevice()
    journal.createEntry(note('Nur im Speicher'), { draft })
    draft.clear()
    await store.written()
    await new Promise((resolve) => setImmediate(resolve))
    mirror.keep()
    expect(keptNow()).toContain('Nur im Speicher')
    setQueue(store)
    await vi.waitFor(() => expect(keptNow()).toBeNull())
  })

  it('belongs to its form: each kind keeps its own, of several tabs', async () => {
    const edit = editForm(idOf(10))
    for (const form of ['custom-quote', edit] as const) await endsWithoutDisk(form, form)
    const { drafts } = await openTab('two')
    expect(await left(drafts)).toBeUndefined()
    expect(await left(drafts, edit)).toBe(edit)
    expect(await left(drafts, 'custom-quote')).toBe('custom-quote')
  })

  it('is counted with the drafts once, and is deleted by a sign-out', async () => {
    await endsOver('Letzte', 'Letzte Worte')
    const { store, mirror } = await openTab('two')
    const counted = () => mirror.countBeside(new Set(store.memory.rows('drafts').keys()))
    expect(counted()).toBe(0)
    await endsWithoutDisk('custom-quote', 'Spruch')
    expect(counted()).toBe(1)
    mirror.wipe()
    expect(keptNow()).toBeNull()
  })

  it.each(['kein JSON', '[{"key":"x"}]', '{}'])('is nothing where %s is kept', async (damaged) => {
    siteStorage.setItem(`tagebuch.unstored.${me}`, damaged)
    const { drafts } = await openTab('one')
    expect(await left(drafts)).toBeUndefined()
    const draft = await typeAndStore(drafts, 'Neu')
    draft.leave()
    expect(await left(drafts)).toBe('Neu')
  })
})
