-- What was taken along comes back by the operator's command alone (decision 0033), which writes the rows itself. So no
-- person may call an import any more. `moved_rows` and `deleted_rows` stay: nothing could compute them again.
revoke all on function public.import_rows(text, boolean), private.import_own_rows(jsonb, boolean)
  from public, anon, authenticated, service_role;
drop function public.import_rows(text, boolean);
drop function private.import_own_rows(jsonb, boolean);
drop function private.import_rows(uuid, jsonb, boolean);
drop function private.import_rows_but_reviews(uuid, jsonb, boolean);
drop function private.import_rows_but_replies(uuid, jsonb, boolean);
drop function private.import_rows_but_stories(uuid, jsonb, boolean);
drop function private.import_reviews(uuid, jsonb, boolean);
drop function private.import_replies(uuid, jsonb, boolean);
drop function private.import_story_links(uuid, jsonb, boolean);
drop function private.imported_id(text, uuid, uuid, boolean);
drop function private.import_gone(text, uuid, uuid, boolean);
