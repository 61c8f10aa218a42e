-- By an id that can be foreseen no person learns of, or keeps out, the other person's row (D9, D15). Memory marks are
-- unique for each person: their ids derive from what both people know, so the partner could ask by them
-- which entries I marked. An import gives a row whose id is taken another one, as an insert does.

alter table public.memory_marks drop constraint memory_marks_pkey,
  add constraint memory_marks_pkey primary key (user_id, id);

-- Whose row a deleted one was: only its author's row stays deleted by it. Deletions of before have no author.
create table private.deleted_rows (
  row_id uuid not null,
  table_name text not null,
  user_id uuid not null,
  primary key (row_id, table_name, user_id)
);
-- The ids of imported rows whose own ids were taken, so that the same file does not bring them back twice.
create table private.moved_rows (
  given uuid not null,
  table_name text not null,
  user_id uuid not null,
  id uuid not null,
  primary key (given, table_name, user_id)
);
revoke all on private.deleted_rows, private.moved_rows from public, anon, authenticated;

create function private.remember_author() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.deleted_rows (row_id, table_name, user_id)
  values (old.id, tg_table_name, old.user_id) on conflict do nothing;
  return null;
end
$$;
revoke all on function private.remember_author() from public, anon, authenticated;
create trigger remember_author after delete on public.entries
  for each row execute function private.remember_author();
create trigger remember_author after delete on public.reactions
  for each row execute function private.remember_author();
create trigger remember_author after delete on public.quote_likes
  for each row execute function private.remember_author();
create trigger remember_author after delete on public.custom_quotes
  for each row execute function private.remember_author();
create trigger remember_author after delete on public.memory_marks
  for each row execute function private.remember_author();

-- Whether a person's row was deleted: `no`, `known` where it was theirs, or `taken` where another person's row
-- had the id. Where the author is not known, who may know of the deletion decides, as before.
create or replace function private.import_gone(name text, given uuid, person uuid, sees_all boolean) returns text
language sql stable
set search_path = ''
as $$
  select case
    when not found.gone then 'no'
    when found.has_author then case when found.own then 'known' else 'taken' end
    when found.known then 'known'
    else 'taken'
  end
  from (
    select count(*) > 0 as gone,
      coalesce(bool_or(sees_all or person = any (readers)), false) as known,
      exists (
        select from private.deleted_rows where row_id = given and table_name = name
      ) as has_author,
      exists (
        select from private.deleted_rows where row_id = given and table_name = name and user_id = person
      ) as own
    from public.removals where row_id = given and table_name = name and kind = 'deleted'
  ) as found
$$;

-- The id that a row of a file has here: its own, or the one it got because that was taken.
create function private.imported_id(name text, original uuid, person uuid, sees_all boolean) returns uuid
language sql stable
set search_path = ''
as $$
  select coalesce(
    (
      select id from private.moved_rows
      where given = original and table_name = name and (sees_all or user_id = person)
      order by user_id = person desc limit 1
    ),
    original
  )
$$;
revoke all on function private.imported_id(text, uuid, uuid, boolean) from public, anon, authenticated;

