-- A person brings back on a device what they took along, too (decision 0034): through `public.import_rows`, with
-- what they may see and nothing more. The work itself is as before, with memory marks, and no longer tells
-- whose eyes it has by the claims of the request, which it must not see (they would replace the times).
drop function private.import_rows(uuid, jsonb);

-- Whether a row was deleted: `no`, `known` where this person may know it, or `hidden`. Who may not know is
-- answered as for a row that is there and hidden (D9).
create function private.import_gone(name text, given uuid, person uuid, sees_all boolean) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(
    max(case when sees_all or person = any (readers) then 'known' else 'hidden' end), 'no'
  )
  from public.removals where row_id = given and table_name = name and kind = 'deleted'
$$;
revoke all on function private.import_gone(text, uuid, uuid, boolean) from public, anon, authenticated;

-- Adds what is missing of one person's rows with the ids and times of then, and changes nothing that is
-- there. What was deleted since stays deleted. No bell rings, because nothing is newer than what the other
-- person has seen (D7). `batch` holds at most 500 rows in the lists `entries`, `reactions`, `likes`, `quotes`
-- and `marks`, with the names of the tables' columns. Times lie in the past and after 1970. The tables'
-- own limits apply. Answers how many rows were added, were deleted since, and belong to an entry that is
-- not there. `sees_all` is the operator's: also takes a reaction to an entry that became private after it.
create function private.import_rows(person uuid, batch jsonb, sees_all boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  -- As old as a read marker can be: the real one is its person's secret, and rows tell this time.
  long_seen constant timestamptz := '1970-01-01 00:00:00+00';
  part text;
  done bigint;
  skipped bigint;
  deleted bigint := 0;
  orphans bigint := 0;
  added jsonb := '{}';
begin
  if (select coalesce(sum(jsonb_array_length(value)), 0) from jsonb_each(batch)) > 500 then
    raise exception using errcode = 'program_limit_exceeded', message = 'too many rows at once';
  end if;
  foreach part in array array['entries', 'reactions', 'likes', 'quotes', 'marks'] loop
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
    select given.*, private.import_gone('entries', given.id, person, sees_all) as gone
    from given where not exists (select from public.entries where id = given.id)
  ), inserted as (
    insert into public.entries (
      id, user_id, category, content, completed, completed_at, is_private, scheduled_date, created_at,
      visible_since, edit_version
    )
    select id, person, category, content, completed_at is not null, completed_at,
      coalesce(is_private, false), scheduled_date, created_at, long_seen,
      private.new_edit_version()
    from missing where gone = 'no'
    on conflict do nothing
    returning id
  )
  select (select count(*) from inserted), (select count(*) from missing where gone = 'known')
    into done, skipped;
  added := jsonb_build_object('entries', done);
  deleted := deleted + skipped;

  -- Reactions and marks wait for whoever is changing their entry, as new ones do.
  perform from public.entries where id in (
    select (row ->> 'entry_id')::uuid
    from jsonb_array_elements(coalesce(batch -> 'reactions', '[]') || coalesce(batch -> 'marks', '[]')) as row
  ) and (sees_all or not is_private or user_id = person) for share;
  with given as (
    select row.*, exists (
      select from public.entries
      where entries.id = row.entry_id
        and (sees_all or not is_private or user_id = person)
    ) as has_entry
    from jsonb_to_recordset(coalesce(batch -> 'reactions', '[]')) as row (
      id uuid, entry_id uuid, emoji text, created_at timestamptz
    )
  ), missing as (
    select given.*, private.import_gone('reactions', given.id, person, sees_all) as gone
    from given where has_entry and not exists (
      select from public.reactions as known
      where known.entry_id = given.entry_id and known.user_id = person and known.emoji = given.emoji
    )
  ), inserted as (
    -- An id that is taken says nothing about a hidden entry's reaction: this one gets another.
    insert into public.reactions (id, entry_id, user_id, emoji, created_at, visible_since)
    select
      case when gone = 'no' and not exists (select from public.reactions where id = missing.id)
        then id else gen_random_uuid() end,
      entry_id, person, emoji, created_at, long_seen
    from missing where gone <> 'known'
    on conflict do nothing
    returning id
  )
  select (select count(*) from inserted), (select count(*) from missing where gone = 'known'),
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
    select given.*, private.import_gone('quote_likes', given.id, person, sees_all) as gone
    from given where not exists (
      select from public.quote_likes as known
      where known.user_id = person and known.quote_text = given.quote_text
        and known.quote_author = given.quote_author
    )
  ), inserted as (
    insert into public.quote_likes (id, user_id, quote_text, quote_author, created_at)
    select id, person, quote_text, quote_author, created_at from missing where gone = 'no'
    on conflict do nothing
    returning id
  )
  select (select count(*) from inserted), (select count(*) from missing where gone = 'known')
    into done, skipped;
  added := added || jsonb_build_object('likes', done);
  deleted := deleted + skipped;

  with given as (
    select * from jsonb_to_recordset(coalesce(batch -> 'quotes', '[]')) as row (
      id uuid, quote_text text, quote_author text, created_at timestamptz
    )
  ), missing as (
    select given.*, private.import_gone('custom_quotes', given.id, person, sees_all) as gone
    from given where not exists (select from public.custom_quotes where id = given.id)
  ), inserted as (
    insert into public.custom_quotes (id, user_id, quote_text, quote_author, created_at)
    select id, person, quote_text, quote_author, created_at from missing where gone = 'no'
    on conflict do nothing
    returning id
  )
  select (select count(*) from inserted), (select count(*) from missing where gone = 'known')
    into done, skipped;
  added := added || jsonb_build_object('quotes', done);
  deleted := deleted + skipped;
  with given as (
    select row.*, exists (
      select from public.entries
      where entries.id = row.entry_id and (not is_private or user_id = person)
    ) as has_entry
    from jsonb_to_recordset(coalesce(batch -> 'marks', '[]')) as row (
      id uuid, entry_id uuid, until date, created_at timestamptz
    )
  ), missing as (
    select given.*, private.import_gone('memory_marks', given.id, person, sees_all) as gone
    from given where has_entry and not exists (
      select from public.memory_marks as known
      where known.entry_id = given.entry_id and known.user_id = person
        and known.until is not distinct from given.until
    )
  ), inserted as (
    insert into public.memory_marks (id, user_id, entry_id, until, created_at)
    select id, person, entry_id, until, created_at from missing where gone = 'no'
    on conflict do nothing
    returning id
  )
  select (select count(*) from inserted), (select count(*) from missing where gone = 'known'),
    orphans + (select count(*) from given where not has_entry)
    into done, skipped, orphans;
  added := added || jsonb_build_object('marks', done);
  deleted := deleted + skipped;
  return jsonb_build_object('added', added, 'deleted', deleted, 'without_entry', orphans);
