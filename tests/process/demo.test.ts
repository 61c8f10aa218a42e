import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { raw } from 'sql-template-tag'
import { demoEntries } from '../../scripts/demo/spread.ts'
import { memoryDaysOn } from '../../src/domain/memory-days.ts'
import { dayOf } from '../../src/domain/journal-day.ts'
import { parseEnvironment } from '../../src/server/settings/environment.ts'
import { readSettings } from '../../src/server/settings/settings.ts'
import { folderOfFile } from '../support/folders.ts'
import { buildServer } from '../support/build-server.ts'
import { long } from '../support/quick.ts'
import { reachServer, startTestServer, type TestServer } from '../support/server.ts'

const script = fileURLToPath(new URL('../../scripts/demo.mjs', import.meta.url))
const home = folderOfFile()
let real: TestServer
const inHome = (...names: string[]) => path.join(home, ...names)

beforeAll(async () => {
  buildServer()
  real = await startTestServer()
  await real.sql()`
    insert into entries (id, user_id, category, content)
    select gen_random_uuid(), id, 'gedanken', 'Echt' from profiles`
})
afterAll(async () => real.stop())

interface Demo {
  readonly process: ChildProcess
  readonly said: () => string
  /** Resolves once the process and its output have ended, with the exit code. */
  readonly ended: Promise<number | null>
}

/** Those that a test has started. */
const demos: Pick<Demo, 'process' | 'ended'>[] = []
afterEach(async () => {
  for (const { process: started } of demos) started.kill('SIGTERM')
  await Promise.all(demos.splice(0).map(async ({ ended }) => ended))
})

function startDemo(folder: string, env: Record<string, string> = {}): Demo {
  const child = spawn(process.execPath, [script, folder], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'close').then(() => child.exitCode)
  demos.push({ process: child, ended })
  return { process: child, said: () => said, ended }
}

/** The address and the two passwords that a demo prints. */
async function ready({ process: { stdout }, said, ended }: Demo) {
  for (;;) {
    const [, url = '', jonas = '', željka = ''] =
      /at (http:\S+)\n\n +Jonas: +(\S+)\n +Željka: +(\S+)\n/.exec(said()) ?? []
    if (željka !== '') return { url, passwords: { Jonas: jonas, Željka: željka } }
    const isOver = await Promise.race([
      ended.then(() => true),
      stdout === null ? true : once(stdout, 'data').then(() => false),
    ])
    if (isOver) throw new Error(said())
  }
}

/** The names of all variables that the server reads. */
function variableNames(): readonly string[] {
  const names = new Set<string | symbol>()
  const env = new Proxy<Record<string, string>>(
    {},
    {
      has: (_, name) => names.add(name) !== undefined,
      get: (_, name) => void names.add(name),
    },
  )
  parseEnvironment(env)
  readSettings(env, home)
  return [...names].filter((name) => typeof name === 'string')
}

/** Each of them as it may be set beside the real journal, and some that PostgreSQL's clients read. */
function variables(): Record<string, string> {
  const values: Record<string, string> = {
    PORT: new URL(real.url).port,
    HOST: '0.0.0.0',
    DATA_DIR: real.dataDir,
    DATABASE_URL: 'postgres://postgres@127.0.0.1:1/journal',
    BACKUP_AT: '00:00',
    PUBLIC_URL: 'https://tagebuch.example',
    PUSH_HOSTS: 'push.example',
    TRUST_PROXY: '1',
    DISK_WARN_MB: '1',
  }
  const ofPostgres = { PGHOST: '127.0.0.1', PGSSLMODE: 'require', PGOPTIONS: '-c role=other' }
  const ofServer = variableNames().map((name) => [name, values[name] ?? inHome('other')] as const)
  return { ...ofPostgres, ...Object.fromEntries(ofServer) }
}

