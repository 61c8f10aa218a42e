-- One source of time. Devices pull what is newer than the newest row they hold, so a row must never be
-- stored with an older time than those before it, whatever the server's clock does. Where the clock
-- is found behind the newest stored time, all later times are moved ahead once, by one offset, and go
-- on at the pace of real time. "Newest plus a microsecond" or a sequence would serve as well and let
-- the partner count private writes (D9).

-- The clock on the wall. Tests put another one in its place.
create function private.real_time() returns timestamptz
language sql volatile
set search_path = ''
as $$
  select clock_timestamp()
$$;

create table private.clock (
  id boolean primary key default true constraint clock_one_row check (id),
  ahead interval not null default interval '0'
);
insert into private.clock default values;

-- The time of versions, removals and visibility: real time plus the offset. The clock is compared with the
-- rows once in a transaction. A second of tolerance is far less than what every pull reads again, and
-- keeps two writes of one moment from moving the offset. Up to a minute is added at random, so that the
-- first time after a step does not say when the last row, perhaps a private one, was written.
create function private.journal_time() returns timestamptz
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
revoke all on all functions in schema private from public, anon;
revoke all on function private.real_time(), private.journal_time() from authenticated;

-- The functions of the triggers as before, with these two in place of the system's clock: real time for
-- what people read (when it was written, when it was done), journal time for everything else. Versions
-- of a text are drawn by the trigger `versioned`, so nothing counts them any more.
create or replace function private.accepted_created_at(given timestamptz) returns timestamptz
language sql volatile
set search_path = ''
as $$
  select case
    when given between private.real_time() - interval '90 days' and private.real_time() then given
    else private.real_time()
  end
$$;

create or replace function private.touch() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.updated_at := private.journal_time();
  else
    new.updated_at := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;

create or replace function private.entry_inserted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- D13: an id that was deleted never comes back, so an operation sent twice happens once.
  if exists (
    select from public.removals
    where row_id = new.id and table_name = 'entries' and kind = 'deleted'
  ) then
    raise exception using
      errcode = 'unique_violation',
      message = 'duplicate key value violates unique constraint "entries_pkey"',
      schema = 'public', table = 'entries', constraint = 'entries_pkey';
  end if;
  if auth.uid() is not null then
    new.created_at := private.accepted_created_at(new.created_at);
    new.visible_since := private.journal_time();
  end if;
  if new.completed_at > private.real_time() then
    new.completed_at := private.real_time();
  end if;
  new.updated_at := private.journal_time();
  return new;
end
$$;

create or replace function private.entry_updated() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := auth.uid();
begin
  if person is not null then
    if new.id <> old.id or new.user_id <> old.user_id or new.created_at <> old.created_at then
      raise exception using errcode = 'insufficient_privilege', message = 'this column never changes';
    end if;
    if person <> old.user_id and (
      new.category <> old.category
      or new.is_private <> old.is_private
      or (old.category <> 'ideen'
          and (new.content <> old.content or new.scheduled_date is distinct from old.scheduled_date))
    ) then
      raise exception using errcode = 'insufficient_privilege', message = 'only the author may change this';
    end if;
    new.visible_since := old.visible_since;
    new.edit_version := old.edit_version;
  end if;
  if old.category = 'ideen' and new.category <> 'ideen' then
    new.scheduled_date := null;
  end if;
  if old.is_private and not new.is_private then
    new.visible_since := private.journal_time();
  end if;
  if new.completed_at > private.real_time() then
    new.completed_at := private.real_time();
  end if;
  new.updated_at := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
  return new;
end
$$;

create or replace function private.entry_deleted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  removed timestamptz := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
begin
  insert into public.removals (table_name, row_id, readers, kind, removed_at, updated_at)
  values (
    'entries', old.id,
    case when old.is_private then array[old.user_id] else array(select id from public.profiles) end,
    'deleted', removed, removed
  );
  return null;
end
$$;

create or replace function private.row_inserted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    new.created_at := private.accepted_created_at(new.created_at);
    if tg_table_name = 'reactions' then
      new.visible_since := private.journal_time();
    end if;
  end if;
  new.updated_at := greatest(
    private.journal_time(),
    (select max(removed_at) + interval '1 microsecond' from public.removals
      where row_id = new.id and table_name = tg_table_name)
  );
  return new;
end
$$;

create or replace function private.row_deleted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  removed timestamptz := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
  author uuid;
  hidden boolean := false;
begin
  if tg_table_name = 'reactions' then
    select user_id, is_private into author, hidden from public.entries where id = old.entry_id;
    -- The entry went first and took its reactions with it; its own removal says so. Where this id was
    -- taken back and given again before, the removal of then would name its readers to whoever asks
    -- who may learn of this deletion (D9): a later one names nobody.
    if not found then
      insert into public.removals (table_name, row_id, readers, kind, removed_at, updated_at)
      select tg_table_name, old.id, '{}', 'deleted', removed, removed
      where exists (
        select from public.removals where row_id = old.id and table_name = tg_table_name
      );
      return null;
    end if;
  end if;
  insert into public.removals (table_name, row_id, readers, kind, removed_at, updated_at)
  values (
    tg_table_name, old.id,
    case when hidden then array[author] else array(select id from public.profiles) end,
    'deleted', removed, removed
  );
  return null;
end
$$;

create or replace function private.looked() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.seen_until := greatest(old.seen_until, least(new.seen_until, private.journal_time()));
  new.updated_at := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
  return new;
end
$$;
