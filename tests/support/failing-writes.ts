import type { UsedServer } from './server.ts'

/** The server fails on every text with this word in it, once told how. */
export const failingWord = 'KAPUTT'

/**
 * Makes the real database fail on writes whose text holds `failingWord`, with this SQLSTATE; null
 * ends it. XX000 is a fault of the server that a client sees as 500.
 */
export async function failWith(server: UsedServer, code: string | null): Promise<void> {
  await server.sql().run(`
    create table if not exists private.failing (code text);
    create or replace function private.fail_on_purpose() returns trigger
    language plpgsql security definer set search_path = '' as $$
    declare
      failure text := (select code from private.failing);
    begin
      if failure is not null and to_jsonb(new)::text like '%${failingWord}%' then
        raise exception using errcode = failure, message = 'on purpose';
      end if;
      return new;
    end $$;
    create or replace trigger zz_fail before insert or update on public.entries
      for each row execute function private.fail_on_purpose();
    create or replace trigger zz_fail before insert or update on public.replies
      for each row execute function private.fail_on_purpose();
    create or replace trigger zz_fail before insert on public.custom_quotes
      for each row execute function private.fail_on_purpose();
    delete from private.failing;`)
  await server.sql()`insert into private.failing values (${code})`
}
