-- The time of the backup that this journal was last restored from, for the devices: what a person wrote later may
-- be on their device alone (docs/decisions/0062-what-only-a-device-has-survives-a-restore.md). Null where no backup was
-- restored since this column exists.
alter table public.journal add column restored_to timestamptz;
grant select (restored_to) on public.journal to authenticated;
