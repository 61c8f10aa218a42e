-- A hosted project grants everything in `public` to `service_role` by default, too: the role of its secret
-- key, which row level security does not apply to. Nothing of the journal uses that key, so whoever
-- finds it reads no entry with it (decision 0035).
alter default privileges in schema public revoke all on tables from service_role;
alter default privileges in schema public revoke all on sequences from service_role;
alter default privileges in schema public revoke all on functions from service_role;
revoke all on all tables in schema public from service_role;
