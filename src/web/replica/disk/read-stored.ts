import * as v from 'valibot'
import { categories } from '../../../domain/category.ts'
import { safeParse } from '../../../domain/parse.ts'
import { lostTables, type LostRow } from '../memory/stored-rows.ts'
import {
  isMirrorTable,
  type MirrorTable,
  type StoredRows,
  type TableName,
} from '../memory/tables.ts'
import { photoRejections } from '../memory/unsent-photos.ts'
import type { MutationName } from '../mutations/registry.ts'
import { readFields, type RowFault } from './stored-fields.ts'

const text = v.string()
const maybeText = v.optional(text)
const edit = v.looseObject({
  category: v.picklist(categories),
  content: text,
  isPrivate: v.boolean(),
  scheduledDate: v.nullable(text),
})
const quote = v.looseObject({ text, author: text })
const seen = v.optional(edit)
const seenReplies = v.optional(v.record(text, v.nullable(text)))

/** The fields that a write cannot do without. */
const mutations = {
  'create-entry': { entryId: text, edit, createdAt: text },
  'edit-entry': { entryId: text, edit, baseVersion: v.optional(v.number()) },
  'toggle-completed': { entryId: text, completedAt: v.nullable(text) },
  'make-private': { entryId: text },
  'delete-entry': { entryId: text, seen, seenReplies },
  'add-reaction': { entryId: text, reactionId: text, emoji: text, createdAt: text },
  'remove-reaction': { entryId: text, reactionId: text, emoji: text },
  'create-reply': { replyId: text, entryId: text, content: text, createdAt: text },
  'edit-reply': { replyId: text, entryId: text, content: text },
  'delete-reply': { replyId: text, entryId: text },
  'like-quote': { likeId: text, quote, createdAt: text },
  'unlike-quote': { likeId: text, quote },
  'add-custom-quote': { quoteId: text, quote, createdAt: text },
  'delete-custom-quote': { quoteId: text },
  'last-look': { seenUntil: text },
  'add-memory-mark': { markId: text, entryId: text, until: v.nullable(text), createdAt: text },
  'remove-memory-mark': { markId: text, entryId: text, until: v.nullable(text) },
  'link-story': { storyId: text, ideaId: text, createdAt: text },
  'add-review': {
    reviewId: text,
    entryId: text,
    direction: text,
    grade: v.number(),
    wordsHash: text,
    createdAt: text,
  },
  'remove-photo': { photoId: text, entryId: text },
  'describe-photo': { photoId: text, entryId: text, description: text },
  'order-photos': { entryId: text, photoIds: v.array(text) },
} as const satisfies Readonly<Record<MutationName, v.ObjectEntries>>

const mutationSchemas = new Map<unknown, v.GenericSchema>(
  Object.entries(mutations).map(([action, fields]) => [action, v.looseObject(fields)]),
)

function isMutation(input: unknown): boolean {
  const schema = mutationSchemas.get((input as { action?: unknown } | undefined)?.action)
  return schema !== undefined && safeParse(schema, input).success
}

const trouble = v.union([
  v.looseObject({ kind: v.literal('retrying'), tries: v.number(), overtaken: v.boolean() }),
  v.looseObject({ kind: v.literal('set-aside'), again: v.boolean() }),
])

const cursor = v.optional(v.looseObject({ updatedAt: text, id: text }))

const sentEdit = v.looseObject({
  entryId: text,
  edit,
  editVersion: v.number(),
  updatedAt: text,
  replyTo: maybeText,
})

function isLostRow(input: unknown): boolean {
  const { table, row } = input as Partial<LostRow>
  if (table === 'sentEdits') return safeParse(sentEdit, row).success
  const lost = lostTables.find((name) => name === table)
  return lost !== undefined && typeof readFields(lost, row) !== 'string'
}

type DeviceTable = Exclude<TableName, MirrorTable | 'journal'>

const schemas: { readonly [Name in DeviceTable]: v.GenericSchema } = {
  progress: v.looseObject({
    table: text,
    cursor,
    backfillCursor: cursor,
    shape: maybeText,
    isMissing: v.optional(v.literal(true)),
  }),
  tombstones: v.looseObject({
    table: text,
    rowId: text,
    removedAt: text,
    unseenVersion: v.optional(v.number()),
  }),
  sentEdits: sentEdit,
  knownIds: v.looseObject({ id: text }),
  outbox: v.looseObject({
    id: text,
    seq: v.number(),
    queuedAt: v.optional(v.number()),
    trouble: v.optional(trouble),
    mutation: v.custom(isMutation),
  }),
  deletions: v.looseObject({
    entryId: text,
    due: v.number(),
    replyTo: maybeText,
    isQuote: v.optional(v.literal(true)),
    seen,
    seenReplies,
    tab: maybeText,
  }),
  refusals: v.looseObject({
    id: text,
    action: v.picklist([...Object.keys(mutations), 'add-photo']),
    reason: v.picklist(['stale', 'gone', 'rejected']),
    entryId: maybeText,
    keptText: maybeText,
  }),
  drafts: v.looseObject({ key: text, form: text, order: v.number(), owner: maybeText }),
  lostRows: v.custom(isLostRow),
  unsentPhotos: v.looseObject({
    id: text,
    entryId: text,
    order: v.number(),
    width: v.number(),
    height: v.number(),
    placeholder: text,
    description: text,
    writtenAt: text,
    queuedAt: v.number(),
    isInFlight: v.optional(v.literal(true)),
    tries: v.optional(v.number()),
    problem: v.optional(v.picklist(photoRejections)),
  }),
}

/** One stored row as this app can use it, with what it does not know of; or why it cannot. */
export function readStored<Name extends TableName>(
  name: Name,
  raw: StoredRows[Name],
): StoredRows[Name] | RowFault {
  if (isMirrorTable(name) || name === 'journal')
    return readFields(name, raw) as StoredRows[Name] | RowFault
  return safeParse(schemas[name as DeviceTable], raw).success ? raw : 'broken'
}
