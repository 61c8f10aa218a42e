import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import {
  clusterProcesses,
  killClusterProcesses,
} from '../../src/server/database/embedded/cluster-processes.ts'
import { launch, startTestServer } from '../support/server.ts'
import { long } from '../support/quick.ts'

const folders: string[] = []

/** A data directory that does not exist yet. */
function fresh(): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'tagebuch-restart-'))
  folders.push(parent)
  return path.join(parent, 'data')
}
afterEach(async () => {
  for (const made of folders.splice(0)) {
    // A test that failed may leave a stopped process behind.
    await killClusterProcesses(cluster(path.join(made, 'data')))
    rmSync(made, { recursive: true, force: true })
  }
})

const cluster = (dataDir: string) => path.join(dataDir, 'cluster')

/** Starts the server and ends it with SIGKILL as soon as `moment` has come. */
async function startAndKill(dataDir: string, moment: () => boolean): Promise<void> {
  const { process: child, ready } = launch({ dataDir })
  while (child.exitCode === null && !moment()) await delay(1)
  child.kill('SIGKILL')
  await ready
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
}

/** Starts after a crash; both can sign in. Returns what the server said. */
async function startAfterCrash(dataDir: string): Promise<string> {
  const server = await startTestServer({ dataDir })
  try {
    expect((await server.client('Jonas')).id).toBeDefined()
    expect((await server.client('Željka')).id).toBeDefined()
    return server.logs()
  } finally {
    await server.stop()
  }
}

describe('a first start that is killed', () => {
  /** True once DATA_DIR holds a file whose path fits. */
  const has = (wanted: RegExp) => (dataDir: string) =>
    existsSync(dataDir) && filesIn(dataDir).some((file) => wanted.test(file))
  const filesIn = (dataDir: string) =>
    readdirSync(dataDir).flatMap((name) =>
      name.startsWith('cluster')
        ? [name, ...namesIn(path.join(dataDir, name)).map((inner) => `${name}/${inner}`)]
        : [name],
    )
  const namesIn = (dir: string) => {
    try {
      return readdirSync(dir)
    } catch {
      return []
    }
  }
  const moments: [string, (dataDir: string) => boolean][] = [
    ['initdb writes', has(/^cluster\.new[^/]*\/base$/)],
    ['the data directory is claimed', has(/^server\.lock$/)],
    ['initdb has its password', has(/^initdb-password$/)],
    ['the cluster is there', has(/^cluster$/)],
    ['PostgreSQL has written its number', has(/^cluster\/postmaster\.pid$/)],
    ['the keys are there', has(/^keys\.json$/)],
  ]

  it.each(moments)('when %s is made up for by the next', long, async (_, moment) => {
    const dataDir = fresh()
    await startAndKill(dataDir, () => moment(dataDir))
    await startAfterCrash(dataDir)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('cluster'))).toEqual(['cluster'])
  })

  it(
    'at any other moment is made up for by the next, also when that is killed too',
    // 31 moments, each with two starts that are killed and one that is not.
    { tags: ['long'], timeout: 600_000 },
    async () => {
      for (let wait = 0; wait <= 1_500; wait += 50) {
        const dataDir = fresh()
        for (const _ of [1, 2]) {
          const until = performance.now() + wait
          await startAndKill(dataDir, () => performance.now() > until)
        }
        await startAfterCrash(dataDir)
        rmSync(dataDir, { recursive: true })
      }
    },
  )
})

describe.runIf(process.platform === 'linux')('a server killed together with its database', () => {
  it('starts again at the first try while a child of the database holds on', long, async () => {
    const dataDir = fresh()
    const server = await startTestServer({ dataDir })
    const rows = await server.sql()<{ pid: number; type: string }[]>`
      select pid, backend_type as type from pg_stat_activity
      union all select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int, 'postmaster'`
    const pidOf = (type: string) => rows.find((row) => row.type === type)?.pid ?? 0
    process.kill(pidOf('checkpointer'), 'SIGSTOP')
    process.kill(pidOf('postmaster'), 'SIGKILL')
    await server.kill()
    expect(await clusterProcesses(cluster(dataDir))).toContain(pidOf('checkpointer'))
    const said = await startAfterCrash(dataDir)
    expect(said).toMatch(/^Unser Tagebuch läuft auf \S+\n$/)
  })
})

/** An ordinary user's number, if root may lend it and that user can read the project. */
const uid = 65_534
const canBeLent =
  process.getuid?.() === 0 &&
  spawnSync('test', ['-r', fileURLToPath(import.meta.url)], { uid, gid: uid }).status === 0

describe.runIf(canBeLent)('an ordinary user', () => {
  it('has a journal whose database listens on a socket of theirs', long, async () => {
    const dataDir = fresh()
    chownSync(path.dirname(dataDir), uid, uid)
    const server = await startTestServer({ dataDir, uid })
    try {
      expect((await server.client('Jonas')).id).toBeDefined()
      const [row] = await server.sql()<{ directory: string; address: string | null }[]>`
        select current_setting('unix_socket_directories') as directory,
          inet_server_addr()::text as address`
      expect(row).toEqual({ directory: `"${path.join(dataDir, 'socket')}"`, address: null })
    } finally {
      await server.stop()
    }
  })
})
