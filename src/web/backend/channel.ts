import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import * as v from 'valibot'

import { isUuid, parseInstant, type Instant } from '../../domain/ids.ts'
import { syncedTables, type SyncedTable } from '../../domain/journal-tables.ts'
import { parseRow, type RowOf } from './rows.ts'

/** A change as realtime reports it, already in the domain's words. */
export type Change =
  | { [Table in SyncedTable]: { kind: 'row'; table: Table; row: RowOf<Table> } }[SyncedTable]
  | {
      readonly kind: 'deleted'
      readonly table: SyncedTable
      readonly id: string
      /** The deletion's commit time in milliseconds' precision, rounded down. */
      readonly at: Instant
    }
  /** Something changed that only a pull can tell: the journal's row, or an unreadable frame. */
  | { readonly kind: 'unclear'; readonly table: SyncedTable | 'journal' }

export interface ChannelListener {
  onChange(change: Change): void
  /** Joined, or told by the server that its subscription is active (again): pull now. */
  onReady(): void
  /** The channel is down; it comes back by itself. */
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
  const parsed = v.safeParse(frame, payload)
  if (!parsed.success) return undefined
  const { table, eventType, commit_timestamp: at } = parsed.output
  if (table === 'journal') return { kind: 'unclear', table }
  if (eventType === 'DELETE') {
    const old = v.safeParse(deletedRow, parsed.output.old)
    return old.success && at !== undefined
      ? { kind: 'deleted', table, id: old.output.id, at }
      : { kind: 'unclear', table }
  }
  const row = parseRow(table, parsed.output.new)
  if (row === undefined) return { kind: 'unclear', table }
  return { kind: 'row', table, row } as Change
}

/** Milliseconds before the first, second, … attempt to join again after the server closed. */
const rejoinDelays = [500, 1000, 2000, 5000, 10_000]

/**
 * One channel with `postgres_changes` on every table. realtime-js reconnects a lost socket by
 * itself, but a channel that the server closed stays closed: that one is joined again.
 * Returns a function that leaves and disconnects.
 */
export function joinChannel(
  client: RealtimeClient,
  token: () => Promise<string | undefined>,
  listener: ChannelListener,
): () => void {
  let channel: RealtimeChannel | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let left = false

  function again(): void {
    if (left || timer !== undefined) return
    listener.onDown()
    const delay = rejoinDelays[Math.min(attempt, rejoinDelays.length - 1)]
    attempt += 1
    timer = setTimeout(() => {
      timer = undefined
      void join()
    }, delay)
  }

  function onStatus(joined: RealtimeChannel, status: string): void {
    if (left || joined !== channel) return
    if (status === 'SUBSCRIBED') {
      attempt = 0
      listener.onReady()
    } else if (status === 'CLOSED') {
      again()
    } else {
      listener.onDown()
    }
  }

  async function join(): Promise<void> {
    const old = channel
    channel = undefined
    if (old !== undefined) await client.removeChannel(old).catch(() => undefined)
    const accessToken = await token()
    if (left) return
    if (accessToken === undefined) return again()
    // Given before the join, because realtime-js sends no token that arrives while it is joining,
    // and the channel would stay anonymous: silent for good.
    await client.setAuth(accessToken)
    const next = client.channel('journal')
    for (const table of ['journal', ...syncedTables])
      next.on('postgres_changes', { event: '*', schema: 'public', table }, (payload) => {
        const change = parseChange(payload)
        if (change !== undefined && !left) listener.onChange(change)
      })
    next.on('system', {}, (payload: unknown) => {
      if (left) return
      if (v.is(v.object({ status: v.literal('ok') }), payload)) listener.onReady()
    })
    channel = next
    next.subscribe((status) => onStatus(next, status))
  }

  void join()
  return () => {
    left = true
    clearTimeout(timer)
    void client.removeAllChannels().catch(() => undefined)
  }
}
