import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { instantFromMilliseconds, type EntryId, type PartnerId } from '../../../domain/ids.ts'
import { createDatabase } from '../copy/database.ts'
import { write } from '../outbox/write.ts'
import { readAllReactions } from './details.ts'

const me = '00000000-0000-4000-8000-000000000001' as PartnerId
const entryId = '00000000-0000-4000-8000-00000000000a' as EntryId

it('all reactions are those stored and those on their way', async () => {
  const database = createDatabase(me)
  await database.open()
  const at = instantFromMilliseconds(1)
  const times = { visibleSince: at, createdAt: at, updatedAt: at }
  const stored = { id: 'stored' as never, entryId, userId: me, emoji: '❤️' as const }
  await database.reactions.add({ ...stored, ...times })
  const context = { database, me, now: () => 1_000_000, sender: () => undefined }
  const pending = { reactionId: 'pending' as never, entryId, emoji: '🔥' as const, createdAt: at }
  await write(context, { action: 'add-reaction', ...pending })
  const found = await readAllReactions(database, me)
  expect(found.get(entryId)?.map(({ emoji }) => emoji)).toEqual(['❤️', '🔥'])
  await database.delete()
})
