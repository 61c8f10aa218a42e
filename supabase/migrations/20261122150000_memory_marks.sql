-- What a person does not want to be reminded of: an entry until the end of a day, or for ever. Only that
-- person ever sees these rows.

create table public.memory_marks (
  id uuid primary key default gen_random_uuid(),
  -- No foreign key: with one, this table would lead from entries to profiles too, and an embedded
  -- `profiles(name)` of an entry would be ambiguous.
  user_id uuid not null,
  entry_id uuid not null
    constraint memory_marks_entry_id_fkey references public.entries (id) on delete cascade,
  -- The last day of the mark in the journal's time zone; none for ever.
  until date
    constraint memory_marks_until_range check (until >= '1970-01-01' and until < '9999-01-01'),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint memory_marks_once unique nulls not distinct (user_id, entry_id, until)
);
create index memory_marks_pull on public.memory_marks (updated_at, id);
create index memory_marks_entry on public.memory_marks (entry_id);

alter table public.removals drop constraint removals_table_known;
alter table public.removals add constraint removals_table_known check (
  table_name in ('entries', 'reactions', 'quote_likes', 'custom_quotes', 'memory_marks')
);

-- Who can see an entry may mark it. It waits for whoever is changing the entry, as a reaction does, and
-- answers for a hidden entry as for a missing one (D9).
create function private.memory_mark_waits() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := auth.uid();
begin
  if person is null then
    return new;
  end if;
  perform from public.entries
    where id = new.entry_id and (not is_private or user_id = person) for share;
  if not found then
    raise exception using
      errcode = 'insufficient_privilege',
      message = 'new row violates row-level security policy for table "memory_marks"';
  end if;
  return new;
end
$$;

-- A mark is removed for its person alone, also where it goes with its entry.
create function private.memory_mark_deleted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  removed timestamptz := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
begin
  insert into public.removals (table_name, row_id, readers, kind, removed_at, updated_at)
  values ('memory_marks', old.id, array[old.user_id], 'deleted', removed, removed);
  return null;
end
$$;

-- The other person's marks leave an entry in the moment in which it becomes private, with the removal that
-- they learn of anyway. Left there, they would say later when the hidden entry was deleted (D9).
create function private.memory_marks_hidden() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.memory_marks where entry_id = new.id and user_id <> new.user_id;
  return null;
end
$$;
revoke all on function private.memory_mark_waits(), private.memory_mark_deleted(), private.memory_marks_hidden()
  from public, anon, authenticated;

create trigger before_all before insert on public.memory_marks
  for each row execute function private.memory_mark_waits();
create trigger inserted before insert on public.memory_marks
  for each row execute function private.row_inserted();
create trigger touch before update on public.memory_marks
  for each row execute function private.touch();
create trigger deleted after delete on public.memory_marks
  for each row execute function private.memory_mark_deleted();
create trigger memory_marks_hidden after update on public.entries for each row
  when (new.is_private and not old.is_private) execute function private.memory_marks_hidden();

revoke all on public.memory_marks from public, anon, authenticated;
alter table public.memory_marks enable row level security;
grant select (id, user_id, entry_id, until, created_at, updated_at) on public.memory_marks to authenticated;
grant insert (id, user_id, entry_id, until, created_at) on public.memory_marks to authenticated;
grant delete on public.memory_marks to authenticated;
create policy memory_marks_select on public.memory_marks for select to authenticated
  using ((select private.is_partner()) and user_id = (select auth.uid()));
-- The subquery runs under the caller's own policies on `entries`.
create policy memory_marks_insert on public.memory_marks for insert to authenticated
  with check (
    (select private.is_partner())
    and user_id = (select auth.uid())
    and exists (select from public.entries where entries.id = memory_marks.entry_id)
  );
create policy memory_marks_delete on public.memory_marks for delete to authenticated
  using ((select private.is_partner()) and user_id = (select auth.uid()));

do $$
begin
  if not exists (
    select from pg_catalog.pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'memory_marks'
  ) then
    alter publication supabase_realtime add table public.memory_marks;
  end if;
end
$$;

-- As before, with the new table among those that no version may precede.
create or replace function private.journal_time() returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  newest timestamptz;
  wanted interval;
begin
  if coalesce(current_setting('journal.clock_compared', true), '') <> 'yes' then
    perform set_config('journal.clock_compared', 'yes', true);
    newest := greatest(
      (select max(updated_at) from public.entries),
      (select max(updated_at) from public.reactions),
      (select max(updated_at) from public.quote_likes),
      (select max(updated_at) from public.custom_quotes),
      (select max(updated_at) from public.memory_marks),
      (select max(updated_at) from public.removals),
      (select max(updated_at) from public.profiles),
      (select max(updated_at) from public.last_looks),
      (select max(updated_at) from public.journal)
    );
    wanted := newest - private.real_time() - interval '1 second';
    update private.clock
      set ahead = wanted + interval '1 second' + random() * interval '1 minute'
      where ahead < wanted;
  end if;
  return private.real_time() + (select ahead from private.clock);
end
$$;
