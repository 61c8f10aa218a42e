import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { namesOf } from '../../src/server/backup/backup-name.ts'
import { readBackup } from '../../src/server/backup/read-backup.ts'
import {
  clusterProcesses,
  killClusterProcesses,
} from '../../src/server/database/embedded/cluster-processes.ts'
import { newDataDir } from '../support/first-start.ts'
import { noClusterHere, notedRows, unpackDataDir } from '../support/older-version.ts'
import { launch, startTestServer, type TestServer } from '../support/server.ts'
import { inShort } from '../support/quick.ts'
import { eventually } from '../sync/device.ts'
import { createChance, type Chance } from '../network-faults/chance.ts'
import { journalState, operator } from './support/journal-state.ts'
import { WriteLoad } from './support/write-load.ts'

/** Repeats the moments of a run, or draws others: see `npm run soak`. */
const seed = Number(process.env['SOAK_SEED'] ?? 20_261_122)
const folder = mkdtempSync(path.join(tmpdir(), 'tagebuch-kills-'))
const dataDir = newDataDir({})
/** The rows that were written in all rounds on `dataDir`. */
const load = new WriteLoad(createChance(seed))

const victims = ['both', 'server', 'database'] as const
type Victim = (typeof victims)[number]

afterAll(async () => {
  await killClusterProcesses(clusterIn(dataDir))
  for (const made of [folder, dataDir]) rmSync(made, { recursive: true, force: true })
})

const clusterIn = (place: string) => path.join(place, 'cluster')

/** SIGKILL to the program, to PostgreSQL (all of its processes, or any one), or to both. */
async function kill(victim: Victim, program: () => void, place: string, chance: Chance) {
  if (victim !== 'database') program()
  if (victim === 'server') return
  const all = await clusterProcesses(clusterIn(place))
  const doomed =
    victim === 'both' || all.length === 0 || chance.happens(0.5) ? all : [chance.pick(all)]
  for (const pid of doomed)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The others end when the first has gone.
    }
}

/** Starts on `dataDir`, where all that was acknowledged has to be and both can write; then stops. */
async function expectAllThere(): Promise<void> {
  const server = await startTestServer({ dataDir })
  try {
    expect(await load.differences(server.sql())).toEqual([])
    await expectWritable(server)
    expect(await load.differences(server.sql())).toEqual([])
  } finally {
    await server.stop()
  }
}

async function expectWritable(server: TestServer): Promise<void> {
  const before = load.acknowledged
  await load.start(server)
  await expect.poll(async () => load.acknowledged - before).toBeGreaterThan(10)
  await load.stop()
}

/** Starts, and waits until the journal's row no longer says when another round had a backup. */
async function startWithoutBackups(): Promise<TestServer> {
  const server = await startTestServer({ dataDir })
  await eventually(
    async () => server.sql()`select from public.journal where backed_up_at is not null`,
    ({ length }) => length === 0,
  )
  return server
}

/** Kills in the middle of the load; a surviving server goes on. */
async function killUnderLoad(server: TestServer, victim: Victim, moment: number, chance: Chance) {
  await load.start(server)
  await delay(moment)
  await kill(victim, () => void server.process.kill('SIGKILL'), dataDir, chance)
  if (victim === 'database') {
    const before = load.acknowledged
    // If it stops, the log says why.
    await eventually(
      async () => ({ count: load.acknowledged - before, logs: server.logs() }),
      ({ count }) => count > 20,
    )
  }
  await load.stop()
  await (victim === 'database' ? server.stop() : server.kill())
}

/** Starts on a folder and kills at that moment of the start; PostgreSQL is ended with it. */
async function killAtStart(place: string, victim: Victim, moment: number, chance: Chance) {
  const { process: child, ready } = launch({ dataDir: place })
  const ended = once(child, 'close')
  await delay(moment)
  await kill(victim, () => void child.kill('SIGKILL'), place, chance)
  // One whose database alone is gone starts again, or says why not.
  await ready
  child.kill('SIGTERM')
  await ended
}

