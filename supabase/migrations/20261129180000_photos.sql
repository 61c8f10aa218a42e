-- Photos of entries, seen by who sees the entry, and their pictures: a preview and the full one. As a reply, a photo says
-- in its own row whose it is while its entry is private, and its id is never used again (D9, D13).

create table public.photos (
  id uuid primary key default gen_random_uuid(),
  entry_id uuid not null
    constraint photos_entry_id_fkey references public.entries (id) on delete cascade,
  -- Who added it. No foreign key, as in `replies`.
  user_id uuid not null,
  position smallint not null
    constraint photos_position_range check (position between 0 and 3),
  -- Of the full picture, in pixels.
  width integer not null
    constraint photos_width_range check (width between 1 and 4096),
  height integer not null
    constraint photos_height_range check (height between 1 and 4096),
  -- A ThumbHash.
  placeholder text not null
    constraint photos_placeholder_base64 check (placeholder ~ '^[A-Za-z0-9+/]{6,34}={0,2}$')
    constraint photos_placeholder_range check (octet_length(decode(placeholder, 'base64')) between 5 and 25),
  description text not null default ''
    constraint photos_description_length check (char_length(description) <= 200)
    constraint photos_description_trimmed check (private.is_trimmed(description))
    constraint photos_description_normalized check (description is nfc normalized)
    constraint photos_description_seen check (description = '' or private.is_seen(description)),
  -- Of both pictures together.
  bytes integer not null,
  created_at timestamptz not null default clock_timestamp(),
  visible_since timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- The author of the entry while it is private.
  only_for uuid
);
create index photos_shared_pull on public.photos (updated_at, id) where only_for is null;
create index photos_own_pull on public.photos (only_for, updated_at, id) where only_for is not null;
create index photos_entry on public.photos (entry_id);
-- What a person's photos take, of those that they see.
create index photos_room on public.photos (user_id) include (bytes, only_for);

create table public.photo_files (
  photo_id uuid not null references public.photos (id) on delete cascade,
  size text not null
    constraint photo_files_size_known check (size in ('preview', 'full')),
  type text not null
    constraint photo_files_type_known check (type in ('image/webp', 'image/jpeg')),
  bytes bytea not null
    constraint photo_files_bytes_range
      check (octet_length(bytes) <= case size when 'preview' then 100000 else 1500000 end),
  primary key (photo_id, size)
);
-- A picture is compressed already.
alter table public.photo_files alter column bytes set storage external;

-- The bytes that the operator gives to photos; null if there is no limit. The server writes what its settings say; a
-- hosted project keeps this one until it is changed.
create table private.photo_room (
  id boolean primary key default true constraint photo_room_one_row check (id),
  most_bytes bigint
);
insert into private.photo_room (most_bytes) values (300000000);
revoke all on private.photo_room from public, anon, authenticated;

alter table public.removals drop constraint removals_table_known;
alter table public.removals add constraint removals_table_known check (
  table_name in ('entries', 'reactions', 'quote_likes', 'custom_quotes', 'memory_marks', 'replies', 'photos')
);

-- What a picture may consist of. A picture is refused if it holds anything else: place, camera and time stand in segments
-- and chunks that are not on these lists, and nothing may follow its end.

-- The first byte behind the entropy-coded data that begins there, null if it does not end. In it an FF is followed by
-- 00 or by the number of a restart. Looked at in short parts: a search from each FF would copy the whole rest.
create function private.end_of_scan(picture bytea, beginning integer) returns integer
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  place integer := beginning;
  part bytea;
  found_at integer;
  next_byte integer;
begin
  loop
    part := substring(picture from place + 1 for 512);
    found_at := position('\xff'::bytea in part);
    if found_at = 0 then
      place := place + 512;
      if place >= octet_length(picture) then
        return null;
      end if;
    else
      place := place + found_at;
      if place >= octet_length(picture) then
        return null;
      end if;
      next_byte := get_byte(picture, place);
      if next_byte <> 0 and next_byte not between 208 and 215 then
        return place - 1;
      end if;
      place := place + 1;
    end if;
  end loop;
end
$$;

-- True for a segment of a JPEG that says how to draw it: JFIF without a thumbnail, tables, the frame, restarts, a scan.
create function private.draws_jpeg(marker integer, content bytea) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
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
$$;

-- Width and height of a JPEG, null for anything else.
create function private.jpeg_sides(picture bytea) returns integer[]
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  place integer := 2;
  marker integer;
  content bytea;
  sides integer[];
  is_drawn boolean := false;
begin
  loop
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
    content := substring(picture from place + 5 for get_byte(picture, place + 2) * 256 + get_byte(picture, place + 3) - 2);
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
end
$$;

-- A number of some bytes, the lowest first.
create function private.little_endian(bytes bytea, beginning integer, length integer) returns bigint
language sql immutable strict parallel safe
set search_path = ''
as $$
  select sum(get_byte(bytes, beginning + nth)::bigint << (8 * nth)) from generate_series(0, length - 1) as nth
$$;

