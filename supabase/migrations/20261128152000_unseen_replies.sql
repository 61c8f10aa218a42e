-- D26: a reply that the person who deletes its entry has not seen comes back to its writer, as an edit does. The
-- deletion says which replies its device knew, and in which version. Of the others the removal has one reader, the
-- writer, and a version, 0, because a reply has none of its own. A deletion that says nothing, as older apps send
-- it, knew all. What a person cannot see because the entry is private says nothing either (D9).
create or replace function private.reply_deleted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  removed timestamptz := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
  is_with_entry constant boolean := not exists (select from public.entries where id = old.entry_id);
  seen constant jsonb := nullif(current_setting('journal.seen_replies', true), '')::jsonb;
  is_unseen constant boolean := coalesce(
    is_with_entry
      and (old.only_for is null or old.only_for = old.user_id)
      and (not seen ? old.id::text or (seen ->> old.id::text)::timestamptz < old.updated_at),
    false
  );
begin
  insert into public.removals (
    table_name, row_id, readers, kind, removed_at, updated_at, unseen_version
  )
  values (
    'replies', old.id,
    case
      when is_unseen then array[old.user_id]
      when is_with_entry then '{}'
      when old.only_for is null then array(select id from public.profiles)
      else array[old.only_for]
    end,
    'deleted', removed, removed, case when is_unseen then 0 end
  );
  return null;
end
$$;

-- `POST /rest/v1/rpc/delete_entry`, with the rights of a plain deletion. `seen_version` is the version of the text
-- that the person has seen, and only that one is deleted; null deletes a text that was not seen. `seen_replies` is
-- an object of JSON as text: the ids of the replies that the device knew, each with its version, or null where any
-- version is known. Null for all that there are. Answers the ids of the rows deleted.
create function public.delete_entry(entry uuid, seen_version integer, seen_replies text)
returns table (id uuid)
language sql volatile
set search_path = ''
as $$
  select
    set_config('journal.unseen_deletion', case when seen_version is null then entry::text else '' end, true),
    set_config('journal.seen_replies', coalesce(seen_replies, ''), true);
  delete from public.entries as e
    where e.id = entry and (seen_version is null or e.edit_version = seen_version)
    returning e.id;
$$;
revoke all on function public.delete_entry(uuid, integer, text) from public, anon, service_role;
grant execute on function public.delete_entry(uuid, integer, text) to authenticated;
