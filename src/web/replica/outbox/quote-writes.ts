import { instantFromMilliseconds, type CustomQuoteId, type Instant } from '../../../domain/ids.ts'
import { isSameQuote, quoteLikeId, type QuoteKey } from '../../../domain/quote.ts'
import type { WriteContext } from './entry-writes.ts'
import { endDraft } from '../copy/draft-rows.ts'
import type { Journal, SendingForm } from '../journal.ts'
import { newCustomQuoteId } from '../mutations/new-ids.ts'
import type { Operation } from '../mutations/operation.ts'
import { overlayLastLook } from '../mutations/optimistic.ts'
import { enqueue, isAction, pendingFor } from './outbox.ts'

type QuoteWrites = Pick<Journal, 'setLike' | 'addCustomQuote' | 'deleteCustomQuote' | 'lookedAt'>

/** The writes about quotes and the last look; each stores its outbox operation. */
export function quoteWrites(context: WriteContext): QuoteWrites {
  return {
    setLike: async (quote, present) => setLike(context, quote, present),
    addCustomQuote: async (quote, form) => addCustomQuote(context, quote, form),
    deleteCustomQuote: async (id) => deleteCustomQuote(context, id),
    lookedAt: async (seenUntil) => lookedAt(context, seenUntil),
  }
}

async function setLike(
  context: WriteContext,
  { text, author }: QuoteKey,
  present: boolean,
): Promise<void> {
  const { database, me, now } = context
  const { quote_likes: likes, outbox } = database
  await database.transaction('rw', likes, outbox, async () => {
    const quote = { text, author }
    const row = await likes.filter((one) => one.userId === me && isSameQuote(one, quote)).first()
    // A like whose quote was mended meanwhile keeps the id that the old words gave it.
    const id = row?.id ?? quoteLikeId(me, quote)
    const last = await outbox
      .orderBy('seq')
      .filter(({ operation }) => isLikeOf(operation, quote))
      .last()
    const shown = last === undefined ? row !== undefined : isAction(last, 'like-quote')
    if (shown === present) return
    if (last?.attempted === 0) return outbox.delete(last.seq)
    const createdAt = instantFromMilliseconds(now())
    await enqueue(
      context,
      present
        ? { action: 'like-quote', likeId: id, quote, createdAt }
        : { action: 'unlike-quote', likeId: id, quote },
      last,
    )
  })
}

function isLikeOf(operation: Operation, quote: QuoteKey): boolean {
  const { action } = operation
  return (
    (action === 'like-quote' || action === 'unlike-quote') && isSameQuote(operation.quote, quote)
  )
}

async function addCustomQuote(
  context: WriteContext,
  quote: QuoteKey,
  form: SendingForm | undefined,
): Promise<CustomQuoteId> {
  let id = newCustomQuoteId()
  if (form === undefined) {
    const { outbox } = context.database
    await context.database.transaction('rw', outbox, async () => queueQuote(context, id, quote))
    return id
  }
  await form.draft.handOver(async (key) => {
    id = key as CustomQuoteId
    await sendQuoteDraft(context, id, quote)
    return true
  })
  return id
}

/** Nothing is queued where this very draft was sent before. */
async function sendQuoteDraft(
  context: WriteContext,
  id: CustomQuoteId,
  quote: QuoteKey,
): Promise<void> {
  const { database } = context
  const { outbox, drafts, custom_quotes: quotes, tombstones } = database
  await database.transaction('rw', outbox, drafts, quotes, tombstones, async () => {
    await endDraft(database, { key: id, rest: undefined })
    const pending = await pendingFor(database, id)
    const row = (await quotes.get(id)) ?? (await tombstones.get(['custom_quotes', id]))
    if (row === undefined && pending.length === 0) await queueQuote(context, id, quote)
  })
}

async function queueQuote(
  context: WriteContext,
  quoteId: CustomQuoteId,
  { text, author }: QuoteKey,
): Promise<void> {
  const createdAt = instantFromMilliseconds(context.now())
  const quote = { text, author }
  await enqueue(context, { action: 'add-custom-quote', quoteId, quote, createdAt })
}

async function deleteCustomQuote(context: WriteContext, quoteId: CustomQuoteId): Promise<void> {
  const { database } = context
  await database.transaction('rw', database.outbox, async () => {
    const last = (await pendingFor(database, quoteId)).at(-1)
    if (last !== undefined && isAction(last, 'delete-custom-quote')) return
    if (last?.attempted === 0) return database.outbox.delete(last.seq)
    await enqueue(context, { action: 'delete-custom-quote', quoteId }, last)
  })
}

async function lookedAt(context: WriteContext, seenUntil: Instant): Promise<void> {
  const { database, me } = context
  const { last_looks: lastLooks, outbox } = database
  await database.transaction('rw', lastLooks, outbox, async () => {
    const pending = await pendingFor(database, 'last-look')
    const operations = pending.map((queued) => queued.operation)
    const known = overlayLastLook((await lastLooks.get(me))?.seenUntil, operations)
    if (known !== undefined && known >= seenUntil) return
    const operation = { action: 'last-look', seenUntil } as const
    const last = pending.at(-1)
    if (last?.attempted === 0) await outbox.put({ ...last, operation })
    else await enqueue(context, operation)
  })
}
