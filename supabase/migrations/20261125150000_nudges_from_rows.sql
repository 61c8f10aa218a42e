-- What a device may need a nudge about is read from the rows: what became visible after its `told_until`. So no queue
-- is needed that says the same. What waits in the queue is told once: its devices keep their marks. The others have been
-- told what there is, or it was given up.
update private.push_subscriptions as device
set told_until = greatest(told_until, private.journal_time())
where not exists (select from private.nudge_outbox where subscription_id = device.id);

-- The day's morning is noted once it has been told, no longer when it is queued.
update private.push_subscriptions as device
set morning = null
from private.nudge_outbox as waiting
where waiting.subscription_id = device.id and waiting.morning is not null;

drop trigger nudges on public.entries;
drop trigger nudges_when_shared on public.entries;
drop trigger nudges on public.reactions;
drop function private.entry_nudges();
drop function private.reaction_nudges();
drop function private.nudge_others(uuid);
drop table private.nudge_outbox;
