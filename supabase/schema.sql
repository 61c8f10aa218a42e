-- Nothing runs this file. It is the schema that all migrations together make, to be read; npm run schema writes it.
-- The embedded database has it; a hosted project adds its own roles and defaults. Everything is the owner's: other roles
-- may do what is granted here and nothing else.

grant usage on schema private to authenticated;
grant usage on schema public to anon;
grant usage on schema public to authenticated;
grant usage on schema public to public;
grant usage on schema public to service_role;

create unlogged sequence private.noted_time as bigint increment 1 minvalue 0 maxvalue 9223372036854775807 start 0 cache 1;

create domain public."application/octet-stream" as bytea;

create table private.changed_quotes (
  old_text text not null,
  old_author text not null,
  new_text text not null,
  new_author text not null,
  constraint changed_quotes_new_text_new_author_key UNIQUE (new_text, new_author),
  constraint changed_quotes_pkey PRIMARY KEY (old_text, old_author)
);

create table private.clock (
  id boolean default true not null,
  ahead interval default '00:00:00'::interval not null,
  since timestamp with time zone default clock_timestamp() not null,
  is_noted boolean default false not null,
  constraint clock_one_row CHECK (id),
  constraint clock_pkey PRIMARY KEY (id)
);

create table private.deleted_rows (
  row_id uuid not null,
  table_name text not null,
  user_id uuid not null,
  constraint deleted_rows_pkey PRIMARY KEY (row_id, table_name, user_id)
);

create table private.moved_rows (
  given uuid not null,
  table_name text not null,
  user_id uuid not null,
  id uuid not null,
  constraint moved_rows_pkey PRIMARY KEY (given, table_name, user_id)
);

create table private.nudge_choices (
  person uuid not null,
  entries boolean not null,
  reactions boolean not null,
  ideas boolean not null,
  memories boolean not null,
  quiet_from text not null,
  quiet_to text not null,
  constraint nudge_choices_pkey PRIMARY KEY (person),
  constraint nudge_choices_quiet_from CHECK (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text),
  constraint nudge_choices_quiet_to CHECK (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)
);
alter table private.nudge_choices enable row level security;

create table private.photo_room (
  id boolean default true not null,
  most_bytes bigint,
  constraint photo_room_one_row CHECK (id),
  constraint photo_room_pkey PRIMARY KEY (id)
);

create table private.push_subscriptions (
  id uuid default gen_random_uuid() not null,
  person uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  origin text not null,
  told_until timestamp with time zone not null,
  counted_from timestamp with time zone not null,
  told_at timestamp with time zone,
  morning date,
  created_at timestamp with time zone default private.real_time() not null,
  constraint push_subscriptions_auth_length CHECK (char_length(auth) <= 40),
  constraint push_subscriptions_endpoint_length CHECK (char_length(endpoint) <= 1000),
  constraint push_subscriptions_once UNIQUE (endpoint),
  constraint push_subscriptions_origin_length CHECK (char_length(origin) <= 300),
  constraint push_subscriptions_p256dh_length CHECK (char_length(p256dh) <= 100),
  constraint push_subscriptions_pkey PRIMARY KEY (id)
);
CREATE INDEX push_subscriptions_person ON private.push_subscriptions USING btree (person);
alter table private.push_subscriptions enable row level security;

create table private.used_ids (
  table_name text not null,
  row_id uuid not null,
  user_id uuid not null,
  constraint used_ids_pkey PRIMARY KEY (row_id, user_id, table_name)
);

create table public.custom_quotes (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  quote_text text not null,
  quote_author text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint custom_quotes_author_length CHECK (char_length(quote_author) >= 1 AND char_length(quote_author) <= 200),
  constraint custom_quotes_author_normalized CHECK ((quote_author IS NFC NORMALIZED)),
  constraint custom_quotes_author_trimmed CHECK (private.is_trimmed(quote_author)),
  constraint custom_quotes_pkey PRIMARY KEY (id),
  constraint custom_quotes_text_length CHECK (char_length(quote_text) >= 1 AND char_length(quote_text) <= 1000),
  constraint custom_quotes_text_normalized CHECK ((quote_text IS NFC NORMALIZED)),
  constraint custom_quotes_text_trimmed CHECK (private.is_trimmed(quote_text)),
  constraint custom_quotes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id)
);
CREATE INDEX custom_quotes_pull ON public.custom_quotes USING btree (updated_at, id);
alter table public.custom_quotes enable row level security;
create policy custom_quotes_delete on public.custom_quotes for delete to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)));
create policy custom_quotes_insert on public.custom_quotes for insert to authenticated
  with check (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)));
create policy custom_quotes_select on public.custom_quotes for select to authenticated
  using (( SELECT private.is_partner() AS is_partner));
grant delete on public.custom_quotes to authenticated;
grant insert (id, user_id, quote_text, quote_author, created_at) on public.custom_quotes to authenticated;
grant select (id, user_id, quote_text, quote_author, created_at, updated_at) on public.custom_quotes to authenticated;
CREATE TRIGGER await_deletion BEFORE INSERT ON public.custom_quotes FOR EACH ROW EXECUTE FUNCTION private.await_deletion();
CREATE TRIGGER deleted AFTER DELETE ON public.custom_quotes FOR EACH ROW EXECUTE FUNCTION private.row_deleted();
CREATE TRIGGER inserted BEFORE INSERT ON public.custom_quotes FOR EACH ROW EXECUTE FUNCTION private.row_inserted();
CREATE TRIGGER never_returns BEFORE INSERT ON public.custom_quotes FOR EACH ROW EXECUTE FUNCTION private.custom_quote_never_returns();
CREATE TRIGGER remember_author AFTER DELETE ON public.custom_quotes FOR EACH ROW EXECUTE FUNCTION private.remember_author();
CREATE TRIGGER touch BEFORE UPDATE ON public.custom_quotes FOR EACH ROW EXECUTE FUNCTION private.touch();

create table public.entries (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  category text not null,
  content text not null,
  completed boolean default false not null,
  completed_at timestamp with time zone,
  is_private boolean default false not null,
  scheduled_date timestamp with time zone,
  created_at timestamp with time zone default clock_timestamp() not null,
  visible_since timestamp with time zone default clock_timestamp() not null,
  edit_version integer default 1 not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint entries_category_known CHECK (category = ANY (ARRAY['erzaehlen'::text, 'ideen'::text, 'gedanken'::text, 'uebersetzungen'::text])),
  constraint entries_completed_at_range CHECK (completed_at >= '1970-01-01 00:00:00+00'::timestamp with time zone),
  constraint entries_completed_with_time CHECK (completed = (completed_at IS NOT NULL)),
  constraint entries_content_length CHECK (char_length(content) >= 1 AND char_length(content) <= 300),
  constraint entries_content_normalized CHECK ((content IS NFC NORMALIZED)),
  constraint entries_content_trimmed CHECK (private.is_trimmed(content)),
  constraint entries_pkey PRIMARY KEY (id),
  constraint entries_scheduled_date_range CHECK (scheduled_date >= '1900-01-01 00:00:00+00'::timestamp with time zone AND scheduled_date < '9999-01-01 00:00:00+00'::timestamp with time zone),
  constraint entries_scheduled_only_ideas CHECK (scheduled_date IS NULL OR category = 'ideen'::text),
  constraint entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id)
);
CREATE INDEX entries_own_newest ON public.entries USING btree (user_id, created_at DESC) WHERE is_private;
CREATE INDEX entries_own_pull ON public.entries USING btree (user_id, updated_at, id) WHERE is_private;
CREATE INDEX entries_shared_newest ON public.entries USING btree (created_at DESC) WHERE (NOT is_private);
CREATE INDEX entries_shared_pull ON public.entries USING btree (updated_at, id) WHERE (NOT is_private);
alter table public.entries enable row level security;
create policy entries_delete on public.entries for delete to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND (user_id = (( SELECT auth.uid() AS uid)) OR category = 'ideen'::text AND NOT is_private));
create policy entries_insert on public.entries for insert to authenticated
  with check (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)));
