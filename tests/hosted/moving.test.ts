import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sqlOf, type TestSql } from '../support/sql.ts'
import { ensureAccounts } from '../../src/server/accounts/accounts.ts'
import { Pool } from '../../src/server/database/pool.ts'
import { fillJournal, journalState, operator } from '../process/support/journal-state.ts'
import { createHostedProject, type HostedProject } from '../support/hosted/cluster.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { long } from '../support/quick.ts'

/*
 * A journal moves to a hosted project and back by the commands of docs/hosting.md, with every row, private
 * notes, removals and passwords.
 */

const folder = mkdtempSync(path.join(tmpdir(), 'tagebuch-moving-'))
let project: HostedProject
let pool: Pool
let hosted: TestSql

beforeAll(async () => {
  project = await createHostedProject()
  pool = new Pool({ url: project.databaseUrl }, { name: 'test', max: 1 })
  hosted = sqlOf(pool)
})
afterAll(async () => {
  await pool.end()
  await project.drop()
  rmSync(folder, { recursive: true, force: true })
})

const place = (name: string) => path.join(folder, name)

async function command(
  dataDir: string,
  args: readonly string[],
  databaseUrl?: string,
  env: Readonly<Record<string, string>> = {},
) {
  const url = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const { code, output } = await operator(place(dataDir), args, { ...env, ...url }).ended
  if (code !== 0) throw new Error(output)
}

const embedded = async (name: string): Promise<TestServer> =>
  startTestServer({ dataDir: place(name) })

/** The columns that a hosted project's sign-in service cannot read as null. */
async function unreadableAccounts(project = hosted): Promise<readonly unknown[]> {
  return project`
    select id from auth.users where num_nulls(instance_id, is_super_admin, confirmation_token,
      recovery_token, email_change, email_change_token_new, email_change_token_current, phone_change,
      phone_change_token, reauthentication_token, raw_app_meta_data, raw_user_meta_data, aud, role,
      created_at, updated_at) > 0`
}

it('a first start on an empty project makes accounts that its sign-in service can read', async () => {
  const empty = await createHostedProject()
  const own = new Pool({ url: empty.databaseUrl }, { name: 'test', max: 1 })
  const partners = [
    { name: 'Jonas', identifier: 'jonas@tagebuch.internal' },
    { name: 'Željka', identifier: 'zeljka@tagebuch.internal' },
  ] as const
  await ensureAccounts(own, partners, ['jonas-geheim-2026', 'zeljka-geheim-2026'])
  expect(await unreadableAccounts(sqlOf(own))).toEqual([])
  await own.end()
  await empty.drop()
})

it('a journal moves to a hosted project and back, and no row is another one', long, async () => {
  const home = await embedded('home')
  await fillJournal(home.sql(), 300)
  const before = await journalState(home.sql())
  await home.stop()
  await command('home', ['backup', place('there.json.gz')])

  await command('moving', ['restore', place('there.json.gz'), '--yes'], project.databaseUrl)
  const there = await journalState(hosted)
  const { users: _, ...rows } = before.tables
  expect(there.tables).toMatchObject(rows)
  expect(there.epoch).not.toBe(before.epoch)
  expect(await unreadableAccounts()).toEqual([])

  const server = await startTestServer({
    hosted: false,
    env: { DATABASE_URL: project.databaseUrl },
  })
  const author = await server.client('Jonas')
  const row = { user_id: author.id, category: 'gedanken', content: 'Vom Gast geschrieben' }
  expect((await author.rest.from('entries').insert(row)).error).toBeNull()
  await server.stop()

  const then = await journalState(hosted)
  await command('moving', ['backup', place('back.json.gz')], project.databaseUrl)
  await command('new-home', ['restore', place('back.json.gz'), '--yes'])
  const back = await embedded('new-home')
  const after = await journalState(back.sql())
  const { users: __, ...hostedRows } = then.tables
  expect(after.tables).toMatchObject(hostedRows)
  expect(after.tables['users']).toBe(before.tables['users'])
  expect((await back.session('Željka')).user.email).toBe('zeljka@tagebuch.internal')
  await back.stop()
})

it('both get new passwords on a hosted project by the command of docs/operations.md', async () => {
  const home = await embedded('forgotten')
  await home.stop()
  await command('forgotten', ['backup', place('forgotten.json.gz')])
  await command('moving', ['restore', place('forgotten.json.gz'), '--yes'], project.databaseUrl)
  for (const name of ['Jonas', 'Željka'])
    await command('passwords', ['accounts', 'set-password', name], project.databaseUrl, {
      JOURNAL_NEW_PASSWORD: `${name}-neues-passwort`,
    })
  const server = await startTestServer({
    hosted: false,
    env: { DATABASE_URL: project.databaseUrl },
  })
  try {
    for (const name of ['Jonas', 'Željka'] as const)
      expect((await server.session(name, `${name}-neues-passwort`)).user.id).toBeDefined()
    await expect(server.session('Jonas')).rejects.toThrow('Invalid login credentials')
  } finally {
    await server.stop()
  }
})

it('the owner of a project changes the time zone by hand, and dates without a time stay on their day', async () => {
  const other = await createHostedProject()
  const owner = new Pool({ url: other.databaseUrl }, { name: 'test', max: 1 })
  const sql = sqlOf(owner)
  const server = await startTestServer({ hosted: false, env: { DATABASE_URL: other.databaseUrl } })
  try {
    const { rest, id } = await server.client('Jonas')
    const idea = { user_id: id, category: 'ideen', content: 'Ans Meer' }
    const dates = ['2026-12-24T00:00:00+01:00', '2026-12-24T18:30:00+01:00']
    for (const scheduled_date of dates)
      expect((await rest.from('entries').insert({ ...idea, scheduled_date })).error).toBeNull()
    await sql`update public.journal set time_zone = 'Asia/Tokyo'`
    const rows = await sql`select scheduled_date from public.entries order by created_at`
    expect(rows.map((row) => row['scheduled_date'])).toEqual([
      new Date('2026-12-24T00:00:00+09:00'),
      new Date('2026-12-24T18:30:00+01:00'),
    ])
  } finally {
    await server.stop()
    await owner.end()
    await other.drop()
  }
})