-- Width and height in the data of one chunk of a WebP: of a lossy picture, a lossless one, or the canvas.
create function private.webp_chunk_sides(name text, content bytea) returns integer[]
language sql immutable strict parallel safe
set search_path = ''
as $$
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
$$;

-- Width and height of a WebP, null for anything else. One picture, alone or behind its canvas and its alpha channel.
create function private.webp_sides(picture bytea) returns integer[]
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
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
  while place < octet_length(picture) loop
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
  return case when names in ('VP8 ,', 'VP8L,', 'VP8X,VP8 ,', 'VP8X,VP8L,', 'VP8X,ALPH,VP8 ,') then sides end;
end
$$;

-- Type and sides of a picture by its own bytes, null for one that is not accepted.
create function private.picture_type(picture bytea) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  select case
    when substring(picture for 3) = '\xffd8ff' then 'image/jpeg'
    when substring(picture for 4) = 'RIFF'::bytea and substring(picture from 9 for 4) = 'WEBP'::bytea then 'image/webp'
  end
$$;
create function private.picture_sides(picture bytea) returns integer[]
language sql immutable strict parallel safe
set search_path = ''
as $$
  select case private.picture_type(picture)
    when 'image/jpeg' then private.jpeg_sides(picture)
    when 'image/webp' then private.webp_sides(picture)
  end
$$;

-- Each picture that is stored is checked, also one of the owner. The full one has the sides that its photo says, the preview their
-- proportions: each side is rounded to whole pixels.
create function private.picture_stored() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  sides constant integer[] := private.picture_sides(new.bytes);
  photo public.photos;
begin
  select * into photo from public.photos where id = new.photo_id;
  if sides is null
    or (new.size = 'full' and sides <> array[photo.width, photo.height])
    or greatest(sides[1], sides[2]) > 4096 or least(sides[1], sides[2]) < 1
    or abs(sides[1] * photo.height - sides[2] * photo.width) > photo.width + photo.height
  then
    raise exception using errcode = 'invalid_parameter_value', message = 'this picture is not accepted';
  end if;
  new.type := private.picture_type(new.bytes);
  return new;
end
$$;

-- As `private.reply_inserted`, for both.
create function private.shown_part_inserted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
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
$$;

-- As of a reply: a photo that is deleted with its entry leaves a removal without readers.
create function private.photo_deleted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
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
$$;

-- What becomes private takes its replies and photos along; what becomes shared comes with them, newly visible.
create function private.parts_follow_entry() returns trigger
language plpgsql security definer
set search_path = ''
as $$
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
$$;