create policy entries_select on public.entries for select to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND (NOT is_private OR user_id = (( SELECT auth.uid() AS uid))));
create policy entries_update on public.entries for update to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND (NOT is_private OR user_id = (( SELECT auth.uid() AS uid))))
  with check (( SELECT private.is_partner() AS is_partner) AND (NOT is_private OR user_id = (( SELECT auth.uid() AS uid))));
grant delete on public.entries to authenticated;
grant insert (id, user_id, category, content, completed, completed_at, is_private, scheduled_date, created_at) on public.entries to authenticated;
grant select (id, user_id, category, content, completed, completed_at, is_private, scheduled_date, created_at, visible_since, edit_version, updated_at) on public.entries to authenticated;
grant update (category, content, completed, completed_at, is_private, scheduled_date) on public.entries to authenticated;
CREATE TRIGGER await_deletion BEFORE INSERT ON public.entries FOR EACH ROW EXECUTE FUNCTION private.await_deletion();
CREATE TRIGGER deleted AFTER DELETE ON public.entries FOR EACH ROW EXECUTE FUNCTION private.entry_deleted();
CREATE CONSTRAINT TRIGGER deleted_at_full_step AFTER DELETE ON public.entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.end_at_full_step();
CREATE TRIGGER inserted BEFORE INSERT ON public.entries FOR EACH ROW EXECUTE FUNCTION private.entry_inserted();
CREATE TRIGGER memory_marks_hidden AFTER UPDATE ON public.entries FOR EACH ROW WHEN (new.is_private AND NOT old.is_private) EXECUTE FUNCTION private.memory_marks_hidden();
CREATE TRIGGER parts_follow AFTER UPDATE ON public.entries FOR EACH ROW WHEN (old.is_private <> new.is_private) EXECUTE FUNCTION private.parts_follow_entry();
CREATE CONSTRAINT TRIGGER privacy_at_full_step AFTER UPDATE ON public.entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.is_private <> new.is_private) EXECUTE FUNCTION private.end_at_full_step();
CREATE TRIGGER privacy_changed AFTER UPDATE ON public.entries FOR EACH ROW WHEN (old.is_private <> new.is_private) EXECUTE FUNCTION private.entry_privacy_changed();
CREATE TRIGGER remember_author AFTER DELETE ON public.entries FOR EACH ROW EXECUTE FUNCTION private.remember_author();
CREATE TRIGGER reviews_hidden AFTER UPDATE ON public.entries FOR EACH ROW WHEN (new.is_private <> old.is_private) EXECUTE FUNCTION private.reviews_hidden();
CREATE TRIGGER story_links_follow AFTER UPDATE ON public.entries FOR EACH ROW WHEN (new.is_private <> old.is_private) EXECUTE FUNCTION private.story_links_follow();
CREATE TRIGGER updated BEFORE UPDATE ON public.entries FOR EACH ROW EXECUTE FUNCTION private.entry_updated();
CREATE TRIGGER versioned BEFORE INSERT OR UPDATE ON public.entries FOR EACH ROW EXECUTE FUNCTION private.entry_versioned();

create table public.journal (
  id boolean default true not null,
  epoch uuid default gen_random_uuid() not null,
  time_zone text not null,
  special_days jsonb not null,
  days_counter_from date not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  server_start uuid,
  backed_up_at timestamp with time zone,
  disk_low boolean default false not null,
  backup_folder_changed boolean default false not null,
  restored_to timestamp with time zone,
  constraint journal_one_row CHECK (id),
  constraint journal_pkey PRIMARY KEY (id),
  constraint journal_special_days_list CHECK (jsonb_typeof(special_days) = 'array'::text)
);
alter table public.journal enable row level security;
create policy journal_select on public.journal for select to authenticated
  using (( SELECT private.is_partner() AS is_partner));
grant select (id, epoch, time_zone, special_days, days_counter_from, updated_at, server_start, backed_up_at, disk_low, backup_folder_changed, restored_to) on public.journal to authenticated;
CREATE TRIGGER dates_follow_time_zone AFTER UPDATE ON public.journal FOR EACH ROW WHEN (old.time_zone <> new.time_zone) EXECUTE FUNCTION private.dates_follow_time_zone();
CREATE TRIGGER touch BEFORE INSERT OR UPDATE ON public.journal FOR EACH ROW EXECUTE FUNCTION private.touch();

create table public.last_looks (
  id uuid not null,
  seen_until timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint last_looks_id_fkey FOREIGN KEY (id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint last_looks_pkey PRIMARY KEY (id)
);
alter table public.last_looks enable row level security;
create policy last_looks_select on public.last_looks for select to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND id = (( SELECT auth.uid() AS uid)));
create policy last_looks_update on public.last_looks for update to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND id = (( SELECT auth.uid() AS uid)))
  with check (( SELECT private.is_partner() AS is_partner) AND id = (( SELECT auth.uid() AS uid)));
grant select (id, seen_until, updated_at) on public.last_looks to authenticated;
grant update (seen_until) on public.last_looks to authenticated;
CREATE TRIGGER looked BEFORE UPDATE ON public.last_looks FOR EACH ROW EXECUTE FUNCTION private.looked();

create table public.memory_marks (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  entry_id uuid not null,
  until date,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint memory_marks_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.entries(id) ON DELETE CASCADE,
  constraint memory_marks_once UNIQUE NULLS NOT DISTINCT (user_id, entry_id, until),
  constraint memory_marks_pkey PRIMARY KEY (user_id, id),
  constraint memory_marks_until_range CHECK (until >= '1970-01-01'::date AND until < '9999-01-01'::date)
);
CREATE INDEX memory_marks_entry ON public.memory_marks USING btree (entry_id);
CREATE INDEX memory_marks_pull ON public.memory_marks USING btree (user_id, updated_at, id);
alter table public.memory_marks enable row level security;
create policy memory_marks_delete on public.memory_marks for delete to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)));
create policy memory_marks_insert on public.memory_marks for insert to authenticated
  with check (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.entries
  WHERE entries.id = memory_marks.entry_id)));
create policy memory_marks_select on public.memory_marks for select to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)));
grant delete on public.memory_marks to authenticated;
grant insert (id, user_id, entry_id, until, created_at) on public.memory_marks to authenticated;
grant select (id, user_id, entry_id, until, created_at, updated_at) on public.memory_marks to authenticated;
CREATE TRIGGER before_all BEFORE INSERT ON public.memory_marks FOR EACH ROW EXECUTE FUNCTION private.own_part_waits();
CREATE TRIGGER deleted AFTER DELETE ON public.memory_marks FOR EACH ROW EXECUTE FUNCTION private.memory_mark_deleted();
CREATE TRIGGER inserted BEFORE INSERT ON public.memory_marks FOR EACH ROW EXECUTE FUNCTION private.row_inserted();
CREATE TRIGGER remember_author AFTER DELETE ON public.memory_marks FOR EACH ROW EXECUTE FUNCTION private.remember_author();
CREATE TRIGGER touch BEFORE UPDATE ON public.memory_marks FOR EACH ROW EXECUTE FUNCTION private.touch();

