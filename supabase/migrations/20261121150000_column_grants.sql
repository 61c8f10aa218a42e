-- Reading is granted by column (D9). A grant on the whole table also opens its system columns: `xmax` of a
-- profile moves with each private entry that refers to it, and `ctid` counts the rows between two of
-- one's own. A column that is added later must be granted here or in its own migration; a test compares.
revoke select on public.journal, public.profiles, public.entries, public.reactions, public.quote_likes,
  public.custom_quotes, public.removals, public.last_looks from authenticated;

grant select (id, epoch, time_zone, special_days, days_counter_from, server_start, updated_at)
  on public.journal to authenticated;
grant select (id, name, updated_at) on public.profiles to authenticated;
grant select (id, user_id, category, content, completed, completed_at, is_private, scheduled_date,
  created_at, visible_since, edit_version, updated_at)
  on public.entries to authenticated;
grant select (id, entry_id, user_id, emoji, created_at, visible_since, updated_at)
  on public.reactions to authenticated;
grant select (id, user_id, quote_text, quote_author, created_at, updated_at)
  on public.quote_likes to authenticated;
grant select (id, user_id, quote_text, quote_author, created_at, updated_at)
  on public.custom_quotes to authenticated;
grant select (id, table_name, row_id, readers, kind, removed_at, updated_at)
  on public.removals to authenticated;
grant select (id, seen_until, updated_at) on public.last_looks to authenticated;
