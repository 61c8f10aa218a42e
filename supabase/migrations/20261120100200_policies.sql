-- Who may do what (D9, D10). Every policy asks for a partner first, so a forged or removed
-- person sees nothing, and `anon` has no privilege at all. A missing and a hidden row answer alike:
-- reading filters both, and the only write that names another row (a reaction's entry) is refused
-- by the policy before the foreign key could tell them apart.

revoke all on public.journal, public.profiles, public.entries, public.reactions, public.quote_likes,
  public.custom_quotes, public.removals, public.last_looks from public, anon, authenticated;
revoke all on all functions in schema private from public, anon, authenticated;
-- Constraints and policies run as the person who writes.
grant execute on function private.is_trimmed(text) to authenticated;
grant execute on function private.is_partner() to authenticated;

alter table public.journal enable row level security;
alter table public.profiles enable row level security;
alter table public.entries enable row level security;
alter table public.reactions enable row level security;
alter table public.quote_likes enable row level security;
alter table public.custom_quotes enable row level security;
alter table public.removals enable row level security;
alter table public.last_looks enable row level security;

grant usage on schema public to authenticated;

grant select on public.journal to authenticated;
create policy journal_select on public.journal for select to authenticated
  using ((select private.is_partner()));

grant select on public.profiles to authenticated;
create policy profiles_select on public.profiles for select to authenticated
  using ((select private.is_partner()));

grant select, delete on public.entries to authenticated;
grant insert (id, user_id, category, content, completed, completed_at, is_private, scheduled_date, created_at)
  on public.entries to authenticated;
grant update (category, content, completed, completed_at, is_private, scheduled_date)
  on public.entries to authenticated;
create policy entries_select on public.entries for select to authenticated
  using ((select private.is_partner()) and (not is_private or user_id = (select auth.uid())));
create policy entries_insert on public.entries for insert to authenticated
  with check ((select private.is_partner()) and user_id = (select auth.uid()));
-- Either partner ticks off what they can see; the trigger narrows the rest by column.
create policy entries_update on public.entries for update to authenticated
  using ((select private.is_partner()) and (not is_private or user_id = (select auth.uid())))
  with check ((select private.is_partner()) and (not is_private or user_id = (select auth.uid())));
create policy entries_delete on public.entries for delete to authenticated
  using (
    (select private.is_partner())
    and (user_id = (select auth.uid()) or (category = 'ideen' and not is_private))
  );

-- The subqueries run under the caller's own policies on `entries`: a reaction is as visible as its entry.
grant select, delete on public.reactions to authenticated;
grant insert (id, entry_id, user_id, emoji, created_at) on public.reactions to authenticated;
create policy reactions_select on public.reactions for select to authenticated
  using (
    (select private.is_partner())
    and exists (select from public.entries where entries.id = reactions.entry_id)
  );
create policy reactions_insert on public.reactions for insert to authenticated
  with check (
    (select private.is_partner())
    and user_id = (select auth.uid())
    and exists (select from public.entries where entries.id = reactions.entry_id)
  );
create policy reactions_delete on public.reactions for delete to authenticated
  using (
    (select private.is_partner())
    and user_id = (select auth.uid())
    and exists (select from public.entries where entries.id = reactions.entry_id)
  );

grant select, delete on public.quote_likes to authenticated;
grant insert (id, user_id, quote_text, quote_author, created_at) on public.quote_likes to authenticated;
create policy quote_likes_select on public.quote_likes for select to authenticated
  using ((select private.is_partner()));
create policy quote_likes_insert on public.quote_likes for insert to authenticated
  with check ((select private.is_partner()) and user_id = (select auth.uid()));
create policy quote_likes_delete on public.quote_likes for delete to authenticated
  using ((select private.is_partner()) and user_id = (select auth.uid()));

grant select, delete on public.custom_quotes to authenticated;
grant insert (id, user_id, quote_text, quote_author, created_at) on public.custom_quotes to authenticated;
create policy custom_quotes_select on public.custom_quotes for select to authenticated
  using ((select private.is_partner()));
create policy custom_quotes_insert on public.custom_quotes for insert to authenticated
  with check ((select private.is_partner()) and user_id = (select auth.uid()));
create policy custom_quotes_delete on public.custom_quotes for delete to authenticated
  using ((select private.is_partner()) and user_id = (select auth.uid()));

-- Written by triggers only.
grant select on public.removals to authenticated;
create policy removals_select on public.removals for select to authenticated
  using ((select private.is_partner()) and (select auth.uid()) = any (readers));

grant select on public.last_looks to authenticated;
grant update (seen_until) on public.last_looks to authenticated;
create policy last_looks_select on public.last_looks for select to authenticated
  using ((select private.is_partner()) and id = (select auth.uid()));
create policy last_looks_update on public.last_looks for update to authenticated
  using ((select private.is_partner()) and id = (select auth.uid()))
  with check ((select private.is_partner()) and id = (select auth.uid()));
