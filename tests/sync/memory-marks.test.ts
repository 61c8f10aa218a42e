import { describe, expect, it } from 'vitest'

import { memoriesOf } from '../../src/web/replica/questions/memories.ts'
import type { EntryId } from '../../src/domain/ids.ts'
import { parseJournalDay } from '../../src/domain/journal-day.ts'
import { memoryMarkId } from '../../src/domain/memory-days.ts'
import { jonas, server, withBoth, zeljka } from './two-people.ts'
import { eventually, note, settled, type Device } from './device.ts'

withBoth()

const then = new Date('2025-06-12T12:00:00Z')
const now = Date.parse('2026-06-12T12:00:00Z')
const today = parseJournalDay('2026-06-12') ?? null

async function remembered(device: Device): Promise<readonly EntryId[]> {
  return memoriesOf(device.session.state(), now).map(({ entry }) => entry.id)
}

const marks = async () => server.sql()`select id from memory_marks`

/** An entry of Jonas's that all devices hold and are reminded of. */
async function sharedEntry(): Promise<EntryId> {
  const [row] = await server.sql()<{ id: EntryId }[]>`
    insert into entries (id, user_id, category, content, created_at)
    values (gen_random_uuid(), ${jonas.id}, 'erzaehlen', 'Ein Tag am Meer', ${then}) returning id`
  if (row === undefined) throw new Error('no entry')
  const { id } = row
  for (const device of [jonas, zeljka]) {
    await settled(device)
    await expect.poll(async () => remembered(device)).toContain(id)
  }
  return id
}

describe('a mark of a memory', () => {
  it('hides the memory from its person and not from the partner, and can be undone', async () => {
    const id = await sharedEntry()
    jonas.journal.write({ action: 'add-memory-mark', entryId: id, until: null })
    await expect.poll(async () => remembered(jonas)).toHaveLength(0)
    await settled(jonas)
    expect(await marks()).toHaveLength(1)
    await settled(zeljka)
    await expect.poll(async () => remembered(zeljka)).toEqual([id])
    jonas.journal.write({ action: 'remove-memory-mark', entryId: id, until: null })
    await expect.poll(async () => remembered(jonas)).toEqual([id])
    await eventually(marks, (rows) => rows.length === 0)
  })

  it('for a day hides all of that day, for its person', async () => {
    const id = await sharedEntry()
    jonas.journal.write({ action: 'add-memory-mark', entryId: id, until: today })
    await expect.poll(async () => remembered(jonas)).toEqual([])
    await settled(jonas)
    await expect.poll(async () => remembered(jonas)).toEqual([])
    await expect.poll(async () => remembered(zeljka)).toEqual([id])
  })

  it('of the partner is deleted when the entry becomes private, and does not come back', async () => {
    const id = await sharedEntry()
    zeljka.journal.write({ action: 'add-memory-mark', entryId: id, until: null })
    jonas.journal.write({ action: 'add-memory-mark', entryId: id, until: null })
    await eventually(marks, (rows) => rows.length === 2)
    await settled(zeljka)
    jonas.journal.write({
      action: 'edit-entry',
      entryId: id,
      edit: note('Ein Tag am Meer', { isPrivate: true }),
    })
    await eventually(marks, (rows) => rows.length === 1)
    await expect.poll(async () => zeljka.journal.entry(id)).toBeUndefined()
    jonas.journal.write({ action: 'edit-entry', entryId: id, edit: note('Ein Tag am Meer') })
    await expect.poll(async () => remembered(zeljka)).toContain(id)
    await expect.poll(async () => remembered(jonas)).toEqual([])
  })

  it('is stored though the partner has a row with the same id', async () => {
    const id = await sharedEntry()
    const curious = await server.client('Željka')
    const taken = memoryMarkId(id, jonas.id, null)
    const { error } = await curious.rest
      .from('memory_marks')
      .insert({ id: taken, entry_id: id, user_id: curious.id, until: null })
    expect(error).toBeNull()
    jonas.journal.write({ action: 'add-memory-mark', entryId: id, until: null })
    await settled(jonas)
    expect(await server.sql()`select id, user_id from memory_marks order by created_at`).toEqual([
      { id: taken, user_id: curious.id },
      { id: taken, user_id: jonas.id },
    ])
    expect(await remembered(jonas)).toEqual([])
  })
})
