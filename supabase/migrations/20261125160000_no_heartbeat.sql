-- Realtime asks the log's sender for an answer; it no longer writes a row whose change must arrive.
drop publication if exists journal_heartbeat;
drop table if exists private.realtime_heartbeat;
