import type { Frame } from './frame.ts'

/** What a channel says to its client, in the frames of its topic. */
export class ChannelMessages {
  readonly #send: (frame: Frame) => void
  readonly #topic: string
  readonly #joinRef: string | null

  constructor(send: (frame: Frame) => void, topic: string, joinRef: string | null) {
    this.#send = send
    this.#topic = topic
    this.#joinRef = joinRef
  }

  push(event: string, payload: unknown): void {
    this.#send({ joinRef: null, ref: null, topic: this.#topic, event, payload })
  }

  reply(ref: string | null, status: 'ok' | 'error', response: unknown): void {
    const payload = { status, response }
    this.#send({ joinRef: this.#joinRef, ref, topic: this.#topic, event: 'phx_reply', payload })
  }

  system(status: 'ok' | 'error', message: string, extension = 'postgres_changes'): void {
    const channel = this.#topic.replace(/^realtime:/, '')
    this.push('system', { extension, status, message, channel })
  }

  closed(): void {
    const ref = this.#joinRef
    this.#send({ joinRef: ref, ref, topic: this.#topic, event: 'phx_close', payload: {} })
  }
}
