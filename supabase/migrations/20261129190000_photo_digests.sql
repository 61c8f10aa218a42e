-- A backup names a picture by its digest, which is computed once: a night in which ten photos are new reads ten.
alter table public.photo_files
  add column sha256 text not null generated always as (encode(sha256(bytes), 'hex')) stored,
  add column length integer not null generated always as (octet_length(bytes)) stored;
