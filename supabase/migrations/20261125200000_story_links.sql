-- "Wie war's?": a story names the idea it tells of. The link is a row of its own, so that neither entry
-- changes: the `updated_at` of an idea would tell the partner of a private story. A story tells of one idea, so its
-- id is the link's. No one changes or deletes a link: it goes with the story, and it stays out of sight when the
-- idea goes. No removal names it: whoever could see it sees both entries, and learns of the one that goes.

create table public.story_links (
  -- The story.
  id uuid primary key
    constraint story_links_id_fkey references public.entries (id) on delete cascade,
  -- Whose story it is. No foreign key, as in `memory_marks`.
  user_id uuid not null,
  -- Null once the idea is deleted. Its row stays: could the story be linked again, that would tell its author
  -- that an idea hidden from them was deleted (D9).
  idea_id uuid
    constraint story_links_idea_id_fkey references public.entries (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Null while both people see story and idea, else the one who does; the nil UUID where neither does: the idea is
  -- gone, or each of the two entries is private to another person.
  only_for uuid,
  constraint story_links_two_entries check (id <> idea_id)
);
create index story_links_shared_pull on public.story_links (updated_at, id) where only_for is null;
create index story_links_own_pull on public.story_links (only_for, updated_at, id) where only_for is not null;
create index story_links_idea on public.story_links (idea_id);

-- Who sees both entries, as `only_for` says it. Volatile: where a row waited for another change, it is computed
-- again, of what is committed by then.
create function private.reader_of_both(story uuid, idea uuid) returns uuid
language sql volatile
set search_path = ''
as $$
  select case
    when idea is null or count(distinct user_id) > 1 then '00000000-0000-0000-0000-000000000000'
    else (array_agg(user_id))[1]
  end
  from public.entries where id in (story, idea) and is_private
$$;

-- Both entries are locked until this link is committed: a change of their privacy finds it. A hidden entry is
-- answered for as a missing one (D9), and so is a story of the other.
create function private.story_link_waits() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := auth.uid();
  story text;
  idea text;
begin
  select category into story from public.entries
    where id = new.id and (person is null or user_id = person) for share;
  select category into idea from public.entries
    where id = new.idea_id and (person is null or not is_private or user_id = person) for share;
  if person is not null then
    if story is null or idea is null then
      raise exception using
        errcode = 'insufficient_privilege',
        message = 'new row violates row-level security policy for table "story_links"';
    end if;
    if story <> 'erzaehlen' or idea <> 'ideen' then
      raise exception using
        errcode = 'check_violation',
        message = 'new row for relation "story_links" violates check constraint "story_links_categories"',
        schema = 'public', table = 'story_links', constraint = 'story_links_categories';
    end if;
  end if;
  new.only_for := private.reader_of_both(new.id, new.idea_id);
  return new;
end
$$;

-- Each change of a link is one of who sees it.
create function private.story_link_changed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.only_for := private.reader_of_both(new.id, new.idea_id);
  return new;
end
$$;

-- What becomes private takes its links along, and what becomes shared brings them back, with a new version each.
create function private.story_links_follow() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.story_links set only_for = only_for where id = new.id or idea_id = new.id;
  return null;
end
$$;
revoke all on function private.reader_of_both(uuid, uuid), private.story_link_waits(), private.story_link_changed(),
  private.story_links_follow() from public, anon, authenticated;

create trigger before_all before insert on public.story_links
  for each row execute function private.story_link_waits();
create trigger inserted before insert on public.story_links
  for each row execute function private.row_inserted();
create trigger changed before update on public.story_links
  for each row execute function private.story_link_changed();
create trigger touch before update on public.story_links
  for each row execute function private.touch();
create trigger story_links_follow after update on public.entries for each row
  when (new.is_private <> old.is_private) execute function private.story_links_follow();

revoke all on public.story_links from public, anon, authenticated;
alter table public.story_links enable row level security;
grant select (id, user_id, idea_id, created_at, updated_at, only_for) on public.story_links to authenticated;
grant insert (id, user_id, idea_id, created_at) on public.story_links to authenticated;
create policy story_links_select on public.story_links for select to authenticated
  using ((select private.is_partner()) and (only_for is null or only_for = (select auth.uid())));
-- The subqueries run under the caller's own policies on `entries`.
create policy story_links_insert on public.story_links for insert to authenticated
  with check (
    (select private.is_partner())
    and user_id = (select auth.uid())
    and exists (
      select from public.entries where entries.id = story_links.id and entries.user_id = (select auth.uid())
    )
    and exists (select from public.entries where entries.id = story_links.idea_id)
  );

do $$
begin
  if not exists (
    select from pg_catalog.pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'story_links'
  ) then
    alter publication supabase_realtime add table public.story_links;
  end if;
end
$$;

-- As before, with the new table among those that no version may precede.
create or replace function private.newest_stored_time() returns timestamptz
language sql volatile
set search_path = ''
as $$
  select coalesce(
    greatest(
      (select max(updated_at) from public.entries),
      (select max(updated_at) from public.reactions),
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

-- The links of one person's stories out of a file (docs/book-format.md), after the entries of the same file. Answers
-- how many were added, and of how many the story or the idea is not there, or not to be seen.
create function private.import_story_links(person uuid, links jsonb, sees_all boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  answer jsonb;
begin
  if exists (
    select from jsonb_to_recordset(links) as given (created_at timestamptz)
    where given.created_at is null
      or not given.created_at between '1970-01-01 00:00:00+00' and private.real_time()
  ) then
    raise exception using errcode = 'invalid_parameter_value', message = 'this time cannot be';
  end if;
  with named as materialized (
    select distinct on (row.id) private.imported_id('entries', row.id, person, false) as id,
      private.imported_id('entries', row.idea_id, person, sees_all) as idea_id, row.created_at
    from jsonb_to_recordset(links) as row (id uuid, idea_id uuid, created_at timestamptz)
  ), seen as materialized (
    -- Locked, as a new link locks them.
    select id, user_id from public.entries
    where id = any (array(select id from named union select idea_id from named))
      and (sees_all or not is_private or user_id = person)
    for share
  ), given as (
    select named.*, id <> idea_id
      and exists (select from seen where seen.id = named.id and seen.user_id = person)
      and exists (select from seen where seen.id = named.idea_id) as has_both
    from named
  ), inserted as (
    insert into public.story_links (id, user_id, idea_id, created_at)
    select id, person, idea_id, created_at from given where has_both
    on conflict do nothing
    returning id
  )
  select jsonb_build_object(
    'added', (select count(*) from inserted),
    'without_entry', (select count(*) from given where has_both is not true)
  ) into answer;
  return answer;
end
$$;

-- As before, with the list `stories` in `batch`, behind the entries that it belongs to.
alter function private.import_rows(uuid, jsonb, boolean) rename to import_rows_but_stories;
create function private.import_rows(person uuid, batch jsonb, sees_all boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  -- The limit of rows counts all lists.
  answer constant jsonb := private.import_rows_but_stories(person, batch, sees_all);
  links constant jsonb := private.import_story_links(person, coalesce(batch -> 'stories', '[]'), sees_all);
begin
  return jsonb_build_object(
    'added', (answer -> 'added') || jsonb_build_object('stories', links -> 'added'),
    'deleted', answer -> 'deleted',
    'without_entry', (answer ->> 'without_entry')::bigint + (links ->> 'without_entry')::bigint
  );
end
$$;
revoke all on function private.import_story_links(uuid, jsonb, boolean), private.import_rows(uuid, jsonb, boolean)
  from public, anon, authenticated;