/** The names in the real journal's folder, and the rows of its tables. */
async function realJournal() {
  const sql = real.sql()
  const names = await sql<{ name: string }[]>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'auth') order by name`
  const tables = new Map<string, unknown>()
  for (const { name } of names)
    tables.set(name, await sql`select row.*::text as row from ${raw(name)} row order by 1`)
  return { files: readdirSync(real.dataDir), tables }
}

it('the names of the variables that the server reads are found', () => {
  const some = ['DATABASE_URL', 'DATA_DIR', 'BACKUP_DIR', 'JOURNAL_CONFIG', 'DATABASE_URL_FILE']
  expect(variableNames()).toEqual(expect.arrayContaining(some))
})

it('a demo leaves the real journal alone, and goes on where it was stopped', long, async () => {
  const before = await realJournal()
  const folder = inHome('demo')
  const demo = startDemo(folder, variables())
  const { url, passwords } = await ready(demo)
  expect(new URL(url).hostname).toBe('127.0.0.1')
  expect(['3000', new URL(real.url).port]).not.toContain(new URL(url).port)
  const reached = reachServer(url, folder)
  for (const name of ['Jonas', 'Željka'] as const)
    expect((await reached.session(name, passwords[name])).user.email).toMatch(/@tagebuch/)
  const [{ count } = {}] = await reached.sql()`select count(*)::int from entries`
  await reached.sql()`delete from entries where content like 'Ab heute%'`
  expect(await (await fetch(`${url}/config.json`)).json()).toMatchObject({
    nudges: { key: null },
  })
  await reached.stop()
  demo.process.kill('SIGINT')
  expect(await demo.ended).toBe(0)
  const leftovers = ['backups', 'server.lock', 'running.json', 'cluster/postmaster.pid']
  expect(leftovers.filter((name) => existsSync(path.join(folder, name)))).toEqual([])

  const holder = await holdPort()
  const again = startDemo(folder, variables())
  const second = await ready(again)
  holder.close()
  expect(new URL(second.url).port).not.toBe('3210')
  expect(again.said()).toContain('Port 3210 is taken')
  expect(second.passwords).toEqual(passwords)
  const reachedAgain = reachServer(second.url, folder)
  expect(await reachedAgain.sql()`select count(*)::int from entries`).toEqual([
    { count: Number(count) - 1 },
  ])
  await reachedAgain.stop()
  again.process.kill('SIGTERM')
  expect(await again.ended).toBe(0)
  expect(existsSync(inHome('other'))).toBe(false)
  expect(await realJournal()).toEqual(before)
})

/** Takes a demo's port. Where another program has it, it is taken just as well. */
async function holdPort() {
  const holder = createServer().listen(3210, '127.0.0.1')
  await once(holder, 'listening').catch(() => undefined)
  return holder
}

it('a demo takes no folder that it has not made, and none of another version', async () => {
  const made = inHome('made')
  mkdirSync(made)
  for (const folder of [made, real.dataDir]) {
    const files = readdirSync(folder)
    const demo = startDemo(folder)
    expect([await demo.ended, demo.said()]).toEqual([1, expect.stringContaining('left alone')])
    expect(readdirSync(folder)).toEqual(files)
  }
  const marker = { madeBy: 'npm run demo of Unser Tagebuch', version: 'older', passwords: ['', ''] }
  writeFileSync(path.join(made, 'demo.json'), JSON.stringify(marker))
  const demo = startDemo(made)
  expect([await demo.ended, demo.said()]).toEqual([1, expect.stringContaining('another version')])
  expect(readdirSync(made)).toEqual(['demo.json'])
})

it.each(['2026-11-29', '2027-01-01', '2028-02-28', '2028-02-29', '2028-12-31'])(
  'the two years before %s are of the same texts, with a memory of each year',
  (day) => {
    const now = Date.parse(`${day}T09:00:00+01:00`)
    const entries = demoEntries(now)
    const texts = (at: number) => demoEntries(at).map(({ content }) => content)
    expect(texts(now)).toEqual(texts(Date.parse('2026-06-12T17:30:00+02:00')))
    expect(new Set(entries.map(({ category }) => category)).size).toBe(4)
    const days = entries.map(({ hoursAgo }) => dayOf(now - hoursAgo * 3_600_000, 'Europe/Berlin'))
    const begun = days.toSorted()[0]
    const today = dayOf(now, 'Europe/Berlin')
    if (begun === undefined) throw new Error('no entries')
    expect(entries.every(({ hoursAgo }) => hoursAgo > 0)).toBe(true)
    expect(Number(today.slice(0, 4)) - Number(begun.slice(0, 4))).toBe(2)
    for (const { first, last } of memoryDaysOn(today, begun))
      expect(days.some((one) => one >= first && one <= last)).toBe(true)
  },
)
