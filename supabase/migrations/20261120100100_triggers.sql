-- What the database itself keeps true: times, versions, rights by column, removals.
-- `auth.uid()` is null for the owner's own work (accounts, restore); such work is trusted with the
-- columns a person may not set. Refusals carry no row values, because messages end up in logs (D27).

create function private.is_partner() returns boolean
language sql stable security definer parallel safe
set search_path = ''
as $$
  select exists (select from public.profiles where id = (select auth.uid()))
$$;

-- D28: the device's time of writing, when it lies in the past 90 days.
create function private.accepted_created_at(given timestamptz) returns timestamptz
language sql volatile
set search_path = ''
as $$
  select case
    when given between clock_timestamp() - interval '90 days' and clock_timestamp() then given
    else clock_timestamp()
  end
$$;

-- Strictly later than the row's last version, whatever the clock does.
create function private.touch() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.updated_at := clock_timestamp();
  else
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;

create function private.entry_inserted() returns trigger
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
    new.visible_since := clock_timestamp();
    new.edit_version := 1;
  end if;
  if new.completed_at > clock_timestamp() then
    new.completed_at := clock_timestamp();
  end if;
  new.updated_at := clock_timestamp();
  return new;
end
$$;

create function private.entry_updated() returns trigger
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
  if (new.content, new.category, new.is_private) is distinct from (old.content, old.category, old.is_private)
    or new.scheduled_date is distinct from old.scheduled_date then
    new.edit_version := old.edit_version + 1;
  end if;
  if old.is_private and not new.is_private then
    new.visible_since := clock_timestamp();
  end if;
  if new.completed_at > clock_timestamp() then
    new.completed_at := clock_timestamp();
  end if;
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  return new;
end
$$;

-- D9: what becomes private leaves the partner's devices; what becomes shared comes with its
-- reactions. A removal carries the time of the version that caused it, so a later sharing is newer.
create function private.entry_privacy_changed() returns trigger
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
  else
    update public.reactions set visible_since = new.visible_since where entry_id = new.id;
  end if;
  return null;
end
$$;

create function private.entry_deleted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  removed timestamptz := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
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

-- Reactions, likes and personal quotes. A reaction or like taken back and given again has the same
-- id (D15): it must be newer than its own removal.
create function private.row_inserted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    new.created_at := private.accepted_created_at(new.created_at);
    if tg_table_name = 'reactions' then
      new.visible_since := clock_timestamp();
    end if;
  end if;
  new.updated_at := greatest(
    clock_timestamp(),
    (select max(removed_at) + interval '1 microsecond' from public.removals
      where row_id = new.id and table_name = tg_table_name)
  );
  return new;
end
$$;

create function private.row_deleted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  removed timestamptz := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
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

create function private.profile_inserted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.last_looks (id) values (new.id) on conflict do nothing;
  return null;
end
$$;

-- D7: the greatest value seen, and never the future, or the bell would be silent until then.
create function private.looked() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.seen_until := greatest(old.seen_until, least(new.seen_until, clock_timestamp()));
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  return new;
end
$$;

create trigger touch before insert or update on public.journal for each row execute function private.touch();
create trigger touch before insert or update on public.profiles for each row execute function private.touch();
create trigger make_last_look after insert on public.profiles for each row execute function private.profile_inserted();
create trigger looked before update on public.last_looks for each row execute function private.looked();

create trigger inserted before insert on public.entries for each row execute function private.entry_inserted();
create trigger updated before update on public.entries for each row execute function private.entry_updated();
create trigger privacy_changed after update on public.entries for each row
  when (old.is_private <> new.is_private) execute function private.entry_privacy_changed();
create trigger deleted after delete on public.entries for each row execute function private.entry_deleted();

create trigger inserted before insert on public.reactions for each row execute function private.row_inserted();
create trigger touch before update on public.reactions for each row execute function private.touch();
create trigger deleted after delete on public.reactions for each row execute function private.row_deleted();

create trigger inserted before insert on public.quote_likes for each row execute function private.row_inserted();
create trigger touch before update on public.quote_likes for each row execute function private.touch();
create trigger deleted after delete on public.quote_likes for each row execute function private.row_deleted();

create trigger inserted before insert on public.custom_quotes for each row execute function private.row_inserted();
create trigger touch before update on public.custom_quotes for each row execute function private.touch();
create trigger deleted after delete on public.custom_quotes for each row execute function private.row_deleted();
