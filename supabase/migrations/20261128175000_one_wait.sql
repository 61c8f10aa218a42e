-- What belongs to an entry waits for a change of it by two functions instead of four. Messages, codes, locks and their
-- order are as before.

-- A reaction or a reply: the row says who may see it. The entry is locked until this row is committed: a change of its
-- privacy finds the row, with a version older than its own. A hidden entry, one that is gone and one that never was
-- are answered alike (D9).
create function private.shown_part_waits() returns trigger
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
      message = format('new row violates row-level security policy for table "%s"', tg_table_name);
  end if;
  return new;
end
$$;

-- A mark or a review, which its person alone ever sees.
create function private.own_part_waits() returns trigger
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
      message = format('new row violates row-level security policy for table "%s"', tg_table_name);
  end if;
  return new;
end
$$;
revoke all on function private.shown_part_waits(), private.own_part_waits() from public, anon, authenticated;

create or replace trigger before_all before insert on public.reactions
  for each row execute function private.shown_part_waits();
create or replace trigger before_all before insert or update of content on public.replies
  for each row execute function private.shown_part_waits();
create or replace trigger before_all before insert on public.memory_marks
  for each row execute function private.own_part_waits();
create or replace trigger before_all before insert on public.reviews
  for each row execute function private.own_part_waits();

drop function private.reaction_waits(), private.reply_waits(), private.memory_mark_waits(), private.review_waits();
