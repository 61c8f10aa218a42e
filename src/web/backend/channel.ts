import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import * as v from 'valibot'

import { isUuid, parseInstant, type Instant } from '../../domain/ids.ts'
import { syncedTables, type SyncedTable } from '../../domain/journal-tables.ts'
import { parseRow, type RowOf } from '../../domain/table-schemas.ts'
import { parseIfValid } from '../../domain/parse.ts'

/** A change from realtime, in the domain's types. */
export type Change =
  | { [Table in SyncedTable]: { kind: 'row'; table: Table; row: RowOf<Table> } }[SyncedTable]
  | {
      readonly kind: 'deleted'
      readonly table: SyncedTable
      readonly id: string
      /** The deletion's commit time in milliseconds' precision, rounded down. */
      readonly at: Instant
    }
  /** A change that needs a pull: of the journal's row, or in an unreadable frame. */
  | { readonly kind: 'unclear'; readonly table: SyncedTable | 'journal' }

export interface ChannelListener {
  onChange(change: Change): void
  /** The time of a change by the server's clock. */
  onTime(at: Instant): void
  /** Joined, or the server says that the subscription is active (again): pull now. */
  onReady(): void
  /** The server has answered a heartbeat. */
  onHeard(): void
  /** The channel is down; it rejoins automatically. */
  onDown(): void
}

const frame = v.object({
  eventType: v.picklist(['INSERT', 'UPDATE', 'DELETE']),
  table: v.picklist([...syncedTables, 'journal']),
  commit_timestamp: v.pipe(v.string(), v.transform(parseInstant)),
  new: v.unknown(),
  old: v.unknown(),
})
const deletedRow = v.object({ id: v.pipe(v.string(), v.check(isUuid)) })

/** Reads one `postgres_changes` payload of the realtime client; `undefined` for a foreign one. */
export function parseChange(payload: unknown): Change | undefined {
  const parsed = parseIfValid(frame, payload)
  if (parsed === undefined) return undefined
  const { table, eventType, commit_timestamp: at } = parsed
  if (table === 'journal') return { kind: 'unclear', table }
  if (eventType === 'DELETE') {
    const old = parseIfValid(deletedRow, parsed.old)
    return old !== undefined && at !== undefined
      ? { kind: 'deleted', table, id: old.id, at }
      : { kind: 'unclear', table }
  }
  const row = parseRow(table, parsed.new)
  if (row === undefined) return { kind: 'unclear', table }
  return { kind: 'row', table, row } as Change
}

/** Milliseconds before the first, second, … attempt to join again after the server closed. */
const rejoinDelays = [500, 1000, 2000, 5000, 10_000]

/**
 * One channel with `postgres_changes` on every table, joined from the start. realtime-js reconnects
 * a lost socket, but a channel that the server closed stays closed: this joins it again.
 */
export class JournalChannel {
  readonly #client: RealtimeClient
  readonly #token: () => Promise<string | undefined>
  readonly #listener: ChannelListener
  #channel: RealtimeChannel | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #attempt = 0
  #isLeft = false

  constructor(
    client: RealtimeClient,
    token: () => Promise<string | undefined>,
    listener: ChannelListener,
  ) {
    this.#client = client
    this.#token = token
    this.#listener = listener
    client.onHeartbeat((status) => {
      if (status === 'ok' && !this.#isLeft) listener.onHeard()
    })
    void this.#join()
  }

  /** Leaves for good and disconnects the client. */
  leave(): void {
    this.#isLeft = true
    clearTimeout(this.#timer)
    void this.#client.removeAllChannels().catch(() => undefined)
  }

  async #join(): Promise<void> {
    const old = this.#channel
    this.#channel = undefined
    if (old !== undefined) await this.#client.removeChannel(old).catch(() => undefined)
    const accessToken = await this.#token()
    if (this.#isLeft) return
    if (accessToken === undefined) return this.#joinLater()
    // Set before the join, because realtime-js sends no token that arrives during a join, and the
    // channel would stay anonymous and silent.
    await this.#client.setAuth(accessToken)
    const next = this.#client.channel('journal')
    this.#listen(next)
    this.#channel = next
    next.subscribe((status) => this.#onStatus(next, status))
  }

  #listen(channel: RealtimeChannel): void {
    for (const table of ['journal', ...syncedTables])
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, (payload) => {
        const change = parseChange(payload)
        if (change === undefined || this.#isLeft) return
        const at = parseInstant(payload.commit_timestamp)
        if (at !== undefined) this.#listener.onTime(at)
        this.#listener.onChange(change)
      })
    channel.on('system', {}, (payload: unknown) => {
      if (this.#isLeft) return
      if (v.is(v.object({ status: v.literal('ok') }), payload)) this.#listener.onReady()
    })
  }

  #onStatus(channel: RealtimeChannel, status: string): void {
    if (this.#isLeft || channel !== this.#channel) return
    if (status === 'SUBSCRIBED') {
      this.#attempt = 0
      this.#listener.onReady()
    } else if (status === 'CLOSED') {
      this.#joinLater()
    } else {
      this.#listener.onDown()
    }
  }

  #joinLater(): void {
    if (this.#isLeft || this.#timer !== undefined) return
    this.#listener.onDown()
    const delay = rejoinDelays[Math.min(this.#attempt, rejoinDelays.length - 1)]
    this.#attempt += 1
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#join()
    }, delay)
  }
}
