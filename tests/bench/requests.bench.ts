import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { clientConfig } from '../../src/server/database/connection.ts'
import { arrived, cardOf, toggleOf, write } from '../e2e/entry-steps.ts'
import { expect, firstPartner, secondPartner, test } from '../support/e2e.ts'
import { bytesOf, restRequestsOf } from '../support/rest-requests.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { settled } from './cpu.ts'
import {
  atLeast,
  atMost,
  median,
  megabytes,
  milliseconds,
  ratio,
  report,
  since,
} from './figures.ts'
import { processorTimeOf } from './household.ts'
import { seedJournal } from './seed.ts'

/*
 * The server's work for a page of 50 entries, as the app pulls it and with the authors' names. The load comes from
 * this process, on the same cores.
 */

const rows = 50
const blocks = 6
const inBlock = 100
const sideBySide = 8

test('a request costs the server little', async () => {
  test.setTimeout(300_000)
  const server = await startTestServer()
  const plain = await servePlainSql(server)
  try {
    await seedJournal(server, { entries: 10_000 })
    const asking = await pagesOf(server)
    const pulled = await measure(server, asking.pulled, plain.ask)
    const named = await measure(server, asking.named, plain.ask)
    const show = milliseconds
    const latency = { value: pulled.middle, base: pulled.plainMiddle, show }
    const slower = { value: named.middle, base: named.plainMiddle, show }
    const figures = [
      since('12.3 ms', atMost('a pull of 50, Node + PostgreSQL, CPU', pulled.processor, 7, show)),
      since('12.3 ms', atMost('50 with names, Node + PostgreSQL, CPU', named.processor, 7, show)),
      since('3–4', atMost('a pull of 50, transactions', pulled.transactions, 1)),
      since('3–4', atMost('50 with names, transactions', named.transactions, 1)),
      ratio({ name: 'a pull of 50 : plain SQL over HTTP, median', ...latency }, 2.5),
      ratio({ name: '50 with names : plain SQL over HTTP, median', ...slower }, 3),
      atLeast('pulls of 50, 8 side by side', await rate(asking.pulled), 150, perSecond),
      atLeast('50 with names, 8 side by side', await rate(asking.named), 150, perSecond),
    ]
    expect(report('requests', figures)).toEqual([])
  } finally {
    await plain.stop()
    await server.stop()
  }
})

test('a thousand requests leave little in memory', async () => {
  const server = await startTestServer()
  try {
    const { rest } = await server.client('Jonas')
    const before = residentBytes(server)
    for (let request = 0; request < 1000; request += 1)
      await rest.from('entries').select('*').limit(rows)
    const after = residentBytes(server)
    const memory = { name: 'memory after 1,000 requests', value: after, base: before }
    expect(report('memory', [ratio({ ...memory, show: megabytes }, 1.3)])).toEqual([])
  } finally {
    await server.stop()
  }
})

test('a tick is one small request', async ({ app }) => {
  const page = await app.signedIn(firstPartner)
  const partner = await app.signedIn(secondPartner)
  const written = await write(page, 'Wird abgehakt')
  await arrived(written)
  const seen = cardOf(partner, 'Wird abgehakt')
  await seen.waitFor()
  await settled(page)
  const [mine, theirs] = [restRequestsOf(page), restRequestsOf(partner)]
  await toggleOf(written).click()
  await expect(toggleOf(seen)).toHaveAttribute('aria-pressed', 'true')
  await arrived(written)
  // Longer than a pull ever waited after an event.
  await page.waitForTimeout(1_200)
  const sizes = await Promise.all(mine.map(bytesOf))
  const figures = [
    since('7', atMost('requests of a tick', mine.length, 1)),
    since(
      '15 kB',
      atMost(
        'their bytes, heads included',
        sizes.reduce((a, b) => a + b, 0),
        4_000,
      ),
    ),
    atMost('the partner’s requests for it', theirs.length, 0),
  ]
  expect(report('tick', figures)).toEqual([])
})

const perSecond = (value: number) => `${value.toFixed(0)} a second`

