import { contentLimit } from '../../src/domain/limits.ts'
import { photoArguments } from '../support/photos.ts'
import { inShort } from '../support/quick.ts'
import { everyDeletion, everyRead, everyUpdate } from './every-shape.ts'
import { pseudoReads, tables, type Question } from './pseudo-columns.ts'

/* The questions that a partner might ask about a hidden entry and its rows. */

export const secret = 'Nur-fuer-mich-7319'
export const hiddenId = '7d0c1a52-6f0e-4c58-9a54-0b1d3a5b9c11'
export const hiddenReaction = '7d0c1a52-6f0e-4c58-9a54-0b1d3a5b9c12'
export const hiddenReply = '7d0c1a52-6f0e-4c58-9a54-0b1d3a5b9c14'
export const hiddenPhoto = '7d0c1a52-6f0e-4c58-9a54-0b1d3a5b9c15'
export const sharedId = '7d0c1a52-6f0e-4c58-9a54-0b1d3a5b9c13'

export const counted = ['exact', 'planned', 'estimated'].map((count) => ({
  prefer: `count=${count}`,
}))
export const returning = { prefer: 'return=representation' }
const one = { accept: 'application/vnd.pgrst.object+json' }

/** The values by which a hidden row would be asked for. */
const values = {
  id: hiddenId,
  entry_id: hiddenId,
  row_id: hiddenId,
  emoji: '❤️',
  edit_version: '7',
}

/** Every way of asking that the server answers, and some that it refuses. */
export const reads: Question[] = [
  ...inShort(10, pseudoReads),
  ...everyRead(values),
  ...everyRead(values).map(({ path }) => ({ path, headers: one })),
  ...tables.flatMap((table) => [
    { path: `${table}?select=*`, headers: { accept: 'text/csv' } },
    ...counted.flatMap((headers) => [
      { path: `${table}?select=*`, headers },
      { path: `${table}?select=*`, method: 'HEAD', headers },
    ]),
  ]),
  ...[
    'entries?select=*&is_private=is.true',
    'entries?select=*&is_private=eq.true',
    'entries?select=*&is_private=not.is.false',
    `entries?select=*&id=eq.${hiddenId}`,
    `entries?select=*&id=in.(${hiddenId},${sharedId})`,
    `entries?select=*&content=eq.${secret}`,
    `entries?select=*&content=gte.${secret}&content=lte.${secret}`,
    `entries?select=*&or=(id.eq.${hiddenId},content.eq.${secret},is_private.is.true)`,
    `entries?select=*&not.and=(id.neq.${hiddenId},content.neq.${secret})`,
    'entries?select=id&order=is_private.desc,content.desc&limit=1',
    'entries?select=id&order=content.asc&offset=1',
    'entries?select=*,profiles(name),reactions(*)',
    'entries?select=id,reactions!inner(emoji)',
    'profiles?select=name,entries(*)',
    'profiles?select=name,entries!inner(id)',
    'profiles?select=name,reactions(*,entries(*))',
    'profiles?select=name,last_looks(*)',
    'reactions?select=*,entries(*)',
    'reactions?select=*,entries!inner(content)',
    `reactions?select=*&entry_id=eq.${hiddenId}`,
    `reactions?select=*&id=eq.${hiddenReaction}`,
    `replies?select=*&id=eq.${hiddenReply}`,
    `photos?select=*&id=eq.${hiddenPhoto}`,
    `removals?select=*&table_name=eq.photos&row_id=eq.${hiddenPhoto}`,
    `story_links?select=*&id=eq.${hiddenId}`,
    `removals?select=*&table_name=eq.replies&row_id=eq.${hiddenReply}`,
    `removals?select=*&table_name=eq.entries&row_id=eq.${hiddenId}`,
    `removals?select=*&table_name=eq.reactions&row_id=eq.${hiddenReaction}`,
    'entries?select=content::text',
    'entries?select=id.count()',
    `entries?select=*&content=like.${secret}*`,
    'entries?select=*&profiles.name=eq.Jonas',
    'entries?select=*&order=profiles(name)',
  ].flatMap((path) => [{ path }, ...inShort(1, counted).map((headers) => ({ path, headers }))]),
  { path: `entries?select=*&id=eq.${hiddenId}`, headers: one },
  { path: 'entries?select=*&is_private=is.true', headers: one },
  ...['0-0', '1-1', '0-999', '1-'].map((range) => ({
    path: 'entries?select=*',
    headers: { range, 'range-unit': 'items', prefer: 'count=exact' },
  })),
]

export const tooLong = 'x'.repeat(contentLimit + 1)
export const practised = { direction: 'de-hr', grade: 3, words_hash: crypto.randomUUID() }
export const writes: Question[] = [
  ...[{ completed: true }, { content: tooLong }, { is_private: false }, { category: 'ideen' }].map(
    (body) => ({
      path: `entries?id=eq.${hiddenId}`,
      method: 'PATCH',
      headers: returning,
      body: 'completed' in body ? { ...body, completed_at: '2026-01-01T00:00:00Z' } : body,
    }),
  ),
  ...everyUpdate(values, { completed: false, completed_at: null }),
  ...everyDeletion(values),
  { path: `entries?content=eq.${secret}`, method: 'DELETE', headers: returning },
  { path: 'rpc/delete_unseen', method: 'POST', body: { entry: hiddenId } },
  ...[null, 7].map((seen_version) => ({
    path: 'rpc/delete_entry',
    method: 'POST',
    body: { entry: hiddenId, seen_version, seen_replies: '{}' },
  })),
  { path: `reactions?id=eq.${hiddenReaction}`, method: 'DELETE', headers: returning },
  { path: `replies?id=eq.${hiddenReply}`, method: 'DELETE', headers: returning },
  {
    path: `replies?id=eq.${hiddenReply}`,
    method: 'PATCH',
    headers: returning,
    body: { content: 'x' },
  },
  { path: `reactions?entry_id=eq.${hiddenId}`, method: 'DELETE', headers: returning },
  { path: `photos?id=eq.${hiddenPhoto}`, method: 'DELETE', headers: returning },
  {
    path: `photos?id=eq.${hiddenPhoto}`,
    method: 'PATCH',
    headers: returning,
    body: { description: 'x' },
  },
  ...['preview', 'full'].map((size) => ({
    path: 'rpc/photo_picture',
    method: 'POST',
    headers: { accept: 'application/octet-stream' },
    body: { photo: hiddenPhoto, size },
  })),
  { path: 'rpc/add_photo', method: 'POST', body: photoArguments(hiddenId) },
  { path: 'rpc/order_photos', method: 'POST', body: { entry: hiddenId, photos: [hiddenPhoto] } },
]