create table public.photo_files (
  photo_id uuid not null,
  size text not null,
  type text not null,
  bytes bytea storage external not null,
  sha256 text generated always as (encode(sha256(bytes), 'hex'::text)) stored not null,
  length integer generated always as (octet_length(bytes)) stored not null,
  constraint photo_files_bytes_range CHECK (octet_length(bytes) <=
CASE size
    WHEN 'preview'::text THEN 100000
    ELSE 1500000
END),
  constraint photo_files_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES public.photos(id) ON DELETE CASCADE,
  constraint photo_files_pkey PRIMARY KEY (photo_id, size),
  constraint photo_files_size_known CHECK (size = ANY (ARRAY['preview'::text, 'full'::text])),
  constraint photo_files_type_known CHECK (type = ANY (ARRAY['image/webp'::text, 'image/jpeg'::text]))
);
alter table public.photo_files enable row level security;
CREATE TRIGGER stored BEFORE INSERT ON public.photo_files FOR EACH ROW EXECUTE FUNCTION private.picture_stored();

create table public.photos (
  id uuid default gen_random_uuid() not null,
  entry_id uuid not null,
  user_id uuid not null,
  "position" smallint not null,
  width integer not null,
  height integer not null,
  placeholder text not null,
  description text default ''::text not null,
  bytes integer not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  visible_since timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  only_for uuid,
  constraint photos_description_length CHECK (char_length(description) <= 200),
  constraint photos_description_normalized CHECK ((description IS NFC NORMALIZED)),
  constraint photos_description_seen CHECK (description = ''::text OR private.is_seen(description)),
  constraint photos_description_trimmed CHECK (private.is_trimmed(description)),
  constraint photos_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.entries(id) ON DELETE CASCADE,
  constraint photos_height_range CHECK (height >= 1 AND height <= 4096),
  constraint photos_pkey PRIMARY KEY (id),
  constraint photos_placeholder_base64 CHECK (placeholder ~ '^[A-Za-z0-9+/]{6,34}={0,2}$'::text),
  constraint photos_placeholder_range CHECK (octet_length(decode(placeholder, 'base64'::text)) >= 5 AND octet_length(decode(placeholder, 'base64'::text)) <= 25),
  constraint photos_position_range CHECK ("position" >= 0 AND "position" <= 3),
  constraint photos_width_range CHECK (width >= 1 AND width <= 4096)
);
CREATE INDEX photos_entry ON public.photos USING btree (entry_id);
CREATE INDEX photos_own_pull ON public.photos USING btree (only_for, updated_at, id) WHERE (only_for IS NOT NULL);
CREATE INDEX photos_room ON public.photos USING btree (user_id) INCLUDE (bytes, only_for);
CREATE INDEX photos_shared_pull ON public.photos USING btree (updated_at, id) WHERE (only_for IS NULL);
alter table public.photos enable row level security;
create policy photos_delete on public.photos for delete to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND (only_for IS NULL OR only_for = (( SELECT auth.uid() AS uid))) AND private.edits_entry(entry_id));
create policy photos_select on public.photos for select to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND (only_for IS NULL OR only_for = (( SELECT auth.uid() AS uid))));
create policy photos_update on public.photos for update to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND (only_for IS NULL OR only_for = (( SELECT auth.uid() AS uid))) AND private.edits_entry(entry_id))
  with check (( SELECT private.is_partner() AS is_partner));
grant delete on public.photos to authenticated;
grant select (id, entry_id, user_id, "position", width, height, placeholder, description, bytes, created_at, visible_since, updated_at, only_for) on public.photos to authenticated;
grant update (description) on public.photos to authenticated;
CREATE TRIGGER await_deletion BEFORE INSERT ON public.photos FOR EACH ROW EXECUTE FUNCTION private.await_deletion();
CREATE TRIGGER before_all BEFORE INSERT OR UPDATE OF description ON public.photos FOR EACH ROW EXECUTE FUNCTION private.shown_part_waits();
CREATE TRIGGER deleted AFTER DELETE ON public.photos FOR EACH ROW EXECUTE FUNCTION private.photo_deleted();
CREATE TRIGGER inserted BEFORE INSERT ON public.photos FOR EACH ROW EXECUTE FUNCTION private.shown_part_inserted();
CREATE TRIGGER remember_author AFTER DELETE ON public.photos FOR EACH ROW EXECUTE FUNCTION private.remember_author();
CREATE TRIGGER touch BEFORE UPDATE ON public.photos FOR EACH ROW EXECUTE FUNCTION private.touch();

create table public.profiles (
  id uuid not null,
  name text not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id),
  constraint profiles_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  constraint profiles_name_trimmed CHECK (private.is_trimmed(name)),
  constraint profiles_pkey PRIMARY KEY (id)
);
alter table public.profiles enable row level security;
create policy profiles_select on public.profiles for select to authenticated
  using (( SELECT private.is_partner() AS is_partner));
grant select (id, name, updated_at) on public.profiles to authenticated;
CREATE TRIGGER make_last_look AFTER INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.profile_inserted();
CREATE TRIGGER touch BEFORE INSERT OR UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.touch();

create table public.quote_likes (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  quote_text text not null,
  quote_author text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint quote_likes_author_length CHECK (char_length(quote_author) >= 1 AND char_length(quote_author) <= 200),
  constraint quote_likes_author_normalized CHECK ((quote_author IS NFC NORMALIZED)),
  constraint quote_likes_author_trimmed CHECK (private.is_trimmed(quote_author)),
  constraint quote_likes_pkey PRIMARY KEY (id),
  constraint quote_likes_text_length CHECK (char_length(quote_text) >= 1 AND char_length(quote_text) <= 1000),
  constraint quote_likes_text_normalized CHECK ((quote_text IS NFC NORMALIZED)),
  constraint quote_likes_text_trimmed CHECK (private.is_trimmed(quote_text)),
  constraint quote_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id)
);
CREATE UNIQUE INDEX quote_likes_once ON public.quote_likes USING btree (user_id, md5(quote_text), md5(quote_author));
CREATE INDEX quote_likes_pull ON public.quote_likes USING btree (updated_at, id);
alter table public.quote_likes enable row level security;
create policy quote_likes_delete on public.quote_likes for delete to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)));
create policy quote_likes_insert on public.quote_likes for insert to authenticated
  with check (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)));
create policy quote_likes_select on public.quote_likes for select to authenticated
  using (( SELECT private.is_partner() AS is_partner));
grant delete on public.quote_likes to authenticated;
grant insert (id, user_id, quote_text, quote_author, created_at) on public.quote_likes to authenticated;
grant select (id, user_id, quote_text, quote_author, created_at, updated_at) on public.quote_likes to authenticated;
CREATE TRIGGER changed_quote BEFORE INSERT ON public.quote_likes FOR EACH ROW EXECUTE FUNCTION private.like_inserted();
CREATE TRIGGER deleted AFTER DELETE ON public.quote_likes FOR EACH ROW EXECUTE FUNCTION private.row_deleted();
CREATE TRIGGER inserted BEFORE INSERT ON public.quote_likes FOR EACH ROW EXECUTE FUNCTION private.row_inserted();
CREATE TRIGGER remember_author AFTER DELETE ON public.quote_likes FOR EACH ROW EXECUTE FUNCTION private.remember_author();
CREATE TRIGGER touch BEFORE UPDATE ON public.quote_likes FOR EACH ROW EXECUTE FUNCTION private.touch();