const scenes: Readonly<Record<string, (victim: Victim, chance: Chance) => Promise<void>>> = {
  'while both write': async (victim, chance) => {
    const server = await startTestServer({ dataDir })
    await killUnderLoad(server, victim, chance.between(50, 1500), chance)
    await expectAllThere()
  },

  'during a backup': async (victim, chance) => {
    const backups = mkdtempSync(path.join(folder, 'backups-'))
    const env = { BACKUP_AT: '03:15', BACKUP_DIR: backups, DISK_WARN_MB: '1' }
    const server = await startTestServer({ dataDir, env })
    await killUnderLoad(server, victim, chance.between(50, 1500), chance)
    await expectAllThere()
    const next = await startTestServer({ dataDir, env })
    const finished = () => readdirSync(backups).filter((name) => name.endsWith('.json.gz'))
    await eventually(
      async () => finished(),
      ({ length }) => length > 0,
    )
    for (const name of finished()) await readBackup(path.join(backups, name))
    await eventually(
      async () => next.sql()`select from pg_database where datname like 'tagebuch_check%'`,
      ({ length }) => length === 0,
    )
    await next.stop()
  },

  'during a restore': async (victim, chance) => {
    const server = await startWithoutBackups()
    const saved = await journalState(server.sql())
    const known = load.known()
    const file = path.join(mkdtempSync(path.join(folder, 'saved-')), 'journal.json.gz')
    expect(await operator(dataDir, ['backup', file]).ended).toMatchObject({ code: 0 })
    await expectWritable(server)
    const later = await journalState(server.sql())
    await server.stop()
    const restoring = operator(dataDir, ['restore', file, '--yes'])
    await delay(chance.between(200, 3000))
    await kill(victim, () => void restoring.process.kill('SIGKILL'), dataDir, chance)
    await restoring.ended
    const after = await startWithoutBackups()
    const now = await journalState(after.sql())
    await after.stop()
    const isOld = now.epoch === later.epoch
    expect(now.tables).toEqual(isOld ? later.tables : saved.tables)
    if (!isOld) load.goBackTo(known)
    await expectAllThere()
  },

  'during an update': async (victim, chance) => {
    const place = unpackDataDir('0.1.0')
    await killAtStart(place, victim, chance.between(200, 4000), chance)
    const server = await startTestServer({ dataDir: place })
    const rows = await server.sql()<{ id: string; content: string }[]>`
      select id::text, content from public.entries order by id`
    const noted = notedRows('0.1.0').entries.map(({ id, content }) => ({ id, content }))
    expect([...rows]).toEqual(
      noted.toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1)),
    )
    const backups = path.join(place, 'backups')
    // A second one of the same second has a number.
    const made = namesOf('before-update', readdirSync(backups))
    for (const { name } of made) await readBackup(path.join(backups, name))
    expect(made).not.toEqual([])
    await server.stop()
    rmSync(place, { recursive: true, force: true })
  },

  'during the first start': async (victim, chance) => {
    const place = path.join(mkdtempSync(path.join(folder, 'first-')), 'data')
    mkdirSync(place)
    await killAtStart(place, victim, chance.between(100, 3500), chance)
    const server = await startTestServer({ dataDir: place })
    for (const name of ['Jonas', 'Željka'] as const)
      expect((await server.client(name)).name).toBe(name)
    await server.stop()
    rmSync(place, { recursive: true, force: true })
  },
}

const names = Object.keys(scenes).filter(
  (name) => name !== 'during an update' || noClusterHere === undefined,
)

/** Every scene with every victim, by turns: once each, or as many rounds as `npm run soak` asks for. */
const count = Number(process.env['SOAK_ROUNDS'] ?? names.length * victims.length)
const rounds = Array.from({ length: count }, (_, at) => {
  const name = names[at % names.length] ?? ''
  const victim = victims[Math.floor(at / names.length) % victims.length] ?? 'both'
  return [at, victim, name] as const
})

describe('kill -9 loses nothing that was acknowledged', () => {
  it.each(inShort(1, rounds))(
    'round %i: %s, %s',
    async (at, victim, name) => {
      await scenes[name]?.(victim, createChance(seed + at))
    },
    // Each is several starts, and a backup or an update.
    120_000,
  )
})
