import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'

import { actOnce, type Tally } from './actions.ts'
import { createChance } from './chance.ts'
import { injectFaults, rest } from './faults.ts'
import { differenceOf, type Difference } from './copies.ts'
import { openFaultyDevice, type FaultyDevice } from './device.ts'
import { startFaultyServer, type FaultyServer } from './server.ts'
import { createTrace, type Trace } from './trace.ts'

/** One run of two minutes with always the same seed, unless `npm run soak` asks for others. */
const runs = Number(process.env['SOAK_RUNS'] ?? 1)
const minutes = Number(process.env['SOAK_MINUTES'] ?? 2)
const firstSeed = Number(process.env['SOAK_SEED'] ?? 20_261_121)

/** Milliseconds the devices may take to agree once the faults have ended. */
const agreementTimeout = 240_000

const owners = [
  ['jonas1', 'Jonas'],
  ['jonas2', 'Jonas'],
  ['zeljka', 'Željka'],
] as const

for (let run = 0; run < runs; run += 1) {
  const seed = firstSeed + run
  test(`three devices agree with the database after the network faults of seed ${seed}`, async () => {
    test.setTimeout(minutes * 60_000 + agreementTimeout + 300_000)
    const chance = createChance(seed)
    const trace = createTrace()
    const server = await startFaultyServer()
    const devices: FaultyDevice[] = []
    try {
      for (const [name, person] of owners)
        devices.push(
          await openFaultyDevice({
            name,
            person,
            server: server.server(),
            port: server.port,
            chance: chance.branch(),
            trace,
          }),
        )
      const until = Date.now() + minutes * 60_000
      const tally = { begun: 0, done: 0 }
      const network = { devices, server, chance: chance.branch(), trace, until }
      await Promise.all([
        injectFaults(network),
        ...devices.map(async (device) => live(device, until, trace, tally)),
      ])
      const differences = await agreement(devices, server)
      const summary = `seed ${seed}: ${tally.done} of ${tally.begun} actions done`
      process.stdout.write(`\n${summary}, ${differences.length} devices differ\n`)
      report(seed, differences, trace)
      expect(differences.map(({ device, lines }) => ({ device, lines }))).toEqual([])
      // If nothing was done, agreement says nothing.
      expect(tally.done, summary).toBeGreaterThan(0)
    } finally {
      for (const device of devices) await device.close().catch(() => undefined)
      await server.close()
    }
  })
}

/** A person at a device: one thing after the other, with pauses. */
async function live(
  device: FaultyDevice,
  until: number,
  trace: Trace,
  tally: Tally,
): Promise<void> {
  for (let number = 1; Date.now() < until; number += 1) {
    await actOnce(device, number, trace, tally)
    await rest(device.chance.between(600, 3_500), until)
  }
}

/** The differences that are left once all agree, or once every device had its time. */
async function agreement(
  devices: readonly FaultyDevice[],
  server: FaultyServer,
): Promise<readonly Difference[]> {
  const end = Date.now() + agreementTimeout
  for (;;) {
    const found = await Promise.all(
      devices.map(async (device) =>
        differenceOf(device, server.server().sql()).catch((cause: unknown) => ({
          device: device.name,
          lines: [`could not be compared: ${String(cause)}`],
          ids: [],
          notes: undefined,
        })),
      ),
    )
    const differences = found.filter((difference) => difference !== undefined)
    if (differences.length === 0 || Date.now() > end) return differences
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
}

/** Writes the whole trace, and what is known of the rows that differ, where nothing removes it. */
function report(seed: number, differences: readonly Difference[], trace: Trace): void {
  const folder = path.resolve('network-fault-reports')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `seed-${seed}-whole.txt`), `${trace.lines.join('\n')}\n`)
  if (differences.length === 0) return
  const ids = differences.flatMap((difference) => difference.ids)
  const text = [
    ...differences.map((difference) => JSON.stringify(difference, null, 2)),
    '',
    'About these rows, and the faults between:',
    ...trace.about(ids),
  ].join('\n')
  const file = path.join(folder, `seed-${seed}.txt`)
  writeFileSync(file, `${text}\n`)
  process.stdout.write(`seed ${seed}: see ${path.relative(process.cwd(), file)}\n`)
}
