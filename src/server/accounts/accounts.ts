import { randomInt, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import sql from 'sql-template-tag'
import type { Pool, Queries } from '../database/pool.ts'
import type { JournalConfig } from '../../domain/journal-config.ts'
import { findPartner } from '../../domain/partner.ts'
import { completeHostedAccounts } from '../database/hosted-accounts.ts'
import { passwordProblem } from '../settings/password-problem.ts'
import { StartupError } from '../settings/startup-error.ts'
import { hashPassword, readablePassword } from './password.ts'
import { parseOrThrow } from '../../domain/parse.ts'

/** The partners as the settings name them. */
type Partners = Readonly<JournalConfig['partners']>

/** An account that was made just now with a password that has not been shown yet. */
export interface GeneratedPassword {
  readonly name: string
  readonly password: string
}

const accountRow = v.object({
  id: v.string(),
  name: v.string(),
  identifier: v.string(),
  sessions: v.number(),
})
/** One line of `npm run accounts -- list`. */
type Account = v.InferOutput<typeof accountRow>

/**
 * Creates the two accounts at first start and adopts changed names later (D4), in one transaction.
 * `firstPasswords` apply only to accounts created now; if one is missing, a readable password is
 * generated and returned, to be shown once. A changed identifier is a `StartupError`, because it
 * would separate an account from its entries.
 */
export async function ensureAccounts(
  pool: Pool,
  partners: Partners,
  firstPasswords: readonly [string | undefined, string | undefined],
): Promise<GeneratedPassword[]> {
  const existing = await listAccounts(pool)
  refuseChangedIdentifiers(existing, partners)
  const missing = partners.flatMap((partner, index) =>
    existing.some(({ identifier }) => identifier === partner.identifier)
      ? []
      : [{ ...partner, given: firstPasswords[index] }],
  )
  const made = await Promise.all(
    missing.map(async (partner) => {
      const password = partner.given ?? readablePassword(randomInt)
      return { ...partner, password, hash: await hashPassword(password) }
    }),
  )
  await pool.transaction(async (transaction) => {
    for (const account of made) await createAccount(transaction, account)
    // Also accounts that an earlier version made there.
    await completeHostedAccounts(transaction)
    for (const { name, identifier } of partners)
      await transaction.query(sql`
        update public.profiles p set name = ${name} from auth.users u
        where u.id = p.id and u.email = ${identifier} and p.name <> ${name}`)
  })
  return made
    .filter(({ given }) => given === undefined)
    .map(({ name, password }) => ({ name, password }))
}

/**
 * A line for the log for each name that the next `ensureAccounts` changes: names that were exchanged between the
 * two identifiers would otherwise put each person's entries under the other's name without a word.
 */
export async function renamedLines(pool: Pool, partners: Partners): Promise<string[]> {
  const renamed = (await listAccounts(pool)).flatMap(({ identifier, name }) => {
    const wanted = partners.find((partner) => partner.identifier === identifier)?.name
    return wanted === undefined || wanted === name ? [] : [{ identifier, name, wanted }]
  })
  const [one, other] = renamed
  const isExchanged = one !== undefined && one.name === other?.wanted && one.wanted === other.name
  const hint = isExchanged
    ? '; the two names were exchanged, and all entries stay with their identifiers'
    : ''
  return renamed.map(
    ({ identifier, name, wanted }) =>
      `partners: the name of "${identifier}" changed from "${name}" to "${wanted}"${hint}.`,
  )
}

function refuseChangedIdentifiers(existing: readonly Account[], partners: Partners): void {
  const wanted = partners.map(({ identifier }) => identifier)
  const lost = existing.find(({ identifier }) => !wanted.includes(identifier))
  if (lost === undefined) return
  throw new StartupError(
    `partners: there is an account "${lost.identifier}", but journal.config.json names ` +
      `${wanted.map((identifier) => `"${identifier}"`).join(' and ')}. An identifier cannot change, ` +
      `it would cut the account off its entries; put "${lost.identifier}" back (the name may change).`,
  )
}

/** The rows that a confirmed sign-up leaves in Supabase's `auth` schema, plus the profile. */
async function createAccount(
  transaction: Queries,
  account: { readonly name: string; readonly identifier: string; readonly hash: string },
): Promise<void> {
  const id = randomUUID()
  const identity = {
    sub: id,
    email: account.identifier,
    email_verified: true,
    phone_verified: false,
  }
  await transaction.query(sql`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at,
      raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    values (${id}, 'authenticated', 'authenticated', ${account.identifier}, ${account.hash}, now(),
      ${JSON.stringify({ provider: 'email', providers: ['email'] })}, '{}', now(), now())`)
  await transaction.query(sql`
    insert into auth.identities
      (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
    values (${randomUUID()}, 'email', ${id}, ${id}, ${JSON.stringify(identity)}, now(), now())`)
  await transaction.query(
    sql`insert into public.profiles (id, name) values (${id}, ${account.name})`,
  )
}

/** The accounts that have a profile, with the number of their open sessions, oldest first. */
export async function listAccounts(pool: Pool): Promise<Account[]> {
  const rows = await pool.query(sql`
    select p.id::text, p.name, u.email::text as identifier,
      (select count(*)::int from auth.sessions s where s.user_id = p.id) as sessions
    from public.profiles p join auth.users u on u.id = p.id
    order by u.created_at, u.email`)
  return rows.map((row) => parseOrThrow(accountRow, row))
}

/**
 * Sets a person's password (at least 10 characters) and ends all their sessions: refresh tokens and
 * session rows are deleted, so REST and sockets close within a minute at most. `name` is read as
 * sign-in reads it. Returns the problem that keeps it from being set, if there is one.
 */
export async function setPassword(
  pool: Pool,
  name: string,
  password: string,
): Promise<string | undefined> {
  const problem = passwordProblem(password)
  if (problem !== undefined) return `The password ${problem}.`
  const accounts = await listAccounts(pool)
  const account = findPartner(name, accounts)
  if (account === undefined) {
    const names = accounts.map((one) => one.name).join(' and ')
    return `There is no account with that name; the accounts are ${names}.`
  }
  const hash = await hashPassword(password)
  await pool.transaction(async (transaction) => {
    await transaction.query(sql`
      update auth.users set encrypted_password = ${hash}, updated_at = now() where id = ${account.id}`)
    await transaction.query(sql`delete from auth.refresh_tokens where user_id = ${account.id}`)
    await transaction.query(sql`delete from auth.sessions where user_id = ${account.id}`)
  })
  return undefined
}
