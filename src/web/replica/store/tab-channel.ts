import type { TableChanges } from '../memory/transaction.ts'

/** Carries what changed in one tab to the other tabs of this browser. */
export class TabChannel {
  #channel: BroadcastChannel | undefined

  /**
   * @param name of the copy
   * @param onChanges called with what another tab has changed
   */
  constructor(name: string, onChanges: (changes: TableChanges) => void) {
    if (typeof BroadcastChannel === 'undefined') return
    this.#channel = new BroadcastChannel(`${name}-changes-1`)
    // Node would stay open for it.
    ;(this.#channel as { unref?: () => void }).unref?.()
    this.#channel.addEventListener('message', ({ data }: MessageEvent<TableChanges>) =>
      onChanges(data),
    )
  }

  send(changes: TableChanges): void {
    // A channel has no target origin: it reaches the tabs of this origin alone.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#channel?.postMessage(changes)
  }

  close(): void {
    this.#channel?.close()
    this.#channel = undefined
  }
}
