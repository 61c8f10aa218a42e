-- A personal quote's id is made on the device, like an entry's, and like an entry's it never comes back
-- once it was deleted: an insert that arrives again or late is answered as a duplicate. Reactions and
-- likes are exempt: their ids are keys, and giving one again is a new act (D15).
create function private.custom_quote_never_returns() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.removals
    where row_id = new.id and table_name = 'custom_quotes' and kind = 'deleted'
  ) then
    raise exception using
      errcode = 'unique_violation',
      message = 'duplicate key value violates unique constraint "custom_quotes_pkey"',
      schema = 'public', table = 'custom_quotes', constraint = 'custom_quotes_pkey';
  end if;
  return new;
end
$$;
revoke all on function private.custom_quote_never_returns() from public, anon, authenticated;

create trigger never_returns before insert on public.custom_quotes
  for each row execute function private.custom_quote_never_returns();
