-- No read looks at a row that its person may not see: the time of an answer would tell the partner how many
-- private entries there are (D9). The indexes are in two parts, the rows that both people see and those of one;
-- the server reads each part by its own index (docs/decisions/0057-rows-from-a-table-of-requests.md). A policy alone cannot choose
-- them: it is one condition for both parts.

drop index public.entries_pull, public.entries_newest;
create index entries_shared_pull on public.entries (updated_at, id) where not is_private;
create index entries_own_pull on public.entries (user_id, updated_at, id) where is_private;
create index entries_shared_newest on public.entries (created_at desc) where not is_private;
create index entries_own_newest on public.entries (user_id, created_at desc) where is_private;

drop index public.memory_marks_pull;
create index memory_marks_pull on public.memory_marks (user_id, updated_at, id);

drop index public.removals_pull;
create index removals_shared_pull on public.removals (updated_at, id) where readers[2] is not null;
create index removals_own_pull on public.removals ((readers[1]), updated_at, id) where readers[2] is null;

-- A reaction is as visible as its entry. Whose it is, stands in its own row: read from the entries, it would take
-- a look at every one of them.
alter table public.reactions add column only_for uuid;
grant select (only_for) on public.reactions to authenticated;
alter table public.reactions disable trigger user;
update public.reactions set only_for = entries.user_id
  from public.entries where entries.id = reactions.entry_id and entries.is_private;
alter table public.reactions enable trigger user;

drop index public.reactions_pull;
create index reactions_shared_pull on public.reactions (updated_at, id) where only_for is null;
create index reactions_own_pull on public.reactions (only_for, updated_at, id) where only_for is not null;

drop policy reactions_select on public.reactions;
create policy reactions_select on public.reactions for select to authenticated
  using ((select private.is_partner()) and (only_for is null or only_for = (select auth.uid())));

-- As before, and the row says who may see it. The entry is locked until this reaction is committed: a change of
-- its privacy finds the reaction.
create or replace function private.reaction_waits() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := auth.uid();
begin
  select case when is_private then user_id end into new.only_for
    from public.entries
    where id = new.entry_id and (person is null or not is_private or user_id = person) for share;
  if not found and person is not null then
    raise exception using
      errcode = 'insufficient_privilege',
      message = 'new row violates row-level security policy for table "reactions"';
  end if;
  return new;
end
$$;

create or replace function private.entry_privacy_changed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.is_private then
    insert into public.removals (table_name, row_id, readers, kind, removed_at, updated_at)
    values (
      'entries', new.id, array(select id from public.profiles where id <> new.user_id),
      'hidden', new.updated_at, new.updated_at
    );
    update public.reactions set only_for = new.user_id where entry_id = new.id;
  else
    update public.reactions set only_for = null, visible_since = new.visible_since where entry_id = new.id;
  end if;
  return null;
end
$$;