-- Locks an entry whose text the person may edit, and says whether they may: then its photos are theirs to add, describe,
-- order and remove. A policy asks, before the photo's row is locked: a change of privacy locks the entry first, too. Of
-- two devices that add a photo at once, the second counts the first one's.
create function private.edits_entry(entry uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.entries
    where id = entry and (user_id = auth.uid() or (category = 'ideen' and not is_private))
    for no key update;
  return found and private.is_partner();
end
$$;

-- One photo whole. A hidden entry, one that is gone, one that never was and one that the person may not edit are
-- answered alike (D9).
create function private.add_photo(
  photo uuid, entry uuid, placeholder text, description text, written_at timestamptz, width integer, height integer,
  preview bytea, full_picture bytea
) returns setof public.photos
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  person constant uuid := auth.uid();
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
  insert into public.photo_files (photo_id, size, bytes)
    values (photo, 'preview', preview), (photo, 'full', full_picture);
  return query select * from public.photos as added where added.id = photo;
end
$$;

-- The place behind the photos of an entry, null if there is none. Places of photos that are gone are closed only when
-- the last one is taken.
create function private.next_photo_place(entry uuid) returns integer
language plpgsql volatile
set search_path = ''
as $$
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
$$;

-- Those that are named come first, in this order, then the others in theirs. A row whose place stays is not written.
create function private.place_photos(entry uuid, photos uuid[]) returns void
language sql volatile
set search_path = ''
as $$
  update public.photos as moved set position = placed.place
  from (
    select id, row_number() over (order by array_position(place_photos.photos, id) nulls last, position, created_at, id) - 1 as place
    from public.photos where entry_id = entry
  ) as placed
  where moved.id = placed.id and moved.position <> placed.place
$$;

-- Each person has half of the room, and of it counts what they see: or the room left would tell of the other's hidden
-- photos (D9). A server says with the request if a disk is too full for photos.
create function private.has_photo_room(person uuid, size integer) returns boolean
language sql volatile
set search_path = ''
as $$
  select coalesce(current_setting('journal.photo_room', true), '') <> 'none' and (
    most_bytes is null
    or most_bytes / 2 >= size + (
      select coalesce(sum(bytes), 0) from public.photos
      where user_id = person and (only_for is null or only_for = person)
    )
  )
  from private.photo_room
$$;

create function private.order_photos(entry uuid, photos uuid[]) returns setof public.photos
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not private.edits_entry(entry) then
    raise exception using
      errcode = 'insufficient_privilege',
      message = 'new row violates row-level security policy for table "photos"';
  end if;
  perform private.place_photos(entry, photos);
  return query select * from public.photos as placed where placed.entry_id = entry order by placed.position;
end
$$;

create function private.photo_picture(photo uuid, size text) returns bytea
language sql stable security definer
set search_path = ''
as $$
  select files.bytes
  from public.photos join public.photo_files as files on files.photo_id = photos.id and files.size = photo_picture.size
  where photos.id = photo and (select private.is_partner())
    and (photos.only_for is null or photos.only_for = (select auth.uid()))
$$;

revoke all on function private.end_of_scan(bytea, integer), private.draws_jpeg(integer, bytea),
  private.jpeg_sides(bytea), private.little_endian(bytea, integer, integer), private.webp_chunk_sides(text, bytea),
  private.webp_sides(bytea), private.picture_type(bytea), private.picture_sides(bytea), private.picture_stored(),
  private.shown_part_inserted(), private.photo_deleted(), private.parts_follow_entry(), private.edits_entry(uuid),
  private.add_photo(uuid, uuid, text, text, timestamptz, integer, integer, bytea, bytea),
  private.next_photo_place(uuid), private.place_photos(uuid, uuid[]), private.has_photo_room(uuid, integer),
  private.order_photos(uuid, uuid[]), private.photo_picture(uuid, text)
  from public, anon, authenticated;
grant execute on function private.edits_entry(uuid),
  private.add_photo(uuid, uuid, text, text, timestamptz, integer, integer, bytea, bytea),
  private.order_photos(uuid, uuid[]), private.photo_picture(uuid, text)
  to authenticated;

-- The three that REST serves. They run with the person's rights; those of the owner begin behind them.
create function public.add_photo(
  photo uuid, entry uuid, placeholder text, description text, written_at timestamptz, width integer, height integer,
  preview text, full_picture text
) returns setof public.photos
language sql volatile
set search_path = ''
as $$
  select * from private.add_photo(
    photo, entry, placeholder, description, written_at, width, height,
    decode(preview, 'base64'), decode(full_picture, 'base64')
  )
$$;

create function public.order_photos(entry uuid, photos uuid[]) returns setof public.photos
language sql volatile
set search_path = ''
as $$
  select * from private.order_photos(entry, photos)
$$;

-- PostgREST answers with the bytes of a value of this type as they are; none is an empty picture.
create domain public."application/octet-stream" as bytea;
create function public.photo_picture(photo uuid, size text) returns public."application/octet-stream"
language sql stable
set search_path = ''
as $$
  select coalesce(private.photo_picture(photo, size), '')
$$;

revoke all on function
  public.add_photo(uuid, uuid, text, text, timestamptz, integer, integer, text, text),
  public.order_photos(uuid, uuid[]), public.photo_picture(uuid, text)
  from public, anon, service_role;
grant execute on function
  public.add_photo(uuid, uuid, text, text, timestamptz, integer, integer, text, text),
  public.order_photos(uuid, uuid[]), public.photo_picture(uuid, text)
  to authenticated;

create trigger await_deletion before insert on public.photos
  for each row execute function private.await_deletion();
create trigger before_all before insert or update of description on public.photos
  for each row execute function private.shown_part_waits();
create trigger inserted before insert on public.photos
  for each row execute function private.shown_part_inserted();
create trigger touch before update on public.photos
  for each row execute function private.touch();
create trigger deleted after delete on public.photos
  for each row execute function private.photo_deleted();
create trigger remember_author after delete on public.photos
  for each row execute function private.remember_author();
create trigger stored before insert on public.photo_files
  for each row execute function private.picture_stored();

create or replace trigger inserted before insert on public.replies
  for each row execute function private.shown_part_inserted();
drop trigger replies_follow on public.entries;
create trigger parts_follow after update on public.entries for each row
  when (old.is_private <> new.is_private) execute function private.parts_follow_entry();
drop function private.reply_inserted(), private.replies_follow_entry();

revoke all on public.photos, public.photo_files from public, anon, authenticated;
alter table public.photos enable row level security;
-- No policy and no right: a function answers with one picture.
alter table public.photo_files enable row level security;
grant select (
  id, entry_id, user_id, position, width, height, placeholder, description, bytes, created_at, visible_since, updated_at,
  only_for
) on public.photos to authenticated;
grant update (description) on public.photos to authenticated;
grant delete on public.photos to authenticated;
create policy photos_select on public.photos for select to authenticated
  using ((select private.is_partner()) and (only_for is null or only_for = (select auth.uid())));
create policy photos_update on public.photos for update to authenticated
  using (
    (select private.is_partner())
    and (only_for is null or only_for = (select auth.uid()))
    and private.edits_entry(entry_id)
  )
  with check ((select private.is_partner()));
create policy photos_delete on public.photos for delete to authenticated
  using (
    (select private.is_partner())
    and (only_for is null or only_for = (select auth.uid()))
    and private.edits_entry(entry_id)
  );

do $$
begin
  if not exists (
    select from pg_catalog.pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'photos'
  ) then
    alter publication supabase_realtime add table public.photos;
  end if;
end
$$;

create or replace function private.newest_stored_time() returns timestamptz
language sql volatile
set search_path = ''
as $$
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
$$;
