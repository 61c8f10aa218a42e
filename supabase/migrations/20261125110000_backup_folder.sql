-- What the server tells both people about its backups, too: the folder they are written to is not the one of
-- last time, as when a disk is not mounted. False for ever on a hosted project.
alter table public.journal add column backup_folder_changed boolean not null default false;
grant select (backup_folder_changed) on public.journal to authenticated;
