-- A change of privacy goes first, and no id tells of a hidden entry (D9).

-- The ids of reviews and reactions that went with their entry. While an entry is hidden, the id of an own review of it
-- is taken; could it be used once the entry is deleted, that would tell of the deletion. So it stays used, by
-- whomever's entry it went. A reaction that its person removed may come back under its id (D15). Backups hold these
-- rows: a restore that forgot them would tell too.
create table private.used_ids (
  table_name text not null,
  row_id uuid not null,
  user_id uuid not null,
  primary key (row_id, user_id, table_name)
);
revoke all on private.used_ids from public, anon, authenticated;

create function private.remember_used_id() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not exists (select from public.entries where id = old.entry_id) then
    insert into private.used_ids (table_name, row_id, user_id)
      values (tg_table_name, old.id, old.user_id) on conflict do nothing;
  end if;
  return null;
end
$$;

-- After the row is in: policies, constraints and the key have answered by then, as they would for a row that is still
-- there. The keys differ: that of reviews is one of each person.
create function private.refuse_used_id() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null and exists (
    select from private.used_ids
    where row_id = new.id and table_name = tg_table_name
      and (user_id = new.user_id or tg_table_name <> 'reviews')
  ) then
    raise exception using
      errcode = 'unique_violation',
      message = format('duplicate key value violates unique constraint "%s_pkey"', tg_table_name),
      schema = 'public', table = tg_table_name, constraint = tg_table_name || '_pkey';
  end if;
  return null;
end
$$;
revoke all on function private.remember_used_id(), private.refuse_used_id() from public, anon, authenticated;

create trigger remember_used_id after delete on public.reviews
  for each row execute function private.remember_used_id();
create trigger remember_used_id after delete on public.reactions
  for each row execute function private.remember_used_id();
create trigger refuse_used_id after insert on public.reviews
  for each row execute function private.refuse_used_id();
create trigger refuse_used_id after insert on public.reactions
  for each row execute function private.refuse_used_id();

-- Locks the entry of a reply that its person changes, and says whether they see it. A policy asks, which is before the
-- row is locked: a change of privacy locks the entry first too, so neither waits for the other in turn.
create function private.holds_entry(entry uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.entries
    where id = entry and (not is_private or user_id = auth.uid()) for share;
  return found;
end
$$;
revoke all on function private.holds_entry(uuid) from public, anon;
grant execute on function private.holds_entry(uuid) to authenticated;

alter policy replies_update on public.replies
  using (
    (select private.is_partner())
    and user_id = (select auth.uid())
    and (only_for is null or only_for = (select auth.uid()))
    and private.holds_entry(entry_id)
  );

-- What hides, shares or deletes an entry takes longer the more belongs to it, also what its author must not know of,
-- as the partner's reviews (D9). So it is committed a whole number of 50 ms after its transaction began: neither
-- answer nor event tells how long it took.
create function private.end_at_full_step() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null and coalesce(current_setting('journal.ends_at_full_step', true), '') <> 'yes' then
    perform set_config('journal.ends_at_full_step', 'yes', true);
    perform pg_sleep(0.05 - extract(epoch from clock_timestamp() - transaction_timestamp()) % 0.05);
  end if;
  return null;
end
$$;
revoke all on function private.end_at_full_step() from public, anon, authenticated;

create constraint trigger privacy_at_full_step after update on public.entries
  deferrable initially deferred for each row
  when (old.is_private <> new.is_private) execute function private.end_at_full_step();
create constraint trigger deleted_at_full_step after delete on public.entries
  deferrable initially deferred for each row execute function private.end_at_full_step();
