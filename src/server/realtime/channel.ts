import { changeMessage, groupBySelect } from './change-message.ts'
import type { Frame } from './frame.ts'
import { verdictOf } from './verdict.ts'
import { refusalTexts, type AccessClaims, type Identity, type TokenRefusal } from './identity.ts'
import type { Binding, JoinRequest } from './join.ts'
import type { Room } from './room.ts'
import {
  activate,
  validate,
  type ActiveBinding,
  type Subscription,
  type VisibleChange,
} from './subscription.ts'

/** The socket as its channels see it. */
export interface Link {
  send(frame: Frame): void
  /** Forgets the channel; called once. */
  closed(channel: Channel): void
}

/** One joined topic of one socket (docs/protocol.md "Realtime"). */
export interface Channel {
  readonly topic: string
  readonly joinRef: string | null
  identity(): Identity | null
  join(ref: string | null, request: JoinRequest): Promise<void>
  /** Takes the next token (`null`: none any more, the channel acts as `anon`). */
  takeToken(token: string | null): Promise<void>
  leave(ref: string | null): void
  /** Tells the client why and closes for good; it does not rejoin by itself. */
  refuse(reason: TokenRefusal): void
  /** Ends the channel without a word (its socket is gone). */
  discard(): void
  /** Ends the channel with `phx_close` (another join of the same topic). */
  close(): void
}

const subscribed = 'Subscribed to PostgreSQL'
const unsubscribable =
  'Unable to subscribe to changes with given parameters. Please check that the tables are published and the filters are valid'
const unfit = 'A filter does not fit its table any more, the subscription has ended'

export function createChannel(
  room: Room,
  link: Link,
  topic: string,
  joinRef: string | null,
): Channel {
  let identity: Identity | null = null
  let requested: readonly Binding[] = []
  let active: readonly ActiveBinding[] = []
  let standing = false
  let open = true
  /** Tokens are taken one after the other, in the order in which they came. */
  let turn: Promise<void> = Promise.resolve()

  const push = (event: string, payload: unknown) =>
    link.send({ joinRef: null, ref: null, topic, event, payload })
  const reply = (ref: string | null, status: 'ok' | 'error', response: unknown) =>
    link.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  const system = (status: 'ok' | 'error', message: string, extension = 'postgres_changes') =>
    push('system', { extension, status, message, channel: topic.replace(/^realtime:/, '') })

  const subscription: Subscription = {
    claims: (): AccessClaims | null => identity?.claims ?? null,
    get bindings() {
      return active
    },
    deliver(visible: VisibleChange, matching) {
      for (const [select, ids] of groupBySelect(matching)) {
        push('postgres_changes', changeMessage(visible, ids, select))
      }
    },
    fail() {
      unsubscribe()
      system('error', unfit)
    },
    resync() {
      if (standing) system('ok', subscribed)
    },
  }

  function unsubscribe(): void {
    standing = false
    active = []
    room.delivery.remove(subscription)
  }

  /** Resolves once the subscription stands: `true`, or `false` if it never will. */
  async function subscribe(): Promise<boolean> {
    if (requested.length === 0) return true
    await room.liveness.whenLive()
    const understood = activate(requested, room.catalogue)
    // Strangers make the database do nothing at all; their filters are tried when a token comes.
    const valid =
      understood !== null &&
      (identity === null || (await validate(understood, room.catalogue, room.reader)))
    if (!open) return false
    if (!valid) {
      unsubscribe()
      return false
    }
    active = understood
    standing = true
    room.delivery.add(subscription)
    return true
  }

  function announce(stands: boolean): void {
    if (!open || requested.length === 0) return
    if (stands) system('ok', subscribed)
    else system('error', unsubscribable)
  }

  function end(): boolean {
    if (!open) return false
    open = false
    unsubscribe()
    link.closed(channel)
    return true
  }

  async function joinNow(ref: string | null, request: JoinRequest): Promise<void> {
    const verdict = await verdictOf(room, request.accessToken)
    if (!open) return
    if (typeof verdict === 'string') {
      reply(ref, 'error', { reason: refusalTexts[verdict] })
      end()
      return
    }
    identity = verdict
    requested = request.bindings
    const response = { postgres_changes: requested.map(({ echo }) => echo) }
    const stands = subscribe()
    if (request.wait === null || requested.length === 0) {
      reply(ref, 'ok', response)
      void stands.then(announce)
      return
    }
    void confirm(ref, response, stands, request.wait)
  }

  async function confirm(
    ref: string | null,
    response: unknown,
    stands: Promise<boolean>,
    wait: number,
  ): Promise<void> {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), wait).unref())
    const outcome = await Promise.race([stands, late])
    if (!open) return
    if (outcome === true) {
      reply(ref, 'ok', response)
      announce(true)
      return
    }
    reply(ref, 'error', { reason: outcome === null ? 'Timed out' : unsubscribable })
    end()
  }

  async function takeNow(token: string | null): Promise<void> {
    if (!open || (token !== null && token === identity?.token)) return
    const verdict = await verdictOf(room, token)
    if (!open) return
    if (verdict === 'unavailable') {
      // `phx_error` makes the client join again, with its newest token.
      push('phx_error', {})
      end()
    } else if (typeof verdict === 'string') {
      channel.refuse(verdict)
    } else {
      const arrived = verdict !== null && verdict.claims.sub !== identity?.claims.sub
      identity = verdict
      // What changed before this person's token came was not sent to them: told to pull.
      if (arrived) void subscribe().then(announce)
    }
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work)
    return turn
  }

  const channel: Channel = {
    topic,
    joinRef,
    identity: () => identity,
    join: (ref, request) => inTurn(() => joinNow(ref, request)),
    takeToken: (token) => inTurn(() => takeNow(token)),
    leave(ref) {
      reply(ref, 'ok', {})
      channel.close()
    },
    refuse(reason) {
      if (open) system('error', refusalTexts[reason], 'system')
      channel.close()
    },
    discard: () => void end(),
    close() {
      const frame = { joinRef, ref: joinRef, topic, event: 'phx_close', payload: {} }
      if (end()) link.send(frame)
    },
  }
  return channel
}
