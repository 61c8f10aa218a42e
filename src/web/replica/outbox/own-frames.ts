import type { Change } from '../../backend/channel.ts'
import type { Timers } from '../../browser/timers.ts'
import type { Queued } from '../copy/stored-rows.ts'
import type { ReturnedRow } from '../mutations/send-result.ts'

/** Milliseconds that a frame waits at most for the answer to a write: it may be another person's. */
const longestWait = 1000

/** A frame that brings a row. */
type RowFrame = Extract<Change, { kind: 'row' }>

interface Sending {
  readonly aggregateId: string
  readonly end: Promise<void>
}

/**
 * What this tab writes comes back twice, as the answer and as a frame, in either order. The screen follows the
 * answer, which ends the mutation too; the frame then has nothing new, and need not be compared with what
 * the device stores.
 */
export class OwnFrames {
  readonly #timers: Timers
  #sending: Sending | undefined
  #answered: ReturnedRow | undefined

  constructor(timers: Timers) {
    this.#timers = timers
  }

  /** Runs the sending of a mutation, with the storing of its result. */
  async during<Value>({ aggregateId }: Queued, send: () => Promise<Value>): Promise<Value> {
    let over: () => void = () => undefined
    const end = new Promise<void>((resolve) => {
      over = resolve
    })
    this.#sending = { aggregateId, end }
    try {
      return await send()
    } finally {
      this.#sending = undefined
      over()
    }
  }

  /** The row of an answer is in the copy. */
  noteStored(row: ReturnedRow | undefined): void {
    if (row !== undefined) this.#answered = row
  }

  /**
   * Whether a frame brings what the last answer brought. While a write about its entry is on its way, this waits
   * for the answer.
   */
  async isOwn(frame: RowFrame): Promise<boolean> {
    const sending = this.#sending
    if (sending !== undefined && sending.aggregateId === entryOf(frame)) await this.#within(sending)
    const { table, row } = this.#answered ?? {}
    return (
      table === frame.table && row?.id === frame.row.id && row.updatedAt === frame.row.updatedAt
    )
  }

  async #within({ end }: Sending): Promise<void> {
    let cancel: () => void = () => undefined
    const timeout = new Promise<void>((resolve) => {
      cancel = this.#timers.after(longestWait, resolve)
    })
    await Promise.race([end, timeout])
    cancel()
  }
}

/** The aggregate of an entry or a reaction is the entry. */
function entryOf({ table, row }: RowFrame): string | undefined {
  if (table === 'entries') return row.id
  return table === 'reactions' ? row.entryId : undefined
}