create table public.reactions (
  id uuid default gen_random_uuid() not null,
  entry_id uuid not null,
  user_id uuid not null,
  emoji text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  visible_since timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  only_for uuid,
  constraint reactions_emoji_known CHECK (emoji = ANY (ARRAY['❤️'::text, '😊'::text, '🥰'::text, '😂'::text, '😢'::text, '🎉'::text, '👍'::text, '👎'::text, '✅'::text, '😎'::text, '🐱'::text, '🔥'::text, '❗'::text, '⏰'::text, '👀'::text])),
  constraint reactions_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.entries(id) ON DELETE CASCADE,
  constraint reactions_once UNIQUE (entry_id, user_id, emoji),
  constraint reactions_pkey PRIMARY KEY (id),
  constraint reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id)
);
CREATE INDEX reactions_own_pull ON public.reactions USING btree (only_for, updated_at, id) WHERE (only_for IS NOT NULL);
CREATE INDEX reactions_shared_pull ON public.reactions USING btree (updated_at, id) WHERE (only_for IS NULL);
alter table public.reactions enable row level security;
create policy reactions_delete on public.reactions for delete to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.entries
  WHERE entries.id = reactions.entry_id)));
create policy reactions_insert on public.reactions for insert to authenticated
  with check (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.entries
  WHERE entries.id = reactions.entry_id)));
create policy reactions_select on public.reactions for select to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND (only_for IS NULL OR only_for = (( SELECT auth.uid() AS uid))));
grant delete on public.reactions to authenticated;
grant insert (id, entry_id, user_id, emoji, created_at) on public.reactions to authenticated;
grant select (id, entry_id, user_id, emoji, created_at, visible_since, updated_at, only_for) on public.reactions to authenticated;
CREATE TRIGGER before_all BEFORE INSERT ON public.reactions FOR EACH ROW EXECUTE FUNCTION private.shown_part_waits();
CREATE TRIGGER deleted AFTER DELETE ON public.reactions FOR EACH ROW EXECUTE FUNCTION private.row_deleted();
CREATE TRIGGER inserted BEFORE INSERT ON public.reactions FOR EACH ROW EXECUTE FUNCTION private.row_inserted();
CREATE TRIGGER refuse_used_id AFTER INSERT ON public.reactions FOR EACH ROW EXECUTE FUNCTION private.refuse_used_id();
CREATE TRIGGER remember_author AFTER DELETE ON public.reactions FOR EACH ROW EXECUTE FUNCTION private.remember_author();
CREATE TRIGGER remember_used_id AFTER DELETE ON public.reactions FOR EACH ROW EXECUTE FUNCTION private.remember_used_id();
CREATE TRIGGER touch BEFORE UPDATE ON public.reactions FOR EACH ROW EXECUTE FUNCTION private.touch();

create table public.removals (
  id uuid default gen_random_uuid() not null,
  table_name text not null,
  row_id uuid not null,
  readers uuid[] not null,
  kind text not null,
  removed_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  unseen_version integer,
  constraint removals_kind_known CHECK (kind = ANY (ARRAY['deleted'::text, 'hidden'::text])),
  constraint removals_one_time CHECK (updated_at = removed_at),
  constraint removals_pkey PRIMARY KEY (id),
  constraint removals_table_known CHECK (table_name = ANY (ARRAY['entries'::text, 'reactions'::text, 'quote_likes'::text, 'custom_quotes'::text, 'memory_marks'::text, 'replies'::text, 'photos'::text]))
);
CREATE INDEX removals_own_pull ON public.removals USING btree ((readers[1]), updated_at, id) WHERE (readers[2] IS NULL);
CREATE INDEX removals_row ON public.removals USING btree (row_id, table_name);
CREATE INDEX removals_shared_pull ON public.removals USING btree (updated_at, id) WHERE (readers[2] IS NOT NULL);
alter table public.removals enable row level security;
create policy removals_select on public.removals for select to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND ((( SELECT auth.uid() AS uid)) = ANY (readers)));
grant select (id, table_name, row_id, readers, kind, removed_at, updated_at, unseen_version) on public.removals to authenticated;

create table public.replies (
  id uuid default gen_random_uuid() not null,
  entry_id uuid not null,
  user_id uuid not null,
  content text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  visible_since timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  only_for uuid,
  constraint replies_content_length CHECK (char_length(content) >= 1 AND char_length(content) <= 300),
  constraint replies_content_normalized CHECK ((content IS NFC NORMALIZED)),
  constraint replies_content_seen CHECK (private.is_seen(content)),
  constraint replies_content_trimmed CHECK (private.is_trimmed(content)),
  constraint replies_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.entries(id) ON DELETE CASCADE,
  constraint replies_pkey PRIMARY KEY (id)
);
CREATE INDEX replies_entry ON public.replies USING btree (entry_id);
CREATE INDEX replies_own_pull ON public.replies USING btree (only_for, updated_at, id) WHERE (only_for IS NOT NULL);
CREATE INDEX replies_shared_pull ON public.replies USING btree (updated_at, id) WHERE (only_for IS NULL);
alter table public.replies enable row level security;
create policy replies_delete on public.replies for delete to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)) AND (only_for IS NULL OR only_for = (( SELECT auth.uid() AS uid))));
create policy replies_insert on public.replies for insert to authenticated
  with check (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.entries
  WHERE entries.id = replies.entry_id)));
create policy replies_select on public.replies for select to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND (only_for IS NULL OR only_for = (( SELECT auth.uid() AS uid))));
create policy replies_update on public.replies for update to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)) AND (only_for IS NULL OR only_for = (( SELECT auth.uid() AS uid))) AND private.holds_entry(entry_id))
  with check (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)));
grant delete on public.replies to authenticated;
grant insert (id, entry_id, user_id, content, created_at) on public.replies to authenticated;
grant select (id, entry_id, user_id, content, created_at, visible_since, updated_at, only_for) on public.replies to authenticated;
grant update (content) on public.replies to authenticated;
CREATE TRIGGER await_deletion BEFORE INSERT ON public.replies FOR EACH ROW EXECUTE FUNCTION private.await_deletion();
CREATE TRIGGER before_all BEFORE INSERT OR UPDATE OF content ON public.replies FOR EACH ROW EXECUTE FUNCTION private.shown_part_waits();
CREATE TRIGGER deleted AFTER DELETE ON public.replies FOR EACH ROW EXECUTE FUNCTION private.reply_deleted();
CREATE TRIGGER inserted BEFORE INSERT ON public.replies FOR EACH ROW EXECUTE FUNCTION private.shown_part_inserted();
CREATE TRIGGER remember_author AFTER DELETE ON public.replies FOR EACH ROW EXECUTE FUNCTION private.remember_author();
CREATE TRIGGER touch BEFORE UPDATE ON public.replies FOR EACH ROW EXECUTE FUNCTION private.touch();

create table public.reviews (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  entry_id uuid not null,
  direction text not null,
  grade smallint not null,
  words_hash uuid not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  is_hidden boolean default false not null,
  constraint reviews_direction_known CHECK (direction = ANY (ARRAY['de-hr'::text, 'hr-de'::text])),
  constraint reviews_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.entries(id) ON DELETE CASCADE,
  constraint reviews_grade_known CHECK (grade = ANY (ARRAY[1, 3])),
  constraint reviews_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX reviews_entry ON public.reviews USING btree (entry_id);
CREATE INDEX reviews_pull ON public.reviews USING btree (user_id, updated_at, id) WHERE (NOT is_hidden);
alter table public.reviews enable row level security;
create policy reviews_insert on public.reviews for insert to authenticated
  with check (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.entries
  WHERE entries.id = reviews.entry_id)));
