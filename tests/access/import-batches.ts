import { expect } from 'vitest'
import type { SignedIn } from '../support/server.ts'

/* What a file brings back, and what `import_rows` answers. */

export const long = '2019-03-01T10:00:00.123456+00:00'

export function entry(over: Readonly<Record<string, unknown>> = {}) {
  return {
    id: crypto.randomUUID(),
    category: 'gedanken',
    content: 'Wir waren am Meer',
    created_at: long,
    ...over,
  }
}

export function reaction(entryId: string) {
  return { id: crypto.randomUUID(), entry_id: entryId, emoji: '❤️', created_at: long }
}

export function reply(entryId: string) {
  return { id: crypto.randomUUID(), entry_id: entryId, content: 'Ja!', created_at: long }
}

export function review(entryId: string, id: string = crypto.randomUUID()) {
  const words = { direction: 'de-hr', grade: 3, words_hash: crypto.randomUUID() }
  return { id, entry_id: entryId, ...words, created_at: long }
}

export type Batch = Readonly<Record<string, readonly object[]>>

export async function call(person: SignedIn, batch: unknown, trial = false) {
  return person.rest.rpc('import_rows', { batch: JSON.stringify(batch), trial })
}

export async function imported(person: SignedIn, batch: Batch, trial = false): Promise<unknown> {
  const { data, error } = await call(person, batch, trial)
  expect(error).toBeNull()
  return (data as unknown[])[0]
}

const none = {
  entries: 0,
  reactions: 0,
  replies: 0,
  likes: 0,
  quotes: 0,
  marks: 0,
  stories: 0,
  reviews: 0,
}
export const answer = (added: object, deleted = 0, without_entry = 0) => ({
  added: { ...none, ...added },
  deleted,
  without_entry,
})
