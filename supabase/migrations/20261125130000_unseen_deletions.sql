-- D26: a deletion waits on its device, for 5 s or until there is a network. What was written into the entry
-- meanwhile the person who deletes it has not seen. Their device deletes it by `delete_unseen`, and the removal
-- names the version of that text, so that the device it was typed on offers it to its person again.
alter table public.removals add column unseen_version integer;
grant select (unseen_version) on public.removals to authenticated;

create or replace function private.entry_deleted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  removed timestamptz := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
  is_unseen boolean := coalesce(current_setting('journal.unseen_deletion', true), '') = old.id::text;
begin
  insert into public.removals (
    table_name, row_id, readers, kind, removed_at, updated_at, unseen_version
  )
  values (
    'entries', old.id,
    case when old.is_private then array[old.user_id] else array(select id from public.profiles) end,
    'deleted', removed, removed, case when is_unseen then old.edit_version end
  );
  return null;
end
$$;

-- `POST /rest/v1/rpc/delete_unseen`, with the rights of a plain deletion. Answers the ids of the rows deleted.
create function public.delete_unseen(entry uuid) returns table (id uuid)
language sql volatile
set search_path = ''
as $$
  select set_config('journal.unseen_deletion', entry::text, true);
  delete from public.entries as e where e.id = entry returning e.id;
$$;
revoke all on function public.delete_unseen(uuid) from public, anon, service_role;
grant execute on function public.delete_unseen(uuid) to authenticated;