create policy reviews_select on public.reviews for select to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)) AND NOT is_hidden);
grant insert (id, user_id, entry_id, direction, grade, words_hash, created_at) on public.reviews to authenticated;
grant select (id, user_id, entry_id, direction, grade, words_hash, created_at, updated_at, is_hidden) on public.reviews to authenticated;
CREATE TRIGGER before_all BEFORE INSERT ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.own_part_waits();
CREATE TRIGGER inserted BEFORE INSERT ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.row_inserted();
CREATE TRIGGER refuse_used_id AFTER INSERT ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.refuse_used_id();
CREATE TRIGGER remember_used_id AFTER DELETE ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.remember_used_id();
CREATE TRIGGER touch BEFORE UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.touch();

create table public.server_starts (
  start_id uuid not null,
  person uuid not null,
  ordinal integer not null,
  newest timestamp with time zone not null,
  started_at timestamp with time zone not null,
  constraint server_starts_pkey PRIMARY KEY (start_id, person)
);
CREATE UNIQUE INDEX server_starts_order ON public.server_starts USING btree (person, ordinal);
alter table public.server_starts enable row level security;
create policy server_starts_select on public.server_starts for select to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND person = (( SELECT auth.uid() AS uid)));
grant select (start_id, person, ordinal, newest, started_at) on public.server_starts to authenticated;

create table public.story_links (
  id uuid not null,
  user_id uuid not null,
  idea_id uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  only_for uuid,
  constraint story_links_id_fkey FOREIGN KEY (id) REFERENCES public.entries(id) ON DELETE CASCADE,
  constraint story_links_idea_id_fkey FOREIGN KEY (idea_id) REFERENCES public.entries(id) ON DELETE SET NULL,
  constraint story_links_pkey PRIMARY KEY (id),
  constraint story_links_two_entries CHECK (id <> idea_id)
);
CREATE INDEX story_links_idea ON public.story_links USING btree (idea_id);
CREATE INDEX story_links_own_pull ON public.story_links USING btree (only_for, updated_at, id) WHERE (only_for IS NOT NULL);
CREATE INDEX story_links_shared_pull ON public.story_links USING btree (updated_at, id) WHERE (only_for IS NULL);
alter table public.story_links enable row level security;
create policy story_links_insert on public.story_links for insert to authenticated
  with check (( SELECT private.is_partner() AS is_partner) AND user_id = (( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.entries
  WHERE entries.id = story_links.id AND entries.user_id = (( SELECT auth.uid() AS uid)))) AND (EXISTS ( SELECT
   FROM public.entries
  WHERE entries.id = story_links.idea_id)));
create policy story_links_select on public.story_links for select to authenticated
  using (( SELECT private.is_partner() AS is_partner) AND (only_for IS NULL OR only_for = (( SELECT auth.uid() AS uid))));
grant insert (id, user_id, idea_id, created_at) on public.story_links to authenticated;
grant select (id, user_id, idea_id, created_at, updated_at, only_for) on public.story_links to authenticated;
CREATE TRIGGER before_all BEFORE INSERT ON public.story_links FOR EACH ROW EXECUTE FUNCTION private.story_link_waits();
CREATE TRIGGER changed BEFORE UPDATE ON public.story_links FOR EACH ROW EXECUTE FUNCTION private.story_link_changed();
CREATE TRIGGER inserted BEFORE INSERT ON public.story_links FOR EACH ROW EXECUTE FUNCTION private.row_inserted();
CREATE TRIGGER touch BEFORE UPDATE ON public.story_links FOR EACH ROW EXECUTE FUNCTION private.touch();

