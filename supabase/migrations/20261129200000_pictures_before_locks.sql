-- A picture is looked at before its entry is locked, so that a change of privacy does not wait for it (D9), and in a time
-- that its length alone decides.

-- The first byte behind the entropy-coded data that begins there, null if it does not end. In it an FF is followed by
-- 00 or by the number of a restart. Looked at in parts that grow, because a scan may be short, by a pattern: a step for
-- each FF takes a second where every second byte is one.
create or replace function private.end_of_scan(picture bytea, beginning integer) returns integer
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
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
$$;

-- Width and height of a JPEG, null for anything else, and for one of more segments than an encoder writes.
create or replace function private.jpeg_sides(picture bytea) returns integer[]
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
$$;

-- Width and height of a WebP, null for anything else. One picture, alone or behind its canvas and its alpha channel.
create or replace function private.webp_sides(picture bytea) returns integer[]
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
$$;

-- The type of a picture that is accepted; any other raises. The full one has the sides that its photo says, the preview
-- their proportions: each side is rounded to whole pixels.
create function private.accepted_type(picture bytea, size text, width integer, height integer) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
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
$$;
revoke all on function private.accepted_type(bytea, text, integer, integer) from public, anon, authenticated;

-- Each picture that is stored is checked, also one of the owner. People have no right to the table: what they add was
-- checked before its entry was locked.
create or replace function private.picture_stored() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  photo public.photos;
begin
  if auth.uid() is null then
    select * into photo from public.photos where id = new.photo_id;
    new.type := private.accepted_type(new.bytes, new.size, photo.width, photo.height);
  end if;
  return new;
end
$$;

-- As before, but that the pictures are checked first.
create or replace function private.add_photo(
  photo uuid, entry uuid, placeholder text, description text, written_at timestamptz, width integer, height integer,
  preview bytea, full_picture bytea
) returns setof public.photos
language plpgsql volatile security definer
set search_path = ''
as $$
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
$$;

-- A stranger locks nothing.
create or replace function private.edits_entry(entry uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not private.is_partner() then
    return false;
  end if;
  perform from public.entries
    where id = entry and (user_id = auth.uid() or (category = 'ideen' and not is_private))
    for no key update;
  return found;
end
$$;
