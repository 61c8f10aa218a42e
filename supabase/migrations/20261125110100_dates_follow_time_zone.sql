-- A date without a time is that day's midnight in the journal's time zone (D14). Where the zone changes, such
-- dates move to the same day's midnight in the new one, in the same transaction, whoever changes the row: the
-- server at its start, or its owner on a hosted project. Dates with a time keep their instant; one that would be a
-- midnight in the new zone gets a second, so that it stays a time, as a time of 00:00 does.

-- The first moment of a day, by the rules of the app (D5): a midnight that a clock change skips moves forward
-- by the gap, of two the earlier counts. PostgreSQL alone takes the later of two.
create function private.start_of_day(day date, zone text) returns timestamptz
language sql stable strict
set search_path = ''
as $$
  select coalesce(
    min(moment) filter (where moment at time zone zone = day::timestamp),
    min(moment) filter (where side = -1)
  )
  from (
    -- Clocks differ from UTC by less than a day, so this asks for the offset before and after midnight.
    select side, (day::timestamp - (probe at time zone zone - probe at time zone 'UTC')) at time zone 'UTC' as moment
    from (
      select side, (day::timestamp + side * interval '1 day') at time zone 'UTC' as probe
      from unnest(array[-1, 1]) as side
    ) as probes
  ) as moments
$$;

create function private.is_day_alone(moment timestamptz, zone text) returns boolean
language sql stable strict
set search_path = ''
as $$
  select moment = private.start_of_day((moment at time zone zone)::date, zone)
$$;

-- A person's waiting edit names the version of the text it was based on. A date that only follows the zone is
-- no other text, so the version stays.
create or replace function private.entry_versioned() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if auth.uid() is not null then
      new.edit_version := private.new_edit_version();
    end if;
  elsif coalesce(current_setting('journal.dates_follow', true), '') = 'yes' then
    return new;
  elsif (new.content, new.category, new.is_private) is distinct from (old.content, old.category, old.is_private)
    or new.scheduled_date is distinct from old.scheduled_date then
    loop
      new.edit_version := private.new_edit_version();
      exit when new.edit_version <> old.edit_version;
    end loop;
  end if;
  return new;
end
$$;

create function private.dates_follow_time_zone() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform set_config('journal.dates_follow', 'yes', true);
  update public.entries set scheduled_date = moved.moment
  from (
    select id, case
      when private.is_day_alone(scheduled_date, old.time_zone)
        then private.start_of_day((scheduled_date at time zone old.time_zone)::date, new.time_zone)
      when private.is_day_alone(scheduled_date, new.time_zone) then scheduled_date + interval '1 second'
    end as moment
    from public.entries where scheduled_date is not null
  ) as moved
  where entries.id = moved.id and entries.scheduled_date <> moved.moment
    -- The first and the last day of all stay in the range of the column.
    and moved.moment >= '1900-01-01 00:00:00+00' and moved.moment < '9999-01-01 00:00:00+00';
  perform set_config('journal.dates_follow', '', true);
  return null;
end
$$;
revoke all on function private.start_of_day(date, text), private.is_day_alone(timestamptz, text),
  private.dates_follow_time_zone() from public, anon, authenticated;

create trigger dates_follow_time_zone after update on public.journal for each row
  when (old.time_zone <> new.time_zone) execute function private.dates_follow_time_zone();