CREATE OR REPLACE FUNCTION private.accepted_created_at(given timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select case
    when given >= private.real_time() - interval '90 days' then least(given, private.journal_time())
    else private.real_time()
  end
$function$;

CREATE OR REPLACE FUNCTION private.accepted_type(picture bytea, size text, width integer, height integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  sides constant integer[] := private.picture_sides(picture);
begin
  if sides is null
    or (size = 'full' and sides <> array[width, height])
    or greatest(sides[1], sides[2]) > 4096 or least(sides[1], sides[2]) < 1
    or abs(sides[1]::bigint * height - sides[2]::bigint * width) > width::bigint + height
  then
    raise exception using errcode = 'invalid_parameter_value', message = 'this picture is not accepted';
  end if;
  return private.picture_type(picture);
end
$function$;

CREATE OR REPLACE FUNCTION private.add_photo(photo uuid, entry uuid, placeholder text, description text, written_at timestamp with time zone, width integer, height integer, preview bytea, full_picture bytea)
 RETURNS SETOF public.photos
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := auth.uid();
  preview_type constant text := private.accepted_type(preview, 'preview', width, height);
  full_type constant text := private.accepted_type(full_picture, 'full', width, height);
  may_edit constant boolean := private.edits_entry(entry);
  size constant integer := octet_length(preview) + octet_length(full_picture);
  place integer;
begin
  return query select * from public.photos as known
    where known.id = photo and known.entry_id = entry and known.user_id = person
      and (known.only_for is null or known.only_for = person) and private.is_partner();
  if found then
    return;
  end if;
  if not may_edit or exists (select from public.entries where id = entry and category = 'uebersetzungen') then
    raise exception using
      errcode = 'insufficient_privilege',
      message = 'new row violates row-level security policy for table "photos"';
  end if;
  place := private.next_photo_place(entry);
  if place is null then
    raise exception using errcode = 'PH001', message = 'this entry has as many photos as it may have';
  end if;
  if not private.has_photo_room(person, size) then
    raise exception using errcode = 'PH002', message = 'there is no room for photos';
  end if;
  insert into public.photos (
    id, entry_id, user_id, position, width, height, placeholder, description, bytes, created_at
  )
  values (photo, entry, person, place, width, height, placeholder, description, size, written_at);
  insert into public.photo_files (photo_id, size, type, bytes)
    values (photo, 'preview', preview_type, preview), (photo, 'full', full_type, full_picture);
  return query select * from public.photos as added where added.id = photo;
end
$function$;
grant execute on function private.add_photo(uuid,uuid,text,text,timestamp with time zone,integer,integer,bytea,bytea) to authenticated;

CREATE OR REPLACE FUNCTION private.await_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  execute format('select from public.%I where id = $1 for key share', tg_table_name) using new.id;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.clock_offset()
 RETURNS interval
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select greatest(
    interval '0',
    ahead - 0.9 * greatest(interval '0', private.real_time() - since)
  )
  from private.clock
$function$;

CREATE OR REPLACE FUNCTION private.custom_quote_never_returns()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.dates_follow_time_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.draws_jpeg(marker integer, content bytea)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select case
    when marker = 224 then octet_length(content) = 14 and substring(content for 5) = '\x4a46494600'
      and substring(content from 13) = '\x0000'
    when marker = 219 then octet_length(content) between 65 and 516
    when marker = 196 then octet_length(content) between 17 and 2184
    when marker = 221 then octet_length(content) = 2
    when marker in (192, 194) then octet_length(content) in (9, 15) and get_byte(content, 0) = 8
      and octet_length(content) = 6 + 3 * get_byte(content, 5)
    when marker = 218 then octet_length(content) between 6 and 10
      and octet_length(content) = 4 + 2 * get_byte(content, 0)
    else false
  end
$function$;

CREATE OR REPLACE FUNCTION private.edits_entry(entry uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_partner() then
    return false;
  end if;
  perform from public.entries
    where id = entry and (user_id = auth.uid() or (category = 'ideen' and not is_private))
    for no key update;
  return found;
end
$function$;
grant execute on function private.edits_entry(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.end_at_full_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null and coalesce(current_setting('journal.ends_at_full_step', true), '') <> 'yes' then
    perform set_config('journal.ends_at_full_step', 'yes', true);
    perform pg_sleep(0.05 - extract(epoch from clock_timestamp() - transaction_timestamp()) % 0.05);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_of_scan(picture bytea, beginning integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  place integer := beginning;
  size integer := 256;
  length integer;
begin
  loop
    length := octet_length(substring(
      encode(substring(picture from place + 1 for size), 'hex')
      from '^(?:[0-9a-e].|f[0-9a-e]|ff00|ffd[0-7])*'
    )) / 2;
    -- There is a marker, half of one, or nothing.
    if length = 0 then
      return case when place + 1 < octet_length(picture) then place end;
    end if;
    place := place + length;
    size := least(size * 4, 65536);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.entry_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  removed timestamptz := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
  is_unseen boolean := coalesce(current_setting('journal.unseen_deletion', true), '') = old.id::text;
begin
  insert into public.removals (
    table_name, row_id, readers, kind, removed_at, updated_at, unseen_version
  )
  values (
    'entries', old.id,
    case when old.is_private then array[old.user_id] else array(select id from public.profiles) end,
    'deleted', removed, removed, case when is_unseen then old.edit_version end
  );
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.entry_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- D13: an id that was deleted never comes back, so an operation sent twice happens once.
  if exists (
    select from public.removals
    where row_id = new.id and table_name = 'entries' and kind = 'deleted'
  ) then
    raise exception using
      errcode = 'unique_violation',
      message = 'duplicate key value violates unique constraint "entries_pkey"',
      schema = 'public', table = 'entries', constraint = 'entries_pkey';
  end if;
  if auth.uid() is not null then
    new.created_at := private.accepted_created_at(new.created_at);
    new.visible_since := private.journal_time();
  end if;
  if new.completed_at > private.journal_time() then
    new.completed_at := private.journal_time();
  end if;
  new.updated_at := private.journal_time();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.entry_privacy_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.is_private then
    insert into public.removals (table_name, row_id, readers, kind, removed_at, updated_at)
    values (
      'entries', new.id, array(select id from public.profiles where id <> new.user_id),
      'hidden', new.updated_at, new.updated_at
    );
    update public.reactions set only_for = new.user_id where entry_id = new.id;
  else
    update public.reactions set only_for = null, visible_since = new.visible_since where entry_id = new.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.entry_updated()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := auth.uid();
begin
  if person is not null then
    if new.id <> old.id or new.user_id <> old.user_id or new.created_at <> old.created_at then
      raise exception using errcode = 'insufficient_privilege', message = 'this column never changes';
    end if;
    if person <> old.user_id and (
      new.category <> old.category
      or new.is_private <> old.is_private
      or (old.category <> 'ideen'
          and (new.content <> old.content or new.scheduled_date is distinct from old.scheduled_date))
    ) then
      raise exception using errcode = 'insufficient_privilege', message = 'only the author may change this';
    end if;
    new.visible_since := old.visible_since;
    new.edit_version := old.edit_version;
  end if;
  if old.category = 'ideen' and new.category <> 'ideen' then
    new.scheduled_date := null;
  end if;
  if old.is_private and not new.is_private then
    new.visible_since := private.journal_time();
  end if;
  if new.completed_at > private.journal_time() then
    new.completed_at := private.journal_time();
  end if;
  new.updated_at := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.entry_versioned()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.has_photo_room(person uuid, size integer)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select coalesce(current_setting('journal.photo_room', true), '') <> 'none' and (
    most_bytes is null
    or most_bytes / 2 >= size + (
      select coalesce(sum(bytes), 0) from public.photos
      where user_id = person and (only_for is null or only_for = person)
    )
  )
  from private.photo_room
$function$;

CREATE OR REPLACE FUNCTION private.holds_entry(entry uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.entries
    where id = entry and (not is_private or user_id = auth.uid()) for share;
  return found;
end
$function$;
grant execute on function private.holds_entry(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.is_day_alone(moment timestamp with time zone, zone text)
 RETURNS boolean
 LANGUAGE sql
 STABLE STRICT
 SET search_path TO ''
AS $function$
  select moment = private.start_of_day((moment at time zone zone)::date, zone)
$function$;

CREATE OR REPLACE FUNCTION private.is_partner()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.profiles where id = (select auth.uid()))
$function$;
grant execute on function private.is_partner() to authenticated;

CREATE OR REPLACE FUNCTION private.is_seen(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select value ~ '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890-\u0891\u08E2\u115F-\u1160\u1680\u17B4-\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D159\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
$function$;
grant execute on function private.is_seen(text) to authenticated;

CREATE OR REPLACE FUNCTION private.is_trimmed(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select value = btrim(value, U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF')
$function$;
grant execute on function private.is_trimmed(text) to authenticated;

CREATE OR REPLACE FUNCTION private.journal_time()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      set ahead = missing + slack + random() * interval '1 minute', since = private.real_time()
      where private.clock_offset() < missing - interval '1 second';
    if not found then
      update private.clock
        set ahead = greatest(interval '0', missing + slack), since = private.real_time()
        where is_noted and noted > 0
          and private.clock_offset() > greatest(interval '0', missing + slack) + interval '1 minute';
      if noted = 0 or private.clock_offset() > missing + slack then
        perform private.note_as_newest(private.real_time() + private.clock_offset());
      end if;
    end if;
  end if;
  return private.real_time() + private.clock_offset();
end
$function$;

CREATE OR REPLACE FUNCTION private.jpeg_sides(picture bytea)
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  place integer := 2;
  marker integer;
  content bytea;
  sides integer[];
  is_drawn boolean := false;
begin
  for segment in 1..1000 loop
    if place is null or place + 2 > octet_length(picture) or get_byte(picture, place) <> 255 then
      return null;
    end if;
    marker := get_byte(picture, place + 1);
    if marker = 217 then
      return case when is_drawn and place + 2 = octet_length(picture) then sides end;
    end if;
    if place + 4 > octet_length(picture) then
      return null;
    end if;
    -- The two bytes of the length count.
    content := substring(
      picture from place + 5
      for greatest(get_byte(picture, place + 2) * 256 + get_byte(picture, place + 3) - 2, 0)
    );
    if not private.draws_jpeg(marker, content) then
      return null;
    end if;
    place := place + 4 + octet_length(content);
    if marker in (192, 194) then
      if sides is not null then
        return null;
      end if;
      sides := array[
        get_byte(content, 3) * 256 + get_byte(content, 4), get_byte(content, 1) * 256 + get_byte(content, 2)
      ];
    elsif marker = 218 then
      is_drawn := sides is not null;
      place := private.end_of_scan(picture, place);
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.like_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed private.changed_quotes;
begin
  select * into changed from private.changed_quotes
  where old_text = new.quote_text and old_author = new.quote_author;
  if not found or new.user_id is distinct from auth.uid() then
    return new;
  end if;
  if exists (
    select from public.quote_likes
    where user_id = new.user_id
      and quote_text = changed.new_text and quote_author = changed.new_author
  ) then
    -- Done already, under the words of today: to the device that is success without a row.
    return null;
  end if;
  new.quote_text := changed.new_text;
  new.quote_author := changed.new_author;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.little_endian(bytes bytea, beginning integer, length integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select sum(get_byte(bytes, beginning + nth)::bigint << (8 * nth)) from generate_series(0, length - 1) as nth
$function$;

CREATE OR REPLACE FUNCTION private.looked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.seen_until := greatest(old.seen_until, least(new.seen_until, private.journal_time()));
  new.updated_at := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.memory_mark_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  removed timestamptz := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
begin
  insert into public.removals (table_name, row_id, readers, kind, removed_at, updated_at)
  values ('memory_marks', old.id, array[old.user_id], 'deleted', removed, removed);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.memory_marks_hidden()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.memory_marks where entry_id = new.id and user_id <> new.user_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.move_likes_of_changed_quotes()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with doubled as (
    delete from public.quote_likes as old
    using private.changed_quotes as changed, public.quote_likes as kept
    where old.quote_text = changed.old_text and old.quote_author = changed.old_author
      and kept.quote_text = changed.new_text and kept.quote_author = changed.new_author
      and kept.user_id = old.user_id
    returning kept.id, old.created_at
  )
  update public.quote_likes as kept set created_at = doubled.created_at
  from doubled
  where kept.id = doubled.id and doubled.created_at < kept.created_at;

  update public.quote_likes as moved set quote_text = changed.new_text, quote_author = changed.new_author
  from private.changed_quotes as changed
  where moved.quote_text = changed.old_text and moved.quote_author = changed.old_author;
$function$;

CREATE OR REPLACE FUNCTION private.new_edit_version()
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select 1 + (('x' || right(gen_random_uuid()::text, 8))::bit(31)::integer % 2147483647)
$function$;

CREATE OR REPLACE FUNCTION private.newest_stored_time()
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select coalesce(
    greatest(
      (select max(updated_at) from public.entries),
      (select max(updated_at) from public.reactions),
      (select max(updated_at) from public.replies),
      (select max(updated_at) from public.photos),
      (select max(updated_at) from public.quote_likes),
      (select max(updated_at) from public.custom_quotes),
      (select max(updated_at) from public.memory_marks),
      (select max(updated_at) from public.story_links),
      (select max(updated_at) from public.reviews),
      (select max(updated_at) from public.removals),
      (select max(updated_at) from public.profiles),
      (select max(updated_at) from public.last_looks),
      (select max(updated_at) from public.journal)
    ),
    'epoch'
  )
$function$;

CREATE OR REPLACE FUNCTION private.next_photo_place(entry uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held constant integer := (select count(*) from public.photos where entry_id = entry);
  last constant integer := (select max(position) from public.photos where entry_id = entry);
begin
  if held > 3 then
    return null;
  end if;
  if last = 3 then
    perform private.place_photos(entry, '{}');
    return held;
  end if;
  return coalesce(last + 1, 0);
end
$function$;

CREATE OR REPLACE FUNCTION private.note_as_newest(moment timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select setval('private.noted_time', (extract(epoch from moment) * 1000000)::bigint)
$function$;

CREATE OR REPLACE FUNCTION private.note_time()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moment constant timestamptz := private.journal_time();
begin
  update private.clock set is_noted = true where not is_noted;
  if extract(epoch from moment) * 1000000 > (select last_value from private.noted_time) then
    perform private.note_as_newest(moment);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.order_photos(entry uuid, photos uuid[])
 RETURNS SETOF public.photos
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.edits_entry(entry) then
    raise exception using
      errcode = 'insufficient_privilege',
      message = 'new row violates row-level security policy for table "photos"';
  end if;
  perform private.place_photos(entry, photos);
  return query select * from public.photos as placed where placed.entry_id = entry order by placed.position;
end
$function$;
grant execute on function private.order_photos(uuid,uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION private.own_part_waits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.parts_follow_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := case when new.is_private then new.user_id end;
begin
  update public.replies
    set only_for = person, visible_since = case when person is null then new.visible_since else visible_since end
    where entry_id = new.id;
  update public.photos
    set only_for = person, visible_since = case when person is null then new.visible_since else visible_since end
    where entry_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.photo_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  removed timestamptz := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
begin
  insert into public.removals (table_name, row_id, readers, kind, removed_at, updated_at)
  values (
    'photos', old.id,
    case
      when not exists (select from public.entries where id = old.entry_id) then '{}'
      when old.only_for is null then array(select id from public.profiles)
      else array[old.only_for]
    end,
    'deleted', removed, removed
  );
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.photo_picture(photo uuid, size text)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select files.bytes
  from public.photos join public.photo_files as files on files.photo_id = photos.id and files.size = photo_picture.size
  where photos.id = photo and (select private.is_partner())
    and (photos.only_for is null or photos.only_for = (select auth.uid()))
$function$;
grant execute on function private.photo_picture(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION private.picture_sides(picture bytea)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select case private.picture_type(picture)
    when 'image/jpeg' then private.jpeg_sides(picture)
    when 'image/webp' then private.webp_sides(picture)
  end
$function$;

CREATE OR REPLACE FUNCTION private.picture_stored()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  photo public.photos;
begin
  if auth.uid() is null then
    select * into photo from public.photos where id = new.photo_id;
    new.type := private.accepted_type(new.bytes, new.size, photo.width, photo.height);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.picture_type(picture bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select case
    when substring(picture for 3) = '\xffd8ff' then 'image/jpeg'
    when substring(picture for 4) = 'RIFF'::bytea and substring(picture from 9 for 4) = 'WEBP'::bytea then 'image/webp'
  end
$function$;

CREATE OR REPLACE FUNCTION private.place_photos(entry uuid, photos uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.photos as moved set position = placed.place
  from (
    select id, row_number() over (order by array_position(place_photos.photos, id) nulls last, position, created_at, id) - 1 as place
    from public.photos where entry_id = entry
  ) as placed
  where moved.id = placed.id and moved.position <> placed.place
$function$;

CREATE OR REPLACE FUNCTION private.profile_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.last_looks (id) values (new.id) on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.reader_of_both(story uuid, idea uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select case
    when idea is null or count(distinct user_id) > 1 then '00000000-0000-0000-0000-000000000000'
    else (array_agg(user_id))[1]
  end
  from public.entries where id in (story, idea) and is_private
$function$;

CREATE OR REPLACE FUNCTION private.real_time()
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select clock_timestamp()
$function$;

CREATE OR REPLACE FUNCTION private.refuse_used_id()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null and exists (
    select from private.used_ids
    where row_id = new.id and table_name = tg_table_name
      and (user_id = new.user_id or tg_table_name <> 'reviews')
  ) then
    raise exception using
      errcode = 'unique_violation',
      message = format('duplicate key value violates unique constraint "%s_pkey"', tg_table_name),
      schema = 'public', table = tg_table_name, constraint = tg_table_name || '_pkey';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.remember_author()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.deleted_rows (row_id, table_name, user_id)
  values (old.id, tg_table_name, old.user_id) on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.remember_used_id()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.entries where id = old.entry_id) then
    insert into private.used_ids (table_name, row_id, user_id)
      values (tg_table_name, old.id, old.user_id) on conflict do nothing;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.reply_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  removed timestamptz := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
  is_with_entry constant boolean := not exists (select from public.entries where id = old.entry_id);
  seen constant jsonb := nullif(current_setting('journal.seen_replies', true), '')::jsonb;
  is_unseen constant boolean := coalesce(
    is_with_entry
      and (old.only_for is null or old.only_for = old.user_id)
      and (not seen ? old.id::text or (seen ->> old.id::text)::timestamptz < old.updated_at),
    false
  );
begin
  insert into public.removals (
    table_name, row_id, readers, kind, removed_at, updated_at, unseen_version
  )
  values (
    'replies', old.id,
    case
      when is_unseen then array[old.user_id]
      when is_with_entry then '{}'
      when old.only_for is null then array(select id from public.profiles)
      else array[old.only_for]
    end,
    'deleted', removed, removed, case when is_unseen then 0 end
  );
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.reviews_hidden()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.reviews set is_hidden = new.is_private
    where entry_id = new.id and user_id <> new.user_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.row_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  removed timestamptz := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
  author uuid;
  hidden boolean := false;
begin
  if tg_table_name = 'reactions' then
    select user_id, is_private into author, hidden from public.entries where id = old.entry_id;
    -- The entry went first and took its reactions with it; its own removal says so. Where this id was
    -- taken back and given again before, the removal of then would name its readers to whoever asks
    -- who may learn of this deletion (D9): a later one names nobody.
    if not found then
      insert into public.removals (table_name, row_id, readers, kind, removed_at, updated_at)
      select tg_table_name, old.id, '{}', 'deleted', removed, removed
      where exists (
        select from public.removals where row_id = old.id and table_name = tg_table_name
      );
      return null;
    end if;
  end if;
  insert into public.removals (table_name, row_id, readers, kind, removed_at, updated_at)
  values (
    tg_table_name, old.id,
    case when hidden then array[author] else array(select id from public.profiles) end,
    'deleted', removed, removed
  );
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.row_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then
    new.created_at := private.accepted_created_at(new.created_at);
    if tg_table_name = 'reactions' then
      new.visible_since := private.journal_time();
    end if;
  end if;
  new.updated_at := greatest(
    private.journal_time(),
    (select max(removed_at) + interval '1 microsecond' from public.removals
      where row_id = new.id and table_name = tg_table_name)
  );
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.shown_part_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.removals where row_id = new.id and table_name = tg_table_name) then
    raise exception using
      errcode = 'unique_violation',
      message = format('duplicate key value violates unique constraint "%s_pkey"', tg_table_name),
      schema = 'public', table = tg_table_name, constraint = tg_table_name || '_pkey';
  end if;
  if auth.uid() is not null then
    new.created_at := private.accepted_created_at(new.created_at);
    new.visible_since := private.journal_time();
  end if;
  new.updated_at := private.journal_time();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.shown_part_waits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.start_of_day(day date, zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE STRICT
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.story_link_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.only_for := private.reader_of_both(new.id, new.idea_id);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.story_link_waits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := auth.uid();
  story text;
  idea text;
begin
  select category into story from public.entries
    where id = new.id and (person is null or user_id = person) for share;
  select category into idea from public.entries
    where id = new.idea_id and (person is null or not is_private or user_id = person) for share;
  if person is not null then
    if story is null or idea is null then
      raise exception using
        errcode = 'insufficient_privilege',
        message = 'new row violates row-level security policy for table "story_links"';
    end if;
    if story <> 'erzaehlen' or idea <> 'ideen' then
      raise exception using
        errcode = 'check_violation',
        message = 'new row for relation "story_links" violates check constraint "story_links_categories"',
        schema = 'public', table = 'story_links', constraint = 'story_links_categories';
    end if;
  end if;
  new.only_for := private.reader_of_both(new.id, new.idea_id);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.story_links_follow()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.story_links set only_for = only_for where id = new.id or idea_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.touch()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    new.updated_at := private.journal_time();
  else
    new.updated_at := greatest(private.journal_time(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.webp_chunk_sides(name text, content bytea)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select case
    when name = 'VP8 ' and octet_length(content) > 10 and get_byte(content, 0) & 1 = 0
      and substring(content from 4 for 3) = '\x9d012a'
      then array[
        private.little_endian(content, 6, 2) & 16383, private.little_endian(content, 8, 2) & 16383
      ]::integer[]
    when name = 'VP8L' and octet_length(content) > 5 and get_byte(content, 0) = 47
      and private.little_endian(content, 1, 4) >> 29 = 0
      then array[
        1 + (private.little_endian(content, 1, 4) & 16383), 1 + (private.little_endian(content, 1, 4) >> 14 & 16383)
      ]::integer[]
    -- Of all features the alpha channel alone.
    when name = 'VP8X' and octet_length(content) = 10 and get_byte(content, 0) in (0, 16)
      and substring(content from 2 for 3) = '\x000000'
      then array[1 + private.little_endian(content, 4, 3), 1 + private.little_endian(content, 7, 3)]::integer[]
  end
$function$;

CREATE OR REPLACE FUNCTION private.webp_sides(picture bytea)
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  place integer := 12;
  names text := '';
  name text;
  length bigint;
  sides integer[];
  canvas integer[];
begin
  if octet_length(picture) < 12 or private.little_endian(picture, 4, 4) + 8 <> octet_length(picture) then
    return null;
  end if;
  for chunk in 1..3 loop
    exit when place = octet_length(picture);
    if place + 8 > octet_length(picture) then
      return null;
    end if;
    name := encode(substring(picture from place + 1 for 4), 'escape');
    length := private.little_endian(picture, place + 4, 4);
    -- A chunk ends at an even place.
    if place + 8 + length + length % 2 > octet_length(picture) then
      return null;
    end if;
    names := names || name || ',';
    if name <> 'ALPH' then
      sides := private.webp_chunk_sides(name, substring(picture from place + 9 for length::integer));
      if sides is null or sides <> canvas then
        return null;
      end if;
      canvas := sides;
    end if;
    place := place + 8 + length + length % 2;
  end loop;
  return case
    when place = octet_length(picture)
      and names in ('VP8 ,', 'VP8L,', 'VP8X,VP8 ,', 'VP8X,VP8L,', 'VP8X,ALPH,VP8 ,')
      then sides
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_photo(photo uuid, entry uuid, placeholder text, description text, written_at timestamp with time zone, width integer, height integer, preview text, full_picture text)
 RETURNS SETOF public.photos
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.add_photo(
    photo, entry, placeholder, description, written_at, width, height,
    decode(preview, 'base64'), decode(full_picture, 'base64')
  )
$function$;
grant execute on function public.add_photo(uuid,uuid,text,text,timestamp with time zone,integer,integer,text,text) to authenticated;

CREATE OR REPLACE FUNCTION public.delete_entry(entry uuid, seen_version integer, seen_replies text)
 RETURNS TABLE(id uuid)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select
    set_config('journal.unseen_deletion', case when seen_version is null then entry::text else '' end, true),
    set_config('journal.seen_replies', coalesce(seen_replies, ''), true);
  delete from public.entries as e
    where e.id = entry and (seen_version is null or e.edit_version = seen_version)
    returning e.id;
$function$;
grant execute on function public.delete_entry(uuid,integer,text) to authenticated;

CREATE OR REPLACE FUNCTION public.delete_unseen(entry uuid)
 RETURNS TABLE(id uuid)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select set_config('journal.unseen_deletion', entry::text, true);
  delete from public.entries as e where e.id = entry returning e.id;
$function$;
grant execute on function public.delete_unseen(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.order_photos(entry uuid, photos uuid[])
 RETURNS SETOF public.photos
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.order_photos(entry, photos)
$function$;
grant execute on function public.order_photos(uuid,uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION public.photo_picture(photo uuid, size text)
 RETURNS public."application/octet-stream"
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(private.photo_picture(photo, size), '')
$function$;
grant execute on function public.photo_picture(uuid,text) to authenticated;

create publication supabase_realtime for table
  public.custom_quotes,
  public.entries,
  public.journal,
  public.last_looks,
  public.memory_marks,
  public.photos,
  public.profiles,
  public.quote_likes,
  public.reactions,
  public.removals,
  public.replies,
  public.reviews,
  public.story_links
  with (publish = 'insert, update, delete, truncate');
