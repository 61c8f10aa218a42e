-- What the server tells both people about their journal's keeping: when its last good backup was taken,
-- and whether its disk is nearly full. A hosted project keeps itself: null and false for ever.
alter table public.journal
  add column backed_up_at timestamptz,
  add column disk_low boolean not null default false;
grant select (backed_up_at, disk_low) on public.journal to authenticated;
