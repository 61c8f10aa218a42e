import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { firstStartEnv } from '../support/first-start.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { atMost, median, megabytes, report } from './figures.ts'
import { leave, moveIn, processesOf, processorTimeOf, write, type Household } from './household.ts'

/*
 * The cost of hosting the journals of friends: each in an instance of its own, both people of each with a socket,
 * each writing once a minute. HOUSEHOLDS and HOUSEHOLD_MINUTES change how many and how long.
 */

const wanted = Number(process.env['HOUSEHOLDS'] ?? 50)
const minutes = Number(process.env['HOUSEHOLD_MINUTES'] ?? 3)

/** Instances are started while this much memory is free, in bytes. */
const reserve = 1024 ** 3

test('many journals fit one machine', async () => {
  const first = mkdtempSync(path.join(tmpdir(), 'tagebuch-first-'))
  await (await startTestServer({ dataDir: first })).stop()
  process.env[firstStartEnv] = first
  const households: Household[] = []
  try {
    while (households.length < wanted && freemem() > reserve) households.push(await moveIn())
    const before = processorTime(households)
    const written = await live(households)
    const busy = (processorTime(households) - before) / (minutes * 60)
    const followers = households.flatMap(({ sockets }) => sockets)
    expect(followers.reduce((sum, { partnersChanges }) => sum + partnersChanges(), 0)).toBe(written)
    const memory = median(households.map(({ server }) => memoryOf(server)))
    const name = `memory per journal, ${households.length} of them`
    report('households', [
      atMost(name, memory, 200 * 1024 ** 2, megabytes),
      atMost('processor per journal', busy / households.length, 0.02, percent),
    ])
  } finally {
    await Promise.all(households.map(leave))
    rmSync(first, { recursive: true, force: true })
  }
})

const percent = (share: number) => `${(share * 100).toFixed(1)} % of a core`

/** Lets each person write once a minute, one after the other through the minute; returns how many wrote. */
async function live(households: readonly Household[]): Promise<number> {
  const people = households.flatMap((household) => household.people)
  const gap = 60_000 / people.length
  const started = performance.now()
  const sending: Promise<void>[] = []
  for (let turn = 0; turn < people.length * minutes; turn += 1) {
    await pause(Math.max(0, started + turn * gap - performance.now()))
    const person = people[turn % people.length]
    if (person !== undefined) sending.push(write(person, turn))
  }
  await Promise.all(sending)
  await pause(3_000)
  return sending.length
}

/** Bytes in memory, where what processes share counts in parts (PSS). */
function memoryOf(server: TestServer): number {
  return processesOf(server).reduce((sum, pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return sum + Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
  }, 0)
}

/** Seconds that all of them have used. */
function processorTime(households: readonly Household[]): number {
  return households.reduce((sum, { server }) => sum + processorTimeOf(server), 0)
}