type Ask = () => Promise<void>

/** Asks for the newest entries over HTTP; throws where fewer come than are asked for. */
function asker(url: string, headers: Record<string, string> = {}): Ask {
  return async () => {
    const answer = await fetch(url, { headers })
    const found = (await answer.json()) as unknown[]
    if (found.length !== rows) throw new Error(`${answer.status}: ${found.length} rows`)
  }
}

/** The request by which the app pulls, and one of the same rows that is none. */
async function pagesOf(server: TestServer): Promise<{ pulled: Ask; named: Ask }> {
  const person = await server.client('Jonas')
  const headers = { apikey: server.anonKey, authorization: `Bearer ${await person.accessToken()}` }
  const page = `order=updated_at.desc,id.desc&limit=${rows}`
  const asking = (select: string) =>
    asker(`${server.url}/rest/v1/entries?select=${select}&${page}`, headers)
  return { pulled: asking('*'), named: asking('*,profiles(name)') }
}

/** A bare server in a process of its own, as ours is, that answers with the same rows by one statement. */
async function servePlainSql(server: TestServer) {
  const program = fileURLToPath(new URL('plain-sql.mjs', import.meta.url))
  const statement = `select * from entries order by updated_at desc, id desc limit ${rows}`
  const args = [program, JSON.stringify(clientConfig(server.connection)), statement]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    ask: asker(`http://127.0.0.1:${port.toString().trim()}/`),
    async stop() {
      const closed = once(child, 'close')
      child.kill()
      await closed
    },
  }
}

interface Measured {
  /** Milliseconds of processor time for one request. */
  readonly processor: number
  readonly transactions: number
  /** Milliseconds until one is answered. */
  readonly middle: number
  readonly plainMiddle: number
}

/** Resident memory of the Node process. */
function residentBytes(server: TestServer): number {
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

/** Blocks of requests one after the other, in turns with the plain server's. */
async function measure(server: TestServer, ask: Ask, askPlain: Ask): Promise<Measured> {
  const times: number[] = []
  const plainTimes: number[] = []
  let processor = 0
  for (let block = 0; block <= blocks; block += 1) {
    const plain = await timesOf(askPlain)
    const used = processorTimeOf(server)
    const own = await timesOf(ask)
    // The first block is slower in either server.
    if (block === 0) continue
    processor += processorTimeOf(server) - used
    plainTimes.push(...plain)
    times.push(...own)
  }
  return {
    processor: (processor * 1000) / times.length,
    middle: median(times),
    plainMiddle: median(plainTimes),
    transactions: await transactionsOf(server, ask),
  }
}

async function timesOf(ask: Ask): Promise<number[]> {
  const times: number[] = []
  for (let request = 0; request < inBlock; request += 1) {
    const began = performance.now()
    await ask()
    times.push(performance.now() - began)
  }
  return times
}

/** Transactions that a request makes; what the server does meanwhile by itself is less than a twentieth. */
async function transactionsOf(server: TestServer, ask: Ask): Promise<number> {
  const before = await transactionsEnded(server)
  const asked = 1_500
  for (let request = 0; request < asked; request += 1) await ask()
  const made = (await transactionsEnded(server)) - before
  return Math.round((10 * made) / asked) / 10
}

/** Milliseconds after which a connection that rests has told its transactions to the statistics. */
const told = 11_000

async function transactionsEnded(server: TestServer): Promise<number> {
  await pause(told)
  const [row] = await server.sql()<{ ended: number }[]>`
    select (xact_commit + xact_rollback)::int as ended from pg_stat_database
    where datname = current_database()`
  return row?.ended ?? Number.NaN
}

/** Requests answered in a second. */
async function rate(ask: Ask): Promise<number> {
  const began = performance.now()
  const one = async () => {
    for (let request = 0; request < 2 * inBlock; request += 1) await ask()
  }
  await Promise.all(Array.from({ length: sideBySide }, one))
  return (sideBySide * 2 * inBlock * 1000) / (performance.now() - began)
}
