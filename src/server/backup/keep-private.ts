import sql from 'sql-template-tag'
import type { Queries } from '../database/pool.ts'

/** Entries that their authors hid, and since when: the time of the removal on the partner's devices, if known. */
export interface HiddenEntries {
  /** UUIDs. */
  readonly ids: readonly string[]
  /** For each id, a time as PostgreSQL writes it, or null. */
  readonly since: readonly (string | null)[]
}

/**
 * The entries that are private now, and those that were when their authors deleted them. For before a restore:
 * what someone hid after the backup must not be shown to the partner again (D9).
 */
export async function hiddenEntries(transaction: Queries): Promise<HiddenEntries> {
  const rows = await transaction.query<{ id: string; since: string | null }>(sql`
    select hidden.id::text as id, (
      select max(updated_at)::text from public.removals
      where table_name = 'entries' and kind = 'hidden' and row_id = hidden.id
    ) as since
    from (
      select id from public.entries where is_private
      union
      -- The removal of a private entry names its author alone.
      select row_id from public.removals
      where table_name = 'entries' and kind = 'deleted' and cardinality(readers) = 1
    ) hidden`)
  return { ids: rows.map(({ id }) => id), since: rows.map(({ since }) => since) }
}

/**
 * Makes these entries private where they are not, with the removal by which the partner's devices lose them, as
 * if they had been hidden here. The rows that belong to them are left as they are. Returns how many it changed.
 */
export async function keepPrivate(
  transaction: Queries,
  { ids, since }: HiddenEntries,
): Promise<number> {
  const changed = await transaction.query(sql`
    with changed as (
      update public.entries as entry
      set is_private = true,
        updated_at = greatest(entry.updated_at, coalesce(hidden.since, private.journal_time()))
      from unnest(${[...ids]}::uuid[], ${[...since]}::timestamptz[]) as hidden (id, since)
      where entry.id = hidden.id and not entry.is_private
      returning entry.id, entry.user_id, entry.updated_at
    )
    insert into public.removals (table_name, row_id, readers, kind, removed_at, updated_at)
    select 'entries', id, array(select id from public.profiles where id <> user_id), 'hidden',
      updated_at, updated_at
    from changed
    returning row_id`)
  return changed.length
}

/**
 * Says of every row that belongs to an entry whom it is hidden from, by the entries' privacy: older backups do not
 * say it, and one that was changed may say it wrongly.
 */
export async function hideWithEntries(transaction: Queries): Promise<void> {
  for (const table of [sql`public.reactions`, sql`public.replies`, sql`public.photos`])
    await transaction.query(sql`
      update ${table} set only_for = case when is_private then entries.user_id end
      from public.entries where entries.id = entry_id`)
  await transaction.query(sql`
    update public.story_links set only_for = private.reader_of_both(id, idea_id)`)
  await transaction.query(sql`
    update public.reviews set is_hidden = is_private and entries.user_id <> reviews.user_id
    from public.entries where entries.id = entry_id`)
}
