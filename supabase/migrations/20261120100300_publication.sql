-- What realtime reads from the write-ahead log. A hosted project has the publication already,
-- perhaps with tables of its own; replica identity stays the primary key, so that a DELETE carries
-- nothing but an id.
do $$
declare
  journal_table text;
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  foreach journal_table in array array[
    'journal', 'profiles', 'entries', 'reactions', 'quote_likes', 'custom_quotes', 'removals', 'last_looks'
  ] loop
    if not exists (
      select from pg_catalog.pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = journal_table
    ) then
      execute format('alter publication supabase_realtime add table public.%I', journal_table);
    end if;
  end loop;
end
$$;
