import type { RealtimeClient } from '@supabase/realtime-js'

import type { PartnerId } from '../../domain/ids.ts'
import { JournalChannel, type ChannelListener } from './channel.ts'
import type { SessionStore } from './session.ts'

export interface SubscriptionOptions {
  readonly person: PartnerId
  readonly session: SessionStore
  readonly listener: ChannelListener
  /** Loads the client package and makes a client, which connects nothing yet. */
  readonly loadClient: () => Promise<RealtimeClient>
}

interface Joined {
  readonly channel: JournalChannel
  readonly stopRenewing: () => void
}

/** One person's realtime channel while that person has a session, until it is left. */
export class RealtimeSubscription {
  readonly #options: SubscriptionOptions
  readonly #unsubscribe: () => void
  #joined: Joined | undefined
  #isStarting = false
  #isLeft = false

  constructor(options: SubscriptionOptions) {
    this.#options = options
    this.#unsubscribe = options.session.subscribe((event) => {
      if (event === 'lost' || event === 'signed-out') this.#stop()
      else void this.#start()
    })
    void this.#start()
  }

  leave(): void {
    this.#isLeft = true
    this.#unsubscribe()
    this.#stop()
  }

  async #start(): Promise<void> {
    const { session, loadClient, listener } = this.#options
    if (this.#isLeft || this.#isStarting || this.#joined !== undefined) return
    if (session.state().kind !== 'active') return
    this.#isStarting = true
    try {
      const client = await loadClient()
      if (!this.#isLeft) this.#joined = this.#join(client)
    } catch {
      // Without the package there is no realtime; the next session event tries again.
      listener.onDown()
    } finally {
      this.#isStarting = false
    }
  }

  #join(client: RealtimeClient): Joined {
    const { session, listener } = this.#options
    const channel = new JournalChannel(client, async () => this.#token(), listener)
    const stopRenewing = session.subscribe((event) => {
      if (event === 'renewed') void this.#giveToken(client)
    })
    return { channel, stopRenewing }
  }

  #stop(): void {
    this.#joined?.stopRenewing()
    this.#joined?.channel.leave()
    this.#joined = undefined
  }

  async #token(): Promise<string | undefined> {
    const { session, person } = this.#options
    const result = await session.token(person)
    return result.ok ? result.value : undefined
  }

  /**
   * Gives the client the renewed token, so that the server does not close the channel. The stored one
   * as it is: to ask for a valid one could begin the next renewal.
   */
  async #giveToken(client: RealtimeClient): Promise<void> {
    const { session, person } = this.#options
    const token = session.storedToken(person)
    if (token !== undefined) await client.setAuth(token)
  }
}
