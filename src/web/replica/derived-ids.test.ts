import { expect, it } from 'vitest'
import { digestOf } from '../../domain/book-format.ts'
import { journalDay } from '../../domain/journal-day.ts'
import { memoryMarkId } from '../../domain/memory-days.ts'
import { wordsHash } from '../../domain/practice/words-hash.ts'
import { quoteLikeId } from '../../domain/quote.ts'
import { reactionId } from '../../domain/reaction.ts'
import { nextSpecialDayEntryId, specialDayEntryId } from '../../domain/special-day.ts'
import {
  at,
  entryOn,
  idOf,
  journalWith,
  me,
  removalOf,
  unsentPhoto,
} from './memory/test-journal.ts'
import { replyDraft } from './mutations/replies.ts'
import { withLost } from './questions/with-lost.ts'
import { applyRows } from './store/apply-rows.ts'
import { giveBackPhotos } from './store/kept-photos.ts'

const edit = replyDraft('Ein Text')
const sent = { entryId: idOf(1), edit, editVersion: 7, updatedAt: at(2) }

/** The key of the draft into which a text comes back that was not seen. */
function unseenTextId(): string | undefined {
  const memory = journalWith([entryOn(1)])
  memory.change((rows) => {
    rows.put('sentEdits', sent)
    applyRows(rows, 'removals', [{ ...removalOf(1, 5), unseenVersion: 7 }])
  })
  return [...memory.rows('drafts').keys()][0]
}

/** The key of the draft into which photos come back whose entry is gone. */
function photosId(): string | undefined {
  const memory = journalWith([entryOn(1)])
  memory.change((rows) => {
    rows.put('unsentPhotos', unsentPhoto(1))
    giveBackPhotos(rows, idOf(1), false)
  })
  return [...memory.rows('drafts').keys()][0]
}

/** The id of the entry in the file that one takes along, of a text that the server does not have. */
function lostTextId(): string | undefined {
  const memory = journalWith([])
  memory.change((rows) =>
    rows.put('lostRows', { key: 'sentEdits 1', table: 'sentEdits', row: sent }),
  )
  return withLost({ state: memory.state(), rows: memory.shown }).state.entries.list[0]?.id
}

it('the ids that derive from something are those that versions before have stored', () => {
  const day = journalDay(2026, 11, 28)
  expect({
    reaction: reactionId(idOf(1), me, '🔥'),
    like: quoteLikeId(me, { text: 'Mut – „ja“', author: 'Laotse' }),
    mark: memoryMarkId(idOf(1), me, null),
    markUntil: memoryMarkId(idOf(1), me, day ?? null),
    specialDay: specialDayEntryId('anniversary', 2026),
    nextSpecialDay: nextSpecialDayEntryId(idOf(1), me),
    words: wordsHash({ german: 'das Häuschen', croatian: 'kućica' }),
    part: digestOf({ text: 'Šibenik', rows: [1, 2] }),
    unseenText: unseenTextId(),
    lostText: lostTextId(),
    photos: photosId(),
  }).toEqual({
    reaction: 'ecf9ab9f-4211-5f57-929e-3366a5d82256',
    like: 'bfa69106-3ce8-5b00-8849-fd4f13301d2f',
    mark: '8035860d-fd71-5b18-87b0-649d8ee22adc',
    markUntil: 'e20e3ce1-c11c-566f-ba9b-a265c4e31339',
    specialDay: 'e5cfe349-fc92-5a13-b842-bd8f52462754',
    nextSpecialDay: 'd360221e-93e6-54ae-b2af-eb95661db840',
    words: 'd6655358-8bac-5675-b106-368b22d1af18',
    part: '2348cb5f-f342-5e2e-a905-3e7454b9b9c2',
    unseenText: 'd8e53078-6b84-5b98-bca1-5df5d21b964d',
    lostText: '486a02db-5b21-503e-b658-86656160a5b9',
    photos: '1d19081f-2bc9-5b89-971c-10752c40562f',
  })
})
