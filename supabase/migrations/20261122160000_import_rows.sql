-- Brings back what one person wrote, out of the file of "Alles mitnehmen" (docs/book-format.md): adds what is
-- missing with the ids and times of then, and changes nothing that is there. What was deleted since stays
-- deleted. Nothing of it is newer than what the other person has seen, so no bell rings (D7).
--
-- `batch` holds at most 500 rows in the lists `entries`, `reactions`, `likes` and `quotes`, with the names
-- of the tables' columns. Times lie in the past and after 1970. The tables' own limits apply. Answers
-- how many rows were added, were deleted since, and were reactions to an entry that is not there.
create function private.import_rows(person uuid, batch jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  seen constant timestamptz := (select min(seen_until) from public.last_looks where id <> person);
  part text;
  done bigint;
  skipped bigint;
  deleted bigint := 0;
  orphans bigint;
  added jsonb := '{}';
begin
  if (select coalesce(sum(jsonb_array_length(value)), 0) from jsonb_each(batch)) > 500 then
    raise exception using errcode = 'program_limit_exceeded', message = 'too many rows at once';
  end if;
  foreach part in array array['entries', 'reactions', 'likes', 'quotes'] loop
    if exists (
      select from jsonb_to_recordset(coalesce(batch -> part, '[]'))
        as given (created_at timestamptz, completed_at timestamptz)
      where given.created_at is null
        or not given.created_at between '1970-01-01 00:00:00+00' and private.real_time()
        or given.completed_at > private.real_time()
    ) then
      raise exception using errcode = 'invalid_parameter_value', message = 'this time cannot be';
    end if;
  end loop;

  with given as (
    select * from jsonb_to_recordset(coalesce(batch -> 'entries', '[]')) as row (
      id uuid, category text, content text, created_at timestamptz, completed_at timestamptz,
      is_private boolean, scheduled_date timestamptz
    )
  ), missing as (
    select given.*, exists (
      select from public.removals
      where row_id = given.id and table_name = 'entries' and kind = 'deleted'
    ) as gone
    from given where not exists (select from public.entries where id = given.id)
  ), inserted as (
    insert into public.entries (
      id, user_id, category, content, completed, completed_at, is_private, scheduled_date, created_at,
      visible_since, edit_version
    )
    select id, person, category, content, completed_at is not null, completed_at,
      coalesce(is_private, false), scheduled_date, created_at, least(created_at, seen),
      private.new_edit_version()
    from missing where not gone
    on conflict do nothing
    returning id
  )
  select (select count(*) from inserted), (select count(*) from missing where gone)
    into done, skipped;
  added := jsonb_build_object('entries', done);
  deleted := deleted + skipped;

  -- A reaction waits for whoever is changing its entry, as a new one does.
  perform from public.entries where id in (
    select (row ->> 'entry_id')::uuid from jsonb_array_elements(coalesce(batch -> 'reactions', '[]')) as row
  ) for share;
  with given as (
    select row.*, exists (
      select from public.entries
      where entries.id = row.entry_id
        -- The operator also brings back a reaction to an entry that became private afterwards.
        and (not is_private or user_id = person or auth.uid() is null)
    ) as has_entry
    from jsonb_to_recordset(coalesce(batch -> 'reactions', '[]')) as row (
      id uuid, entry_id uuid, emoji text, created_at timestamptz
    )
  ), missing as (
    select given.*, exists (
      select from public.removals
      where row_id = given.id and table_name = 'reactions' and kind = 'deleted'
    ) as gone
    from given where has_entry and not exists (
      select from public.reactions as known
      where known.entry_id = given.entry_id and known.user_id = person and known.emoji = given.emoji
    )
  ), inserted as (
    insert into public.reactions (id, entry_id, user_id, emoji, created_at, visible_since)
    select id, entry_id, person, emoji, created_at, least(created_at, seen)
    from missing where not gone
    on conflict do nothing
    returning id
  )
  select (select count(*) from inserted), (select count(*) from missing where gone),
    (select count(*) from given where not has_entry)
    into done, skipped, orphans;
  added := added || jsonb_build_object('reactions', done);
  deleted := deleted + skipped;

  -- A like of a quote that was mended since comes back as a like of the mended one.
  with given as (
    select row.id, row.created_at, coalesce(changed.new_text, row.quote_text) as quote_text,
      coalesce(changed.new_author, row.quote_author) as quote_author
    from jsonb_to_recordset(coalesce(batch -> 'likes', '[]')) as row (
      id uuid, quote_text text, quote_author text, created_at timestamptz
    )
    left join private.changed_quotes as changed
      on changed.old_text = row.quote_text and changed.old_author = row.quote_author
  ), missing as (
    select given.*, exists (
      select from public.removals
      where row_id = given.id and table_name = 'quote_likes' and kind = 'deleted'
    ) as gone
    from given where not exists (
      select from public.quote_likes as known
      where known.user_id = person and known.quote_text = given.quote_text
        and known.quote_author = given.quote_author
    )
  ), inserted as (
    insert into public.quote_likes (id, user_id, quote_text, quote_author, created_at)
    select id, person, quote_text, quote_author, created_at from missing where not gone
    on conflict do nothing
    returning id
  )
  select (select count(*) from inserted), (select count(*) from missing where gone)
    into done, skipped;
  added := added || jsonb_build_object('likes', done);
  deleted := deleted + skipped;

  with given as (
    select * from jsonb_to_recordset(coalesce(batch -> 'quotes', '[]')) as row (
      id uuid, quote_text text, quote_author text, created_at timestamptz
    )
  ), missing as (
    select given.*, exists (
      select from public.removals
      where row_id = given.id and table_name = 'custom_quotes' and kind = 'deleted'
    ) as gone
    from given where not exists (select from public.custom_quotes where id = given.id)
  ), inserted as (
    insert into public.custom_quotes (id, user_id, quote_text, quote_author, created_at)
    select id, person, quote_text, quote_author, created_at from missing where not gone
    on conflict do nothing
    returning id
  )
  select (select count(*) from inserted), (select count(*) from missing where gone)
    into done, skipped;
  added := added || jsonb_build_object('quotes', done);
  deleted := deleted + skipped;
  return jsonb_build_object('added', added, 'deleted', deleted, 'without_entry', orphans);
end
$$;
-- The owner's alone: it trusts the caller with whose rows these are.
revoke all on function private.import_rows(uuid, jsonb) from public, anon, authenticated;
