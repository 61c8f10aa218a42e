-- What a person practised: one row for each answer, added and never changed. Only that person ever reads these
-- rows; what a word's schedule is, devices compute from them.

create table public.reviews (
  id uuid not null default gen_random_uuid(),
  -- No foreign key, as for memory marks: an embedded `profiles(name)` of an entry would be ambiguous.
  user_id uuid not null,
  entry_id uuid not null
    constraint reviews_entry_id_fkey references public.entries (id) on delete cascade,
  direction text not null constraint reviews_direction_known check (direction in ('de-hr', 'hr-de')),
  grade smallint not null constraint reviews_grade_known check (grade in (1, 3)),
  -- Stands for the folded pair of words that was asked for.
  words_hash uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- True while the entry is the other person's private one.
  is_hidden boolean not null default false,
  -- Two people may have the same id: by a foreseen one nobody learns of the other's row (D9).
  constraint reviews_pkey primary key (user_id, id)
);
create index reviews_pull on public.reviews (user_id, updated_at, id) where not is_hidden;
create index reviews_entry on public.reviews (entry_id);

-- It waits for whoever is changing the entry, as a reaction does, and answers for a hidden entry as for a
-- missing one (D9).
create function private.review_waits() returns trigger
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
      message = 'new row violates row-level security policy for table "reviews"';
  end if;
  return new;
end
$$;

-- The other person's reviews of an entry that becomes private are out of sight until it is shared again. Then
-- they are newer than the removal of the entry, so that every device takes them. There are no removals of
-- reviews: they are deleted with their entry alone, whose removal says so, and for a hidden one nothing does.
create function private.reviews_hidden() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.reviews set is_hidden = new.is_private
    where entry_id = new.id and user_id <> new.user_id;
  return null;
end
$$;
revoke all on function private.review_waits(), private.reviews_hidden() from public, anon, authenticated;

create trigger before_all before insert on public.reviews
  for each row execute function private.review_waits();
create trigger inserted before insert on public.reviews
  for each row execute function private.row_inserted();
create trigger touch before update on public.reviews
  for each row execute function private.touch();
create trigger reviews_hidden after update on public.entries for each row
  when (new.is_private <> old.is_private) execute function private.reviews_hidden();

revoke all on public.reviews from public, anon, authenticated;
alter table public.reviews enable row level security;
grant select (
  id, user_id, entry_id, direction, grade, words_hash, created_at, updated_at, is_hidden
) on public.reviews to authenticated;
grant insert (id, user_id, entry_id, direction, grade, words_hash, created_at) on public.reviews
  to authenticated;
create policy reviews_select on public.reviews for select to authenticated
  using ((select private.is_partner()) and user_id = (select auth.uid()) and not is_hidden);
-- The subquery runs under the caller's own policies on `entries`.
create policy reviews_insert on public.reviews for insert to authenticated
  with check (
    (select private.is_partner())
    and user_id = (select auth.uid())
    and exists (select from public.entries where entries.id = reviews.entry_id)
  );

do $$
begin
  if not exists (
    select from pg_catalog.pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'reviews'
  ) then
    alter publication supabase_realtime add table public.reviews;
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
      (select max(updated_at) from public.reviews),
      (select max(updated_at) from public.removals),
      (select max(updated_at) from public.profiles),
      (select max(updated_at) from public.last_looks),
      (select max(updated_at) from public.journal)
    ),
    'epoch'
  )
$$;

-- Reviews out of a file, to the entries that are there. Answers how many were added. The others are not counted:
-- they were deleted with their entry.
create function private.import_reviews(person uuid, given_rows jsonb, sees_all boolean) returns bigint
language plpgsql security definer
set search_path = ''
as $$
declare
  done bigint;
begin
  if exists (
    select from jsonb_to_recordset(given_rows) as given (created_at timestamptz)
    where given.created_at is null
      or not given.created_at between '1970-01-01 00:00:00+00' and private.real_time()
  ) then
    raise exception using errcode = 'invalid_parameter_value', message = 'this time cannot be';
  end if;
  with named as materialized (
    select distinct on (row.id) row.*,
      private.imported_id('entries', row.entry_id, person, sees_all) as here
    from jsonb_to_recordset(given_rows) as row (
      id uuid, entry_id uuid, direction text, grade smallint, words_hash uuid, created_at timestamptz
    )
  ), seen as materialized (
    -- Locked, as a new review locks its entry.
    select id, is_private and user_id <> person as is_hidden from public.entries
    where id = any (array(select here from named)) and (sees_all or not is_private or user_id = person)
    for share
  ), inserted as (
    insert into public.reviews (id, user_id, entry_id, direction, grade, words_hash, created_at, is_hidden)
    select named.id, person, here, direction, grade, words_hash, created_at, is_hidden
    from named join seen on seen.id = here
    on conflict do nothing
    returning id
  )
  select count(*) into done from inserted;
  return done;
end
$$;

-- As before, with the list `reviews` in `batch`, behind the entries that it belongs to.
alter function private.import_rows(uuid, jsonb, boolean) rename to import_rows_but_reviews;
create function private.import_rows(person uuid, batch jsonb, sees_all boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  -- The limit of rows counts all lists.
  answer constant jsonb := private.import_rows_but_reviews(person, batch, sees_all);
  done constant bigint := private.import_reviews(person, coalesce(batch -> 'reviews', '[]'), sees_all);
begin
  return jsonb_set(answer, '{added,reviews}', to_jsonb(done));
end
$$;
revoke all on function private.import_reviews(uuid, jsonb, boolean), private.import_rows(uuid, jsonb, boolean)
  from public, anon, authenticated;