-- As before, but an id that is taken never keeps a row out. Of reactions, likes and marks an id is taken only
-- while a row has it: another one would tell that the other person's row had it before.
create or replace function private.import_rows(person uuid, batch jsonb, sees_all boolean) returns jsonb
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

  with given as materialized (
    select distinct on (row.id) row.*,
      private.imported_id('entries', row.id, person, false) as here
    from jsonb_to_recordset(coalesce(batch -> 'entries', '[]')) as row (
      id uuid, category text, content text, created_at timestamptz, completed_at timestamptz,
      is_private boolean, scheduled_date timestamptz
    )
  ), missing as (
    select given.*, private.import_gone('entries', here, person, sees_all) as gone
    from given where not exists (
      select from public.entries as known where known.id = here and known.user_id = person
    )
  ), placed as materialized (
    select missing.*, case
      when gone = 'no' and not exists (select from public.entries as known where known.id = here) then here
      else gen_random_uuid()
    end as place
    from missing where gone <> 'known'
  ), moved as (
    insert into private.moved_rows (given, table_name, user_id, id)
    select id, 'entries', person, place from placed where place <> id
    on conflict on constraint moved_rows_pkey do update set id = excluded.id
  ), inserted as (
    insert into public.entries (
      id, user_id, category, content, completed, completed_at, is_private, scheduled_date, created_at,
      visible_since, edit_version
    )
    select place, person, category, content, completed_at is not null, completed_at,
      coalesce(is_private, false), scheduled_date, created_at, long_seen,
      private.new_edit_version()
    from placed
    on conflict do nothing
    returning id
  )
  select (select count(*) from inserted), (select count(*) from missing where gone = 'known')
    into done, skipped;
  added := jsonb_build_object('entries', done);
  deleted := deleted + skipped;

  -- Reactions and marks wait for whoever is changing their entry, as new ones do.
  perform from public.entries where id = any (array(
    select private.imported_id('entries', (row ->> 'entry_id')::uuid, person, sees_all)
    from jsonb_array_elements(coalesce(batch -> 'reactions', '[]') || coalesce(batch -> 'marks', '[]')) as row
  )) and (sees_all or not is_private or user_id = person) for share;
  with named as materialized (
    select row.id, private.imported_id('entries', row.entry_id, person, sees_all) as entry_id,
      row.emoji, row.created_at
    from jsonb_to_recordset(coalesce(batch -> 'reactions', '[]')) as row (
      id uuid, entry_id uuid, emoji text, created_at timestamptz
    )
  ), given as (
    select named.*, exists (
      select from public.entries
      where entries.id = named.entry_id
        and (sees_all or not is_private or user_id = person)
    ) as has_entry
    from named
  ), missing as (
    select given.*, private.import_gone('reactions', given.id, person, sees_all) as gone
    from given where has_entry and not exists (
      select from public.reactions as known
      where known.entry_id = given.entry_id and known.user_id = person and known.emoji = given.emoji
    )
  ), inserted as (
    insert into public.reactions (id, entry_id, user_id, emoji, created_at, visible_since)
    select
      case when exists (select from public.reactions where id = missing.id)
        then gen_random_uuid() else id end,
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
    select
      case when exists (select from public.quote_likes where id = missing.id)
        then gen_random_uuid() else id end,
      person, quote_text, quote_author, created_at
    from missing where gone <> 'known'
    on conflict do nothing
    returning id
  )
  select (select count(*) from inserted), (select count(*) from missing where gone = 'known')
    into done, skipped;
  added := added || jsonb_build_object('likes', done);
  deleted := deleted + skipped;

  with given as materialized (
    select distinct on (row.id) row.*,
      private.imported_id('custom_quotes', row.id, person, false) as here
    from jsonb_to_recordset(coalesce(batch -> 'quotes', '[]')) as row (
      id uuid, quote_text text, quote_author text, created_at timestamptz
    )
  ), missing as (
    select given.*, private.import_gone('custom_quotes', here, person, sees_all) as gone
    from given where not exists (
      select from public.custom_quotes as known where known.id = here and known.user_id = person
    )
  ), placed as materialized (
    select missing.*, case
      when gone = 'no' and not exists (select from public.custom_quotes as known where known.id = here)
      then here else gen_random_uuid()
    end as place
    from missing where gone <> 'known'
  ), moved as (
    insert into private.moved_rows (given, table_name, user_id, id)
    select id, 'custom_quotes', person, place from placed where place <> id
    on conflict on constraint moved_rows_pkey do update set id = excluded.id
  ), inserted as (
    insert into public.custom_quotes (id, user_id, quote_text, quote_author, created_at)
    select place, person, quote_text, quote_author, created_at from placed
    on conflict do nothing
    returning id
  )
  select (select count(*) from inserted), (select count(*) from missing where gone = 'known')
    into done, skipped;
  added := added || jsonb_build_object('quotes', done);
  deleted := deleted + skipped;

  with named as materialized (
    select row.id, private.imported_id('entries', row.entry_id, person, sees_all) as entry_id,
      row.until, row.created_at
    from jsonb_to_recordset(coalesce(batch -> 'marks', '[]')) as row (
      id uuid, entry_id uuid, until date, created_at timestamptz
    )
  ), given as (
    select named.*, exists (
      select from public.entries
      where entries.id = named.entry_id and (not is_private or user_id = person)
    ) as has_entry
    from named
  ), missing as (
    select given.*, private.import_gone('memory_marks', given.id, person, sees_all) as gone
    from given where has_entry and not exists (
      select from public.memory_marks as known
      where known.entry_id = given.entry_id and known.user_id = person
        and known.until is not distinct from given.until
    )
  ), inserted as (
    insert into public.memory_marks (id, user_id, entry_id, until, created_at)
    select
      case when exists (
        select from public.memory_marks as known where known.id = missing.id and known.user_id = person
      ) then gen_random_uuid() else id end,
      person, entry_id, until, created_at
    from missing where gone <> 'known'
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
