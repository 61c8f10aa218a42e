-- An edit is sent for the version of the text it was based on. A version that counts fits again after a
-- restore, which counts on from the backup, so an unsent edit could overwrite a newer text; and it
-- tells the partner how often an entry was edited while it was private (D9). A random version does
-- neither: it only says whether the text is still the one that was read.

-- 31 bits of the system's random source, above zero: a copy that holds an earlier version agrees with a
-- new one by chance once in two thousand million edits. An integer stays a number in every client.
create function private.new_edit_version() returns integer
language sql volatile
set search_path = ''
as $$
  select 1 + (('x' || right(gen_random_uuid()::text, 8))::bit(31)::integer % 2147483647)
$$;
revoke all on function private.new_edit_version() from public, anon, authenticated;

-- Triggers of one moment fire by name: this one after `inserted` and `updated`, whose count it
-- replaces. The owner's own inserts keep the version they bring.
create function private.entry_versioned() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if auth.uid() is not null then
      new.edit_version := private.new_edit_version();
    end if;
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
revoke all on function private.entry_versioned() from public, anon, authenticated;

create trigger versioned before insert or update on public.entries
  for each row execute function private.entry_versioned();
