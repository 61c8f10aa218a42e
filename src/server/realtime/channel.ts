import type { AccessTokenClaims } from '../accounts/access-token.ts'
import type { ChannelDeps } from './channel-deps.ts'
import type { Frame } from './frame.ts'
import { identityOf, refusalTexts, type Identity, type TokenRefusal } from './identity.ts'
import type { Binding, JoinRequest } from './join.ts'
import { activate, type ActiveBinding, type Subscription } from './subscription.ts'
import type { VisibleChange } from './visible-changes.ts'

const subscribed = 'Subscribed to PostgreSQL'

/** The socket as its channels see it. */
export interface Link {
  send(frame: Frame): void
  /** Forgets the channel; called once. */
  closed(channel: Channel): void
}

/** One joined topic of one socket (docs/protocol.md "Realtime"). */
export class Channel implements Subscription {
  readonly topic: string
  readonly joinRef: string | null
  readonly #deps: ChannelDeps
  readonly #link: Link
  #identity: Identity | null = null
  #requested: readonly Binding[] = []
  /** Those that are served; none before it listens. */
  #active: readonly ActiveBinding[] = []
  #isOpen = true
  /** Tokens are taken one after the other, in the order in which they came. */
  #turn: Promise<void> = Promise.resolve()

  constructor(deps: ChannelDeps, link: Link, topic: string, joinRef: string | null) {
    this.topic = topic
    this.joinRef = joinRef
    this.#deps = deps
    this.#link = link
  }

  async join(ref: string | null, request: JoinRequest): Promise<void> {
    return this.#inTurn(() => this.#join(ref, request))
  }

  /** Takes the next token (`null`: none any more, the channel acts as `anon`). */
  async takeToken(token: string | null): Promise<void> {
    return this.#inTurn(() => this.#takeToken(token))
  }

  leave(ref: string | null): void {
    this.#reply(ref, 'ok', {})
    this.close()
  }

  /** Tells the client why and closes for good; the client does not rejoin. */
  refuse(reason: TokenRefusal): void {
    if (this.#isOpen) this.#system('error', refusalTexts[reason], 'system')
    this.close()
  }

  /** Ends the channel with `phx_close` (another join of the same topic). */
  close(): void {
    const { topic, joinRef } = this
    if (this.end())
      this.#link.send({ joinRef, ref: joinRef, topic, event: 'phx_close', payload: {} })
  }

  /** Ends the channel without a frame (its socket is gone); false if it had ended before. */
  end(): boolean {
    if (!this.#isOpen) return false
    this.#isOpen = false
    this.#deps.delivery.remove(this)
    this.#link.closed(this)
    return true
  }

  claims(): AccessTokenClaims | null {
    return this.#identity?.claims ?? null
  }

  get bindings(): readonly ActiveBinding[] {
    return this.#active
  }

  deliver(visible: VisibleChange, bindingIds: readonly number[]): void {
    this.#push('postgres_changes', changeMessage(visible, bindingIds))
  }

  resync(): void {
    if (this.#active.length > 0) this.#system('ok', subscribed)
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work)
    return this.#turn
  }

  async #join(ref: string | null, request: JoinRequest): Promise<void> {
    const identity = await identityOf(this.#deps, request.accessToken)
    if (!this.#isOpen) return
    if (typeof identity === 'string') {
      this.#reply(ref, 'error', { reason: refusalTexts[identity] })
      this.end()
      return
    }
    this.#identity = identity
    this.#requested = request.bindings
    this.#reply(ref, 'ok', {
      postgres_changes: this.#requested.map(({ id, requested }) => ({ id, ...requested })),
    })
    void this.#subscribe()
  }

  async #takeToken(token: string | null): Promise<void> {
    if (!this.#isOpen || (token !== null && token === this.#identity?.token)) return
    const identity = await identityOf(this.#deps, token)
    if (!this.#isOpen) return
    if (identity === 'unavailable') {
      // `phx_error` makes the client join again, with its newest token.
      this.#push('phx_error', {})
      this.end()
    } else if (typeof identity === 'string') {
      this.refuse(identity)
    } else {
      const hasArrived = identity !== null && identity.claims.sub !== this.#identity?.claims.sub
      this.#identity = identity
      // Changes before this person's token came were not sent: the client must pull.
      if (hasArrived) void this.#subscribe()
    }
  }

  /** Listens as soon as the stream runs, and says so; or says why it never will. */
  async #subscribe(): Promise<void> {
    if (this.#requested.length === 0) return
    const { whenLive, catalogue, delivery } = this.#deps
    await whenLive()
    if (!this.#isOpen) return
    const active = activate(this.#requested, catalogue)
    this.#active = typeof active === 'string' ? [] : active
    delivery.add(this)
    if (typeof active === 'string') this.#system('error', active)
    else this.#system('ok', subscribed)
  }

  #push(event: string, payload: unknown): void {
    this.#link.send({ joinRef: null, ref: null, topic: this.topic, event, payload })
  }

  #reply(ref: string | null, status: 'ok' | 'error', response: unknown): void {
    const { topic, joinRef } = this
    this.#link.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  #system(status: 'ok' | 'error', message: string, extension = 'postgres_changes'): void {
    const channel = this.topic.replace(/^realtime:/, '')
    this.#push('system', { extension, status, message, channel })
  }
}

/**
 * The payload of a `postgres_changes` event in the hosted form. `old_record` carries the primary key
 * only, as hosted does under row level security; the client converts values by `columns`.
 */
function changeMessage(
  { table, change, row }: VisibleChange,
  ids: readonly number[],
): Readonly<Record<string, unknown>> {
  return {
    ids,
    data: {
      schema: table.schema,
      table: table.name,
      type: change.type,
      commit_timestamp: change.at,
      columns: table.columns.map(({ name, type }) => ({ name, type })),
      ...(row === null ? {} : { record: row }),
      ...(change.type === 'INSERT' ? {} : { old_record: { [table.key.name]: change.key } }),
      errors: null,
    },
  }
}
