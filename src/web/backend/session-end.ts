import * as v from 'valibot'

import { leaveToWorker, sendEnd, type EndRequest } from '../browser/left-sessions.ts'
import type { SiteStorage } from '../browser/site-storage.ts'
import { backoff, systemTimers } from '../browser/timers.ts'
import type { Source } from './clients.ts'
import { readSession, sessionKey } from './stored-session.ts'
import { jsonText, parseIfValid } from '../../domain/parse.ts'

/** The key in localStorage of the tokens for sessions that the server must still end. */
export const endingsKey = 'tagebuch.endings'

const storedEndings = jsonText(v.array(v.string()))

/** More sign-outs without a network than anyone makes; limits how many tokens are kept. */
const mostEndings = 20

export interface SessionEndOptions extends Source {
  readonly storage: SiteStorage
}

/** Sessions that this device has left, until the server knows. */
export class SessionEnd {
  readonly #options: SessionEndOptions
  #last: string | undefined
  #failures = 0
  #isClosed = false
  #cancelNext: () => void = () => undefined

  constructor(options: SessionEndOptions) {
    this.#options = options
  }

  /** True when the stored session has a token that can end it later. */
  endsLater(): boolean {
    return readSession(this.#options.storage)?.revocation_token !== undefined
  }

  /**
   * Removes the session's tokens from this device and keeps only the token that can end it. A
   * server without revocation tokens (hosted Supabase) leaves nothing to keep. Yields the access
   * token for a call that ends the session now; undefined if no one was signed in.
   */
  leave(): string | undefined {
    const session = readSession(this.#options.storage)
    const last = session?.revocation_token
    this.#last = last
    // First store the revocation token: if the page dies in between, the session can still be
    // ended.
    if (last !== undefined) this.#write([...this.#read().filter((one) => one !== last), last])
    this.#options.storage.removeItem(sessionKey)
    return session?.access_token
  }

  /** The server has ended the session that was left last. */
  done(): void {
    this.#write(this.#read().filter((one) => one !== this.#last))
  }

  /** Sends the remaining tokens to the server, and those that fail again after growing pauses. */
  async send(): Promise<void> {
    this.#failures = 0
    await this.#attempt()
  }

  /** Ends the attempts; the tokens stay for another page. */
  close(): void {
    this.#isClosed = true
    this.#cancelNext()
  }

  async #attempt(): Promise<void> {
    this.#cancelNext()
    const tokens = this.#read()
    if (tokens.length === 0) return
    for (const token of tokens)
      if (await sendEnd(this.#request(token), this.#options.fetch))
        this.#write(this.#read().filter((one) => one !== token))
    this.#cancelNext()
    const left = this.#read()
    void leaveToWorker(left.map((token) => this.#request(token)))
    if (this.#isClosed || left.length === 0) return
    this.#failures += 1
    const pause = backoff(this.#failures, () => systemTimers.random())
    this.#cancelNext = systemTimers.after(pause, () => void this.#attempt())
  }

  #request(token: string): EndRequest {
    const { base, anonKey } = this.#options
    return {
      url: `${base}/auth/v1/end-session`,
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ revocation_token: token }),
    }
  }

  #read(): readonly string[] {
    return parseIfValid(storedEndings, this.#options.storage.getItem(endingsKey)) ?? []
  }

  #write(endings: readonly string[]): void {
    const { storage } = this.#options
    if (endings.length === 0) storage.removeItem(endingsKey)
    else storage.setItem(endingsKey, JSON.stringify(endings.slice(-mostEndings)))
  }
}
