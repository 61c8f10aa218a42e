import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { embedded } from '../../../tests/support/cluster.ts'
import {
  cluster,
  dataDir,
  dir,
  modeOf,
  pidIn,
  placeDataDir,
  start,
  withDataDir,
} from '../../../tests/support/embedded-database.ts'
import type { Database } from './database.ts'
import { killClusterProcesses } from './embedded/cluster-processes.ts'
import { Pool } from './pool.ts'
import { inShort, long } from '../../../tests/support/quick.ts'

withDataDir()

/** The socket of a database, as its connection says. */
function socketOf({ connection }: Database): string {
  return 'path' in connection ? connection.path : ''
}

/** Answers on a port as a PostgreSQL that wants the password in clear text; keeps what it receives. */
async function impostor(port: number) {
  const received: string[] = []
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      received.push(data.toString('latin1'))
      socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
    })
  })
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { received, listening, close }
}

describe('the database of a journal', () => {
  it('is reached through a folder that is its user’s alone, and through no port', async () => {
    const database = await start()
    expect(path.dirname(socketOf(database))).toBe(path.join(dataDir, 'socket'))
    expect(await modeOf(path.dirname(socketOf(database)))).toBe('700')
    const [row] = await database.pool.query<{ listen: string; address: string | null }>(sql`
      select current_setting('listen_addresses') as listen, inet_server_addr()::text as address`)
    expect(row).toEqual({ listen: '', address: null })
  })

  it('takes SCRAM and nothing else', long, async () => {
    const { pool } = await start()
    const rules = await pool.query<{ type: string; method: string }>(sql`
      select distinct type, auth_method as method from pg_hba_file_rules`)
    expect([...rules]).toEqual([{ type: 'local', method: 'scram-sha-256' }])
    const [verifier] = await pool.query<{ scram: boolean }>(sql`
      select rolpassword like 'SCRAM-SHA-256$%' as scram from pg_authid where rolname = 'postgres'`)
    expect(verifier?.scram).toBe(true)
  })

  it.runIf(process.platform === 'linux')('gets nothing of our environment', long, async () => {
    process.env['JOURNAL_PASSWORD_1'] = 'im-umfeld-geheim'
    process.env['PGPASSWORD'] = 'im-umfeld-geheim'
    try {
      await start()
    } finally {
      delete process.env['JOURNAL_PASSWORD_1']
      delete process.env['PGPASSWORD']
    }
    const environment = await readFile(`/proc/${await pidIn(cluster())}/environ`, 'utf8')
    expect(environment).toContain('PATH=')
    expect(environment).not.toMatch(/JOURNAL_|DATABASE_URL|geheim|DATA_DIR/)
  })
})

describe('a data directory that can hold no socket', () => {
  const cases: [string, () => Promise<void>][] = [
    [
      'because its path is too long',
      async () => {
        placeDataDir(path.join(dir, 'a-folder-with-a-long-name-'.repeat(3), 'data'))
        await mkdir(dataDir, { recursive: true })
      },
    ],
    [
      'because its volume has none',
      async () => {
        await mkdir(dataDir)
        await writeFile(path.join(dataDir, 'socket'), '')
      },
    ],
  ]

  it.each(inShort(1, cases))(
    'gets one elsewhere, %s, for its user alone',
    long,
    async (_, prepare) => {
      await prepare()
      const database = await start()
      const folder = path.dirname(socketOf(database))
      expect(folder.startsWith(dataDir)).toBe(false)
      expect(await modeOf(folder)).toBe('700')
      expect(await readFile(path.join(dataDir, 'socket-location.json'), 'utf8')).toContain(folder)
      expect(await database.isAlive()).toBe(true)
      await database.stop()
      expect(existsSync(folder)).toBe(false)
      expect(await readdir(dataDir)).not.toContain('socket-location.json')
    },
  )

  it('has the folder of a crash removed by the next start', long, async () => {
    await mkdir(dataDir)
    await writeFile(path.join(dataDir, 'socket'), '')
    const left = await mkdtemp(path.join(os.tmpdir(), 'tagebuch-'))
    await writeFile(path.join(left, '.s.PGSQL.5432.lock'), '1\n')
    await writeFile(path.join(dataDir, 'socket-location.json'), JSON.stringify({ dir: left }))
    const database = await start()
    expect(existsSync(left)).toBe(false)
    expect(socketOf(database)).not.toContain(left)
  })
})

describe('a system without Unix sockets', () => {
  const placement = { tcp: true }

  it('has a port of this machine, with SCRAM', long, async () => {
    const database = await start({ placement })
    const [row] = await database.pool.query<{ listen: string }>(sql`
      select current_setting('listen_addresses') as listen`)
    expect(row?.listen).toBe('127.0.0.1')
    const connection = { ...embedded(database.connection), password: 'falsch' }
    const wrong = new Pool(connection, { name: 'test', max: 1 })
    await expect(wrong.run('select 1')).rejects.toMatchObject({ code: '28P01' })
    await wrong.end()
  })

  it('tells an impostor on its port nothing, not even who asks', async () => {
    const database = await start({ placement })
    const { connection } = database
    const port = 'port' in connection ? connection.port : 0
    await database.stop()
    await killClusterProcesses(cluster())
    const holder = await impostor(port)
    expect(holder.listening).toBe(true)
    const guest = new Pool(connection, { name: 'test', max: 1 })
    await expect(guest.run('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await guest.end(0)
    holder.close()
    expect(holder.received).toEqual([])
  })
})
