-- After the clock has stepped back, time goes on from a moment that no row decides. The newest stored time
-- may be that of a private row: the next row that both can see would tell the partner when it was written (D9).

-- The newest journal time that has been noted, in microseconds since 1970; 0 where none is known, as after a
-- crash. The server notes it every two seconds, whether something is written or not. An unlogged sequence
-- lies in memory: an idle server writes nothing.
create unlogged sequence private.noted_time minvalue 0 start 0;
revoke all on sequence private.noted_time from public, anon, authenticated;

create function private.newest_stored_time() returns timestamptz
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
      (select max(updated_at) from public.removals),
      (select max(updated_at) from public.profiles),
      (select max(updated_at) from public.last_looks),
      (select max(updated_at) from public.journal)
    ),
    'epoch'
  )
$$;

create function private.note_as_newest(moment timestamptz) returns void
language sql volatile
set search_path = ''
as $$
  select setval('private.noted_time', (extract(epoch from moment) * 1000000)::bigint)
$$;

-- Once in a transaction the clock is compared with the noted time. Rows may be newer than that by ten
-- seconds; a later one is noted here, for a database whose server notes nothing (a hosted project's). A step
-- back within these ten seconds is left alone: every pull reads the last minute again.
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
      set ahead = missing + slack + random() * interval '1 minute'
      where ahead < missing - interval '1 second';
    if not found and (noted = 0 or (select ahead from private.clock) > missing + slack) then
      perform private.note_as_newest(private.real_time() + (select ahead from private.clock));
    end if;
  end if;
  return private.real_time() + (select ahead from private.clock);
end
$$;

-- For the server: notes the time, and raises the offset if the clock has stepped back.
create function private.note_time() returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  moment constant timestamptz := private.journal_time();
begin
  if extract(epoch from moment) * 1000000 > (select last_value from private.noted_time) then
    perform private.note_as_newest(moment);
  end if;
end
$$;
revoke all on function private.newest_stored_time(), private.note_as_newest(timestamptz), private.note_time()
  from public, anon, authenticated;