end
$$;
-- The owner's alone: it trusts the caller with whose rows these are.
revoke all on function private.import_rows(uuid, jsonb, boolean) from public, anon, authenticated;

-- A person's own rows, as that person. Its inserts must keep their times, so the request's claims are empty
-- while they are made and then as before. A trial is undone and answers what it would have done.
create function private.import_own_rows(batch jsonb, trial boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := auth.uid();
  claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  claim_sub constant text := coalesce(current_setting('request.jwt.claim.sub', true), '');
  answer jsonb;
begin
  if person is null or not private.is_partner() then
    raise exception using
      errcode = 'insufficient_privilege', message = 'permission denied for function import_rows';
  end if;
  begin
    perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
    answer := private.import_rows(person, batch, false);
    perform set_config('request.jwt.claims', claims, true),
      set_config('request.jwt.claim.sub', claim_sub, true);
    if trial is distinct from false then
      raise exception using errcode = 'UT001', message = 'a trial is undone';
    end if;
  exception
    when sqlstate 'UT001' then null;
  end;
  return answer;
end
$$;
revoke all on function private.import_own_rows(jsonb, boolean) from public, anon;
grant execute on function private.import_own_rows(jsonb, boolean) to authenticated;

-- The way to it over REST: `POST /rest/v1/rpc/import_rows`. Answers one row. `batch` is JSON as text:
-- PostgREST hands a `jsonb` on as it is, Supabase Lite as a JSON string.
create function public.import_rows(batch text, trial boolean)
returns table (added jsonb, deleted bigint, without_entry bigint)
language sql volatile
set search_path = ''
as $$
  select answer -> 'added', (answer ->> 'deleted')::bigint, (answer ->> 'without_entry')::bigint
  from private.import_own_rows(batch::jsonb, trial) as answer
$$;
revoke all on function public.import_rows(text, boolean) from public, anon, service_role;
grant execute on function public.import_rows(text, boolean) to authenticated;
