import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import {
  startDatabase,
  type Database,
  type DatabaseOptions,
} from '../../src/server/database/database.ts'
import { readPostmasterFile } from '../../src/server/database/embedded/postmaster.ts'
import { silentLog } from './cluster.ts'

/* An embedded database that each test starts itself, in a data directory that is not made yet. */

export let dir: string
export let dataDir: string
const running: Database[] = []

/** @param end what a test leaves besides the databases that it has started, while their folder is there */
export function withDataDir(end: () => Promise<void> = async () => undefined): void {
  beforeEach(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'tagebuch-embedded-'))
    placeDataDir(path.join(dir, 'data'))
  })
  afterEach(async () => {
    for (const database of running.splice(0)) await database.stop()
    await end()
    await rm(dir, { recursive: true, force: true })
  })
}

export function placeDataDir(place: string): void {
  dataDir = place
}

export async function start(options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const database = await startDatabase({ dataDir, log: silentLog, ...options })
  running.push(database)
  return database
}

export const cluster = () => path.join(dataDir, 'cluster')
export const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)
export const pidIn = async (folder: string) => (await readPostmasterFile(folder))?.pid ?? 0
