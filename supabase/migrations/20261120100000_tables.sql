-- The journal's tables, with every limit (docs/behaviour) as a named constraint (D14, D15, D18, D21).
-- The same files serve the embedded database and a hosted Supabase project; nothing here needs more
-- than what the role `postgres` may do there.

-- A hosted project grants everything in `public` to both roles by default. Here each table and verb
-- is granted by name (policies file), so the defaults go first.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;

-- What policies and triggers call. Never listed among the exposed schemas.
create schema private;
revoke all on schema private from public;
grant usage on schema private to authenticated;

-- JavaScript's String.prototype.trim and nothing else, so that device and database agree (D21).
create function private.is_trimmed(value text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  select value = btrim(value, U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF')
$$;

create table public.journal (
  id boolean primary key default true constraint journal_one_row check (id),
  epoch uuid not null default gen_random_uuid(),
  time_zone text not null,
  special_days jsonb not null constraint journal_special_days_list check (jsonb_typeof(special_days) = 'array'),
  days_counter_from date not null,
  updated_at timestamptz not null default clock_timestamp()
);

-- Whoever has a row here is a partner; everyone else sees nothing. No deletion cascades into what
-- the two have written.
create table public.profiles (
  id uuid primary key references auth.users (id),
  name text not null
    constraint profiles_name_length check (char_length(name) between 1 and 200)
    constraint profiles_name_trimmed check (private.is_trimmed(name)),
  updated_at timestamptz not null default clock_timestamp()
);

create table public.entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null constraint entries_user_id_fkey references public.profiles (id),
  category text not null
    constraint entries_category_known check (category in ('erzaehlen', 'ideen', 'gedanken', 'uebersetzungen')),
  content text not null
    constraint entries_content_length check (char_length(content) between 1 and 300)
    constraint entries_content_trimmed check (private.is_trimmed(content))
    constraint entries_content_normalized check (content is nfc normalized),
  completed boolean not null default false,
  completed_at timestamptz
    -- Devices cannot read years before Christ or infinity.
    constraint entries_completed_at_range check (completed_at >= '1970-01-01 00:00:00+00'),
  is_private boolean not null default false,
  scheduled_date timestamptz
    constraint entries_scheduled_date_range
      check (scheduled_date >= '1900-01-01 00:00:00+00' and scheduled_date < '9999-01-01 00:00:00+00'),
  created_at timestamptz not null default clock_timestamp(),
  visible_since timestamptz not null default clock_timestamp(),
  edit_version integer not null default 1,
  updated_at timestamptz not null default clock_timestamp(),
  constraint entries_completed_with_time check (completed = (completed_at is not null)),
  constraint entries_scheduled_only_ideas check (scheduled_date is null or category = 'ideen')
);

create table public.reactions (
  id uuid primary key default gen_random_uuid(),
  entry_id uuid not null constraint reactions_entry_id_fkey references public.entries (id) on delete cascade,
  user_id uuid not null constraint reactions_user_id_fkey references public.profiles (id),
  emoji text not null
    constraint reactions_emoji_known check (emoji in (
      U&'\2764\FE0F', U&'\+01F60A', U&'\+01F970', U&'\+01F602', U&'\+01F622', U&'\+01F389', U&'\+01F44D', U&'\+01F44E',
      U&'\2705', U&'\+01F60E', U&'\+01F431', U&'\+01F525', U&'\2757', U&'\23F0', U&'\+01F440'
    )),
  created_at timestamptz not null default clock_timestamp(),
  visible_since timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint reactions_once unique (entry_id, user_id, emoji)
);

create table public.quote_likes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null constraint quote_likes_user_id_fkey references public.profiles (id),
  quote_text text not null
    constraint quote_likes_text_length check (char_length(quote_text) between 1 and 1000)
    constraint quote_likes_text_trimmed check (private.is_trimmed(quote_text))
    constraint quote_likes_text_normalized check (quote_text is nfc normalized),
  quote_author text not null
    constraint quote_likes_author_length check (char_length(quote_author) between 1 and 200)
    constraint quote_likes_author_trimmed check (private.is_trimmed(quote_author))
    constraint quote_likes_author_normalized check (quote_author is nfc normalized),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
-- A thousand characters can be four thousand bytes, more than an index row holds: the digests are
-- indexed. They only tell equal texts apart, nothing is protected by them.
create unique index quote_likes_once on public.quote_likes (user_id, md5(quote_text), md5(quote_author));

create table public.custom_quotes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null constraint custom_quotes_user_id_fkey references public.profiles (id),
  quote_text text not null
    constraint custom_quotes_text_length check (char_length(quote_text) between 1 and 1000)
    constraint custom_quotes_text_trimmed check (private.is_trimmed(quote_text))
    constraint custom_quotes_text_normalized check (quote_text is nfc normalized),
  quote_author text not null
    constraint custom_quotes_author_length check (char_length(quote_author) between 1 and 200)
    constraint custom_quotes_author_trimmed check (private.is_trimmed(quote_author))
    constraint custom_quotes_author_normalized check (quote_author is nfc normalized),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

-- What disappeared, for those who could see it (docs/architecture.md "Pull").
create table public.removals (
  id uuid primary key default gen_random_uuid(),
  table_name text not null
    constraint removals_table_known check (table_name in ('entries', 'reactions', 'quote_likes', 'custom_quotes')),
  row_id uuid not null,
  readers uuid[] not null,
  kind text not null constraint removals_kind_known check (kind in ('deleted', 'hidden')),
  removed_at timestamptz not null,
  updated_at timestamptz not null,
  constraint removals_one_time check (updated_at = removed_at)
);

-- How far each person has seen, the same on all their devices (D7).
create table public.last_looks (
  id uuid primary key references public.profiles (id) on delete cascade,
  seen_until timestamptz not null default '1970-01-01 00:00:00+00',
  updated_at timestamptz not null default clock_timestamp()
);

-- Pull reads every table by this key.
create index entries_pull on public.entries (updated_at, id);
create index reactions_pull on public.reactions (updated_at, id);
create index quote_likes_pull on public.quote_likes (updated_at, id);
create index custom_quotes_pull on public.custom_quotes (updated_at, id);
create index removals_pull on public.removals (updated_at, id);
-- The list, newest first.
create index entries_newest on public.entries (created_at desc, id desc);
-- Is this id removed already (D13), and when was it (triggers).
create index removals_row on public.removals (row_id, table_name);
