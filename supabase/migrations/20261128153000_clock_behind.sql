-- A clock that is behind, as that of a small computer before the network has set it. Then what is written keeps the
-- device's time, up to the journal's time; and the offset ends when the clock is right again. Before, it stayed for
-- ever, and with it times in the future.

alter table private.clock
  -- From when on the offset runs down, by the real time.
  add column since timestamptz not null default clock_timestamp(),
  -- True once a server notes the time every two seconds: then the noted time follows the clock, and no row.
  add column is_noted boolean not null default false;

-- The offset as it is now. Journal time goes on at a tenth of the pace of real time until the offset has run down, so
-- it never stands still, depends on no write, and ends where real time is.
create function private.clock_offset() returns interval
language sql volatile
set search_path = ''
as $$
  select greatest(
    interval '0',
    ahead - 0.9 * greatest(interval '0', private.real_time() - since)
  )
  from private.clock
$$;

-- As before, with the offset that runs down. Where the clock is put forward, the offset is lowered at once, to what the
-- noted time still needs: no row is newer than that by more than ten seconds. Without a server that notes the
-- time, the noted time is that of some write, perhaps a private one; then the offset only runs down (D9).
create or replace function private.journal_time() returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  slack constant interval := '10 seconds';
  noted bigint;
  last timestamptz;
  missing interval;
begin
  if coalesce(current_setting('journal.clock_compared', true), '') <> 'yes' then
    perform set_config('journal.clock_compared', 'yes', true);
    select last_value into noted from private.noted_time;
    last := case when noted = 0 then private.newest_stored_time()
      else timestamptz 'epoch' + noted * interval '1 microsecond' end;
    missing := last - private.real_time();
    update private.clock
      set ahead = missing + slack + random() * interval '1 minute', since = private.real_time()
      where private.clock_offset() < missing - interval '1 second';
    if not found then
      update private.clock
        set ahead = greatest(interval '0', missing + slack), since = private.real_time()
        where is_noted and noted > 0
          and private.clock_offset() > greatest(interval '0', missing + slack) + interval '1 minute';
      if noted = 0 or private.clock_offset() > missing + slack then
        perform private.note_as_newest(private.real_time() + private.clock_offset());
      end if;
    end if;
  end if;
  return private.real_time() + private.clock_offset();
end
$$;

create or replace function private.note_time() returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  moment constant timestamptz := private.journal_time();
begin
  update private.clock set is_noted = true where not is_noted;
  if extract(epoch from moment) * 1000000 > (select last_value from private.noted_time) then
    perform private.note_as_newest(moment);
  end if;
end
$$;

-- The time of writing (D28): the device's, of the past 90 days. Journal time is the clock's, or later where that is
-- behind; a later time is taken up to it.
create or replace function private.accepted_created_at(given timestamptz) returns timestamptz
language sql volatile
set search_path = ''
as $$
  select case
    when given >= private.real_time() - interval '90 days' then least(given, private.journal_time())
    else private.real_time()
  end
$$;

-- The triggers as before; a tick, too, keeps the device's time up to the journal's.
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
  if new.completed_at > private.journal_time() then
    new.completed_at := private.journal_time();
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
  if new.completed_at > private.journal_time() then
    new.completed_at := private.journal_time();
  end if;
  new.updated_at := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
  return new;
end
$$;

revoke all on function private.clock_offset() from public, anon, authenticated;
