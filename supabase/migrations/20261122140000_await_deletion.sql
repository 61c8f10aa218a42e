-- An insert that is sent again may meet the deletion of its row. It looked for the tombstone before the
-- deletion was committed, waited for the row's key, and then succeeded: a deleted row came back. So it
-- waits for the deletion first and looks for the tombstone afterwards. The name sorts before the triggers
-- that look.
create function private.await_deletion() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  execute format('select from public.%I where id = $1 for key share', tg_table_name) using new.id;
  return new;
end
$$;
revoke all on function private.await_deletion() from public, anon, authenticated;

create trigger await_deletion before insert on public.entries
  for each row execute function private.await_deletion();
create trigger await_deletion before insert on public.custom_quotes
  for each row execute function private.await_deletion();
