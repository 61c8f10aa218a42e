-- Replies: short texts to an entry, seen by who sees the entry. As a reaction does, a reply says in its own
-- row whose it is while its entry is private, and its id is never used again, as an entry's (D13).

-- True for a text with a character that is seen, as the app judges it (src/domain/text.ts).
create function private.is_seen(value text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  select value ~ '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890-\u0891\u08E2\u115F-\u1160\u1680\u17B4-\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D159\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
$$;
revoke all on function private.is_seen(text) from public, anon;
grant execute on function private.is_seen(text) to authenticated;

create table public.replies (
  id uuid primary key default gen_random_uuid(),
  entry_id uuid not null
    constraint replies_entry_id_fkey references public.entries (id) on delete cascade,
  -- No foreign key, as in `memory_marks`: an embedded `profiles(name)` of an entry would be ambiguous.
  user_id uuid not null,
  content text not null
    constraint replies_content_length check (char_length(content) between 1 and 300)
    constraint replies_content_trimmed check (private.is_trimmed(content))
    constraint replies_content_normalized check (content is nfc normalized)
    constraint replies_content_seen check (private.is_seen(content)),
  created_at timestamptz not null default clock_timestamp(),
  visible_since timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- The author of the entry while it is private.
  only_for uuid
);
create index replies_shared_pull on public.replies (updated_at, id) where only_for is null;
create index replies_own_pull on public.replies (only_for, updated_at, id) where only_for is not null;
create index replies_entry on public.replies (entry_id);

alter table public.removals drop constraint removals_table_known;
alter table public.removals add constraint removals_table_known check (
  table_name in ('entries', 'reactions', 'quote_likes', 'custom_quotes', 'memory_marks', 'replies')
);

-- Who can see an entry may reply to it. A reply, and its change, waits for whoever is changing the entry and keeps
-- the entry until it is committed: a change of privacy finds it, with a version older than its own. A hidden entry,
-- one that is gone and one that never was are answered alike (D9). Where a reply is changed in the moment in which
-- its entry becomes private, each may wait for the other; the database then ends one, and its device sends it again.
create function private.reply_waits() returns trigger
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
      message = 'new row violates row-level security policy for table "replies"';
  end if;
  return new;
end
$$;

create function private.reply_inserted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (select from public.removals where row_id = new.id and table_name = 'replies') then
    raise exception using
      errcode = 'unique_violation',
      message = 'duplicate key value violates unique constraint "replies_pkey"',
      schema = 'public', table = 'replies', constraint = 'replies_pkey';
  end if;
  if auth.uid() is not null then
    new.created_at := private.accepted_created_at(new.created_at);
    new.visible_since := private.journal_time();
  end if;
  new.updated_at := private.journal_time();
  return new;
end
$$;

-- A reply that is deleted with its entry needs no removal, the entry's own says so. Its id stays known by a removal
-- that names no one: could it be used again, that would tell the partner that a hidden entry was deleted (D9).
create function private.reply_deleted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  removed timestamptz := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
begin
  insert into public.removals (table_name, row_id, readers, kind, removed_at, updated_at)
  values (
    'replies', old.id,
    case
      when not exists (select from public.entries where id = old.entry_id) then '{}'
      when old.only_for is null then array(select id from public.profiles)
      else array[old.only_for]
    end,
    'deleted', removed, removed
  );
  return null;
end
$$;

-- What becomes private takes its replies along; what becomes shared comes with them, newly visible.
create function private.replies_follow_entry() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.is_private then
    update public.replies set only_for = new.user_id where entry_id = new.id;
  else
    update public.replies set only_for = null, visible_since = new.visible_since where entry_id = new.id;
  end if;
  return null;
end
$$;
revoke all on function private.reply_waits(), private.reply_inserted(), private.reply_deleted(),
  private.replies_follow_entry() from public, anon, authenticated;

create trigger await_deletion before insert on public.replies
  for each row execute function private.await_deletion();
create trigger before_all before insert or update of content on public.replies
  for each row execute function private.reply_waits();
create trigger inserted before insert on public.replies
  for each row execute function private.reply_inserted();
create trigger touch before update on public.replies
  for each row execute function private.touch();
create trigger deleted after delete on public.replies
  for each row execute function private.reply_deleted();
create trigger remember_author after delete on public.replies
  for each row execute function private.remember_author();
create trigger replies_follow after update on public.entries for each row
  when (old.is_private <> new.is_private) execute function private.replies_follow_entry();

revoke all on public.replies from public, anon, authenticated;
alter table public.replies enable row level security;
grant select (id, entry_id, user_id, content, created_at, visible_since, updated_at, only_for)
  on public.replies to authenticated;
grant insert (id, entry_id, user_id, content, created_at) on public.replies to authenticated;
grant update (content) on public.replies to authenticated;
grant delete on public.replies to authenticated;
create policy replies_select on public.replies for select to authenticated
  using ((select private.is_partner()) and (only_for is null or only_for = (select auth.uid())));
-- The subquery runs under the caller's own policies on `entries`.
create policy replies_insert on public.replies for insert to authenticated
  with check (
    (select private.is_partner())
    and user_id = (select auth.uid())
    and exists (select from public.entries where entries.id = replies.entry_id)
  );
create policy replies_update on public.replies for update to authenticated
  using (
    (select private.is_partner())
    and user_id = (select auth.uid())
    and (only_for is null or only_for = (select auth.uid()))
  )
  with check ((select private.is_partner()) and user_id = (select auth.uid()));
create policy replies_delete on public.replies for delete to authenticated
  using (
    (select private.is_partner())
    and user_id = (select auth.uid())
    and (only_for is null or only_for = (select auth.uid()))
  );

do $$
begin
  if not exists (
    select from pg_catalog.pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'replies'
  ) then
    alter publication supabase_realtime add table public.replies;
  end if;
end
$$;

create or replace function private.newest_stored_time() returns timestamptz
language sql volatile
set search_path = ''
as $$
  select coalesce(
    greatest(
      (select max(updated_at) from public.entries),
      (select max(updated_at) from public.reactions),
      (select max(updated_at) from public.replies),
      (select max(updated_at) from public.quote_likes),
      (select max(updated_at) from public.custom_quotes),
      (select max(updated_at) from public.memory_marks),
      (select max(updated_at) from public.story_links),
      (select max(updated_at) from public.removals),
      (select max(updated_at) from public.profiles),
      (select max(updated_at) from public.last_looks),
      (select max(updated_at) from public.journal)
    ),
    'epoch'
  )
$$;

-- Replies out of a file, by the rules of `import_rows` for the other rows. Answers how many were added, were
-- deleted since, and belong to an entry that is not there.
create function private.import_replies(person uuid, given_rows jsonb, sees_all boolean)
returns table (added bigint, deleted bigint, without_entry bigint)
language plpgsql security definer
set search_path = ''
as $$
declare
  long_seen constant timestamptz := '1970-01-01 00:00:00+00';
begin
  if exists (
    select from jsonb_to_recordset(given_rows) as given (created_at timestamptz)
    where given.created_at is null
      or not given.created_at between '1970-01-01 00:00:00+00' and private.real_time()
  ) then
    raise exception using errcode = 'invalid_parameter_value', message = 'this time cannot be';
  end if;
  perform from public.entries where id = any (array(
    select private.imported_id('entries', (row ->> 'entry_id')::uuid, person, sees_all)
    from jsonb_array_elements(given_rows) as row
  )) and (sees_all or not is_private or user_id = person) for share;
  return query
  with named as materialized (
    select distinct on (row.id) row.id, row.content, row.created_at,
      private.imported_id('replies', row.id, person, false) as here,
      private.imported_id('entries', row.entry_id, person, sees_all) as entry_id
    from jsonb_to_recordset(given_rows) as row (id uuid, entry_id uuid, content text, created_at timestamptz)
  ), given as (
    select named.*, exists (
      select from public.entries
      where entries.id = named.entry_id and (sees_all or not is_private or user_id = person)
    ) as has_entry
    from named
  ), missing as (
    select given.*, private.import_gone('replies', here, person, sees_all) as gone
    from given where has_entry and not exists (
      select from public.replies as known where known.id = here and known.user_id = person
    )
  ), placed as materialized (
    select missing.*, case
      when gone = 'no' and not exists (select from public.replies as known where known.id = here) then here
      else gen_random_uuid()
    end as place
    from missing where gone <> 'known'
  ), moved as (
    insert into private.moved_rows (given, table_name, user_id, id)
    select placed.id, 'replies', person, place from placed where place <> placed.id
    on conflict on constraint moved_rows_pkey do update set id = excluded.id
  ), inserted as (
    insert into public.replies (id, entry_id, user_id, content, created_at, visible_since)
    select place, placed.entry_id, person, placed.content, placed.created_at, long_seen from placed
    on conflict do nothing
    returning replies.id
  )
  select (select count(*) from inserted), (select count(*) from missing where gone = 'known'),
    (select count(*) from given where not has_entry);
end
$$;
revoke all on function private.import_replies(uuid, jsonb, boolean) from public, anon, authenticated;

-- As before, with the list `replies` in `batch`, behind the entries that it belongs to.
alter function private.import_rows(uuid, jsonb, boolean) rename to import_rows_but_replies;
create function private.import_rows(person uuid, batch jsonb, sees_all boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  -- The limit of rows counts all lists.
  answer jsonb := private.import_rows_but_replies(person, batch, sees_all);
  own record;
begin
  select * into own from private.import_replies(person, coalesce(batch -> 'replies', '[]'), sees_all);
  return jsonb_build_object(
    'added', answer -> 'added' || jsonb_build_object('replies', own.added),
    'deleted', (answer ->> 'deleted')::bigint + own.deleted,
    'without_entry', (answer ->> 'without_entry')::bigint + own.without_entry
  );
end
$$;
revoke all on function private.import_rows(uuid, jsonb, boolean) from public, anon, authenticated;
