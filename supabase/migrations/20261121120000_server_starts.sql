-- A data directory that is put back from a plain copy keeps its epoch. The server notes each of its
-- starts, so that a device can tell that the one it saw last never happened here (decision 0013).
-- A hosted project notes none.

-- One row per start and person. `newest` is the newest version of any row which that person could see
-- at that start; whoever could read the other's would learn when a private note was written (D9).
create table public.server_starts (
  start_id uuid not null,
  person uuid not null,
  -- Counted by the server, so that a clock that is set back changes no order.
  ordinal integer not null,
  newest timestamptz not null,
  started_at timestamptz not null,
  primary key (start_id, person)
);
create unique index server_starts_order on public.server_starts (person, ordinal);

revoke all on public.server_starts from public, anon, authenticated;
alter table public.server_starts enable row level security;
grant select (start_id, person, ordinal, newest, started_at) on public.server_starts to authenticated;
create policy server_starts_select on public.server_starts for select to authenticated
  using ((select private.is_partner()) and person = (select auth.uid()));

-- The last start, read with the journal's row.
alter table public.journal add column server_start uuid;
grant select (server_start) on public.journal to authenticated;
