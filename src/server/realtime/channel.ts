import { changeMessage, groupBySelect } from './change-message.ts'
import type { ChannelDeps } from './channel-deps.ts'
import { ChannelMessages, channelTexts } from './channel-messages.ts'
import type { Frame } from './frame.ts'
import { refusalTexts, type AccessClaims, type Identity, type TokenRefusal } from './identity.ts'
import type { Binding, JoinRequest } from './join.ts'
import {
  activate,
  validate,
  type ActiveBinding,
  type Subscription,
  type VisibleChange,
} from './subscription.ts'
import { verdictOf } from './verdict.ts'

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
  readonly #messages: ChannelMessages
  #identity: Identity | null = null
  #requested: readonly Binding[] = []
  #active: readonly ActiveBinding[] = []
  #isSubscribed = false
  #isOpen = true
  /** Tokens are taken one after the other, in the order in which they came. */
  #turn: Promise<void> = Promise.resolve()

  constructor(deps: ChannelDeps, link: Link, topic: string, joinRef: string | null) {
    this.topic = topic
    this.joinRef = joinRef
    this.#deps = deps
    this.#link = link
    this.#messages = new ChannelMessages((frame) => link.send(frame), topic, joinRef)
  }

  get identity(): Identity | null {
    return this.#identity
  }

  async join(ref: string | null, request: JoinRequest): Promise<void> {
    return this.#inTurn(() => this.#join(ref, request))
  }

  /** Takes the next token (`null`: none any more, the channel acts as `anon`). */
  async takeToken(token: string | null): Promise<void> {
    return this.#inTurn(() => this.#takeToken(token))
  }

  leave(ref: string | null): void {
    this.#messages.reply(ref, 'ok', {})
    this.close()
  }

  /** Tells the client why and closes for good; the client does not rejoin. */
  refuse(reason: TokenRefusal): void {
    if (this.#isOpen) this.#messages.system('error', refusalTexts[reason], 'system')
    this.close()
  }

  /** Ends the channel with `phx_close` (another join of the same topic). */
  close(): void {
    if (this.end()) this.#messages.closed()
  }

  /** Ends the channel without a frame (its socket is gone); false if it had ended before. */
  end(): boolean {
    if (!this.#isOpen) return false
    this.#isOpen = false
    this.#unsubscribe()
    this.#link.closed(this)
    return true
  }

  claims(): AccessClaims | null {
    return this.#identity?.claims ?? null
  }

  get bindings(): readonly ActiveBinding[] {
    return this.#active
  }

  deliver(visible: VisibleChange, matching: readonly ActiveBinding[]): void {
    for (const [select, ids] of groupBySelect(matching))
      this.#messages.push('postgres_changes', changeMessage(visible, ids, select))
  }

  fail(): void {
    this.#unsubscribe()
    this.#messages.system('error', channelTexts.unfit)
  }

  resync(): void {
    if (this.#isSubscribed) this.#messages.system('ok', channelTexts.subscribed)
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work)
    return this.#turn
  }

  async #join(ref: string | null, request: JoinRequest): Promise<void> {
    const verdict = await verdictOf(this.#deps, request.accessToken)
    if (!this.#isOpen) return
    if (typeof verdict === 'string') {
      this.#messages.reply(ref, 'error', { reason: refusalTexts[verdict] })
      this.end()
      return
    }
    this.#identity = verdict
    this.#requested = request.bindings
    const subscribing = this.#subscribe()
    if (request.wait === null || this.#requested.length === 0) {
      this.#confirm(ref)
      void subscribing.then((isActive) => this.#announce(isActive))
    } else {
      void this.#confirmOnceSubscribed(ref, subscribing, request.wait)
    }
  }

  #confirm(ref: string | null): void {
    this.#messages.reply(ref, 'ok', { postgres_changes: this.#requested.map(({ echo }) => echo) })
  }

  async #confirmOnceSubscribed(
    ref: string | null,
    subscribing: Promise<boolean>,
    wait: number,
  ): Promise<void> {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), wait).unref())
    const isActive = await Promise.race([subscribing, late])
    if (!this.#isOpen) return
    if (isActive === true) {
      this.#confirm(ref)
      this.#announce(true)
      return
    }
    const reason = isActive === null ? channelTexts.late : channelTexts.refused
    this.#messages.reply(ref, 'error', { reason })
    this.end()
  }

  async #takeToken(token: string | null): Promise<void> {
    if (!this.#isOpen || (token !== null && token === this.#identity?.token)) return
    const verdict = await verdictOf(this.#deps, token)
    if (!this.#isOpen) return
    if (verdict === 'unavailable') {
      // `phx_error` makes the client join again, with its newest token.
      this.#messages.push('phx_error', {})
      this.end()
    } else if (typeof verdict === 'string') {
      this.refuse(verdict)
    } else {
      const hasArrived = verdict !== null && verdict.claims.sub !== this.#identity?.claims.sub
      this.#identity = verdict
      // Changes before this person's token came were not sent: the client must pull.
      if (hasArrived) void this.#subscribe().then((isActive) => this.#announce(isActive))
    }
  }

  /** Resolves to `true` once the subscription is active, or to `false` if it never will be. */
  async #subscribe(): Promise<boolean> {
    if (this.#requested.length === 0) return true
    const { liveness, catalogue, reader, delivery } = this.#deps
    await liveness.whenLive()
    const understood = activate(this.#requested, catalogue)
    // Strangers cause no query at all; their filters are checked when a token comes.
    const valid =
      understood !== null &&
      (this.#identity === null || (await validate(understood, catalogue, reader)))
    if (!this.#isOpen) return false
    if (!valid) {
      this.#unsubscribe()
      return false
    }
    this.#active = understood
    this.#isSubscribed = true
    delivery.add(this)
    return true
  }

  #unsubscribe(): void {
    this.#isSubscribed = false
    this.#active = []
    this.#deps.delivery.remove(this)
  }

  #announce(isActive: boolean): void {
    if (!this.#isOpen || this.#requested.length === 0) return
    if (isActive) this.#messages.system('ok', channelTexts.subscribed)
    else this.#messages.system('error', channelTexts.refused)
  }
}
