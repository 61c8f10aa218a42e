-- Nudges (Web Push): which devices want them, what each person wants to be told, and what is to be told. Only
-- the small server works with these tables, as their owner: they are not exposed, not published, in no backup,
-- and row level security without a policy refuses everyone else. No table holds a text of the journal. No
-- foreign key leads to the journal's tables, which a restore truncates. A hosted project without the small
-- server never gets a subscription, so nothing of this ever has a row there.

create table private.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  person uuid not null,
  -- The session it was made in: without it nothing is sent any more, and the row goes.
  session_id uuid not null,
  endpoint text not null constraint push_subscriptions_endpoint_length check (char_length(endpoint) <= 1000),
  p256dh text not null constraint push_subscriptions_p256dh_length check (char_length(p256dh) <= 100),
  auth text not null constraint push_subscriptions_auth_length check (char_length(auth) <= 40),
  -- The journal's address on that device, which a nudge opens.
  origin text not null constraint push_subscriptions_origin_length check (char_length(origin) <= 300),
  -- What became visible up to here was told, and from where on the next nudge counts (journal time).
  told_until timestamptz not null,
  counted_from timestamptz not null,
  told_at timestamptz,
  -- The last day whose morning was looked at.
  morning date,
  created_at timestamptz not null default private.real_time(),
  constraint push_subscriptions_once unique (endpoint)
);
create index push_subscriptions_person on private.push_subscriptions (person);

create table private.nudge_choices (
  person uuid primary key,
  entries boolean not null,
  reactions boolean not null,
  ideas boolean not null,
  memories boolean not null,
  quiet_from text not null constraint nudge_choices_quiet_from check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_to text not null constraint nudge_choices_quiet_to check (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);

-- At most one row for each device: something may be to be told. What, is counted when it is sent.
create table private.nudge_outbox (
  subscription_id uuid primary key
    constraint nudge_outbox_subscription_id_fkey references private.push_subscriptions (id) on delete cascade,
  -- When the newest of it happened.
  arrived_at timestamptz not null,
  due_at timestamptz not null,
  -- The day whose planned ideas and memories are part of it.
  morning date,
  attempts integer not null default 0,
  failing_since timestamptz,
  -- Until then the server that claimed it is sending it.
  claimed_until timestamptz
);

revoke all on private.push_subscriptions, private.nudge_choices, private.nudge_outbox
  from public, anon, authenticated, service_role;
alter table private.push_subscriptions enable row level security;
alter table private.nudge_choices enable row level security;
alter table private.nudge_outbox enable row level security;

-- Something of `author` became visible to the other person. A few seconds of waiting let what belongs
-- together come together, and let a slip be taken back.
create function private.nudge_others(author uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  insert into private.nudge_outbox as waiting (subscription_id, arrived_at, due_at)
  select id, private.real_time(), private.real_time() + interval '5 seconds'
  from private.push_subscriptions where person <> author
  on conflict (subscription_id) do update set arrived_at = excluded.arrived_at
$$;

-- Nobody is nudged of what the owner writes (restore, what was brought back, D7).
create function private.entry_nudges() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.nudge_others(new.user_id);
  end if;
  return null;
end
$$;

create function private.reaction_nudges() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null
    and exists (select from public.entries where id = new.entry_id and not is_private) then
    perform private.nudge_others(new.user_id);
  end if;
  return null;
end
$$;
revoke all on function private.nudge_others(uuid), private.entry_nudges(), private.reaction_nudges()
  from public, anon, authenticated;

create trigger nudges after insert on public.entries for each row
  when (not new.is_private) execute function private.entry_nudges();
create trigger nudges_when_shared after update on public.entries for each row
  when (old.is_private and not new.is_private) execute function private.entry_nudges();
create trigger nudges after insert on public.reactions for each row
  execute function private.reaction_nudges();
