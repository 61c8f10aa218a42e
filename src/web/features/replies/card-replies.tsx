import { useEffect, useRef, type RefObject } from 'react'
import { formatInstant } from '../../../domain/date-format.ts'
import type { EntryId, ReplyId } from '../../../domain/ids.ts'
import type { Reply } from '../../../domain/table-schemas.ts'
import { useJournal, useJournalState, useTimeZone } from '../../replica/journal-context.tsx'
import { useEntryParts } from '../../replica/use-rows.ts'
import { nameOf } from '../../replica/questions/entry-details.ts'
import { Button } from '../../ui/button.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'
import { useMarks } from '../../ui/marked.tsx'
import { useFieldOf, useSetField, useUnfolded, useWantedReply } from './open-field.tsx'
import { replyTexts } from './replies-texts.ts'
import { ReplyField } from './reply-field.tsx'
import { ReplyMenu } from './reply-menu.tsx'
import {
  useFieldSession,
  useReplyForm,
  type FieldPlace,
  type OpenedField,
} from './use-reply-form.ts'

/** How many are shown until one asks for the others. */
const shownAtFirst = 2

interface RepliesProps {
  readonly entryId: EntryId
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The replies under a card's text, oldest first, and the field that opened there (docs/behaviour/replies.md). */
export function Replies({ entryId, now }: RepliesProps) {
  const replies = useEntryParts('replies', entryId)
  const open = useFieldOf(entryId)
  const place = open?.isInCard === true ? open : undefined
  if (replies.length === 0 && place === undefined) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-s-2 border-line ps-3">
      {replies.length > 0 && (
        <ReplyList entryId={entryId} replies={replies} place={place} now={now} />
      )}
      {place !== undefined && place.replyId === undefined && <InlineField place={place} />}
    </div>
  )
}

interface ReplyListProps {
  readonly entryId: EntryId
  readonly replies: readonly Reply[]
  readonly place: FieldPlace | undefined
  readonly now: number
}

function ReplyList({ entryId, replies, place, now }: ReplyListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [isWhole, unfold] = useUnfolded(entryId)
  const marks = useMarks()
  const wanted = useWantedReply()
  const lineFocus = useLineFocus(list)
  const before = replies.slice(0, -shownAtFirst)
  // A reply is shown if a search has found it, if the person was led to it, and while it is being edited.
  const isWanted = before.some(
    ({ id, content }) =>
      id === place?.replyId || id === wanted || marks(content, 'text').length > 0,
  )
  const hidden = isWhole || isWanted ? 0 : before.length
  return (
    <>
      {hidden > 0 && (
        <button
          type="button"
          onClick={() => {
            unfold()
            // The button leaves with the focus.
            list.current?.focus({ preventScroll: true })
          }}
          className="-my-1 min-h-target w-fit rounded-full text-sm font-semibold text-accent-ink underline underline-offset-4"
        >
          {replyTexts.more(hidden)}
        </button>
      )}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={replyTexts.label}
        className="grid grid-cols-[minmax(0,1fr)] gap-2 outline-none"
      >
        {replies.slice(hidden).map((reply) => (
          <li
            key={reply.id}
            tabIndex={-1}
            data-reply={reply.id}
            {...lineFocus(reply.id)}
            data-wanted={reply.id === wanted || undefined}
            className="-mx-2 -my-0.5 rounded-md px-2 py-0.5"
          >
            {place?.replyId === reply.id ? (
              <InlineField place={place} />
            ) : (
              <ReplyLine reply={reply} now={now} />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** If the field or the reply that had the focus leaves, the focus goes to its line, or to the list without it. */
function useLineFocus(list: RefObject<HTMLElement | null>) {
  const focused = useRef<ReplyId>(undefined)
  useEffect(() => {
    if (focused.current === undefined || document.activeElement !== document.body) return
    const line = list.current?.querySelector<HTMLElement>(`[data-reply="${focused.current}"]`)
    const next = line ?? list.current
    next?.focus({ preventScroll: true })
  })
  return (id: ReplyId) => ({
    // Of what is open above the line, too.
    onFocus: () => {
      focused.current = id
    },
    onBlur: () => {
      focused.current = undefined
    },
  })
}

function ReplyLine({ reply, now }: { readonly reply: Reply; readonly now: number }) {
  const { me } = useJournal()
  const profiles = useJournalState((state) => state.profiles)
  const timeZone = useTimeZone()
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 grow">
        <p className="text-sm text-ink-soft">
          <span className="font-bold text-ink">
            {nameOf(profiles, reply.userId) ?? replyTexts.unknownAuthor}
          </span>
          <span aria-hidden="true"> · </span>
          <time dateTime={reply.createdAt}>{formatInstant(reply.createdAt, now, timeZone)}</time>
        </p>
        <p className="written measure wrap-anywhere whitespace-pre-wrap">
          <LinkedText text={reply.content} />
        </p>
      </div>
      {reply.userId === me && <ReplyMenu reply={reply} />}
    </div>
  )
}

/** The field in its place on the card. */
function InlineField({ place }: { readonly place: FieldPlace }) {
  const session = useFieldSession(place)
  if (session?.value === undefined) return null
  return <OpenedField key={session.serial} opened={session.value} />
}

function OpenedField({ opened }: { readonly opened: OpenedField }) {
  const setField = useSetField()
  const frame = useRef<HTMLFormElement>(null)
  const close = () => setField(undefined)
  const state = useReplyForm(opened, close)
  const isEdit = opened.replyId !== undefined
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <form
      ref={frame}
      noValidate
      className="grid scroll-mb-4 gap-2"
      onSubmit={(event) => event.preventDefault()}
    >
      <ReplyField state={state} hideLabel onEscape={close} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={close}>
          {replyTexts.cancel}
        </Button>
        <Button onClick={state.submit}>{isEdit ? replyTexts.save : replyTexts.send}</Button>
      </div>
    </form>
  )
}
