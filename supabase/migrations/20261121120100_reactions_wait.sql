-- A reaction that is written in the very moment in which its entry becomes private could pass by the
-- policy, which still saw the shared entry, and get a later time than the hiding: it would stay on the
-- partner's device for ever (decision 0014). So it waits for whoever is changing the entry. What it answers
-- then is what the policy answers, for a hidden entry as for a missing one (D9).
create function private.reaction_waits() returns trigger
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
      message = 'new row violates row-level security policy for table "reactions"';
  end if;
  return new;
end
$$;
revoke all on function private.reaction_waits() from public, anon, authenticated;

create trigger before_all before insert on public.reactions
  for each row execute function private.reaction_waits();
