import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { clientConfig } from '../../src/server/database/connection.ts'
import { arrived, cardOf, toggleOf, write } from '../e2e/entry-steps.ts'
import { expect, firstPartner, secondPartner, test } from '../support/e2e.ts'
import { bytesOf, restRequestsOf } from '../support/rest-requests.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { settled } from './cpu.ts'
import { atLeast, atMost, median, milliseconds, ratio, report } from './figures.ts'
import { processorTimeOf } from './household.ts'
import { seedJournal } from './seed.ts'

/*
 * The server's work for a page of 50 entries, as the app pulls it. The load comes from this process, on the same cores.
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
    const person = await server.client('Jonas')
    const token = { authorization: `Bearer ${await person.accessToken()}`, apikey: server.anonKey }
    const page = `select=*&order=updated_at.desc,id.desc&limit=${rows}`
    const ask = asker(`${server.url}/rest/v1/entries?${page}`, token)
    const { processor, transactions, ...latency } = await measure(server, ask, plain.ask)
    report('requests', [
      atMost('a pull of 50, Node + PostgreSQL, CPU', processor, 7, milliseconds),
      atMost('a pull of 50, transactions', transactions, 1),
      ratio({ name: 'a pull of 50 : plain SQL over HTTP, median', ...latency }, 2.5),
      atLeast('pulls of 50, 8 side by side', await rate(ask), 150, perSecond),
    ])
  } finally {
    await plain.stop()
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
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  report('tick', [
    atMost('requests of a tick', mine.length, 1),
    atMost('their bytes, heads included', bytes, 4_000),
    atMost('the partner’s requests for it', theirs.length, 0),
  ])
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

/**
 * Milliseconds until a request is answered, and the same of plain SQL, in blocks in turns; the milliseconds of processor
 * time and the transactions of one.
 */
async function measure(server: TestServer, ask: Ask, askPlain: Ask) {
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
    value: median(times),
    base: median(plainTimes),
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
