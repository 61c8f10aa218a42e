import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { lostItemsOf } from '../../src/web/replica/questions/lost.ts'
import { newDataDir } from '../support/first-start.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { eventually, note, openDevice, settled, texts, type Device } from './device.ts'
import { inShort, long } from '../support/quick.ts'

// Each test starts the server twice or three times, which takes its time on a busy machine.

let folder: string
let dataDir: string
let port: string
let server: TestServer
let device: Device
/** Reads of the newest entries first, which only a rebuild makes. */
let firstPages: number

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tagebuch-restored-'))
  dataDir = newDataDir({})
  port = await freePort()
  await start()
  device = await openDevice(server, 'Jonas', { realtime: false, freshSession: true })
  await settled(device)
  firstPages = 0
  goOnline()
})
afterEach(async () => {
  await device.close()
  await server.stop()
  for (const made of [folder, dataDir])
    await rm(made, { recursive: true, force: true, maxRetries: 5 })
})

/** The device keeps its address, so the port stays. */
async function start(): Promise<void> {
  const end = Date.now() + 60_000
  for (;;)
    try {
      server = await startTestServer({ dataDir, env: { PORT: port } })
      return
    } catch (cause) {
      // The processes of a server that was killed hold on for a moment.
      if (Date.now() > end) throw cause
    }
}

function goOnline(): void {
  device.setNetwork(({ method, url }) => {
    const { pathname, searchParams } = new URL(url)
    const newestFirst = searchParams.get('order')?.startsWith('updated_at.desc')
    if (method === 'GET' && pathname.endsWith('/entries') && newestFirst) firstPages += 1
    return 'arrives'
  })
}

async function write(content: string): Promise<void> {
  device.journal.createEntry(note(content))
  device.session.wake()
  await settled(device, 60_000)
}

/** The write that the partner's device would have sent. */
async function partnerWrites(content: string): Promise<void> {
  const { id, rest } = await server.client('Željka')
  const row = { user_id: id, category: 'gedanken', content }
  expect((await rest.from('entries').insert(row)).error).toBeNull()
}

const held = async () =>
  (await server.sql()<{ content: string }[]>`select content from public.entries`)
    .map(({ content }) => content)
    .toSorted()

async function agrees(contents: readonly string[]): Promise<void> {
  const wanted = contents.toSorted()
  await eventually(
    async () => {
      device.session.wake()
      return { shown: (await texts(device.journal)).toSorted(), held: await held() }
    },
    (found) => JSON.stringify(found) === JSON.stringify({ shown: wanted, held: wanted }),
    60_000,
  )
}

/** The device asks about these, and the person wants all of them back. */
async function addsWhatWasLost(contents: readonly string[]): Promise<void> {
  const items = () => lostItemsOf(device.session.state(), device.journal.rows, Date.now())
  await expect.poll(async () => items().map(({ text }) => text)).toEqual(contents)
  device.session.lost.add(new Set(items().map(({ key }) => key)))
}

/** Ends the server and its database at once, as a power cut does. */
async function cutPower(): Promise<void> {
  const pidFile = path.join(dataDir, 'cluster', 'postmaster.pid')
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  await server.kill()
  process.kill(pid, 'SIGKILL')
}

const ends = {
  stopped: async () => void (await server.stop()),
  killed: cutPower,
} as const

/** As a person would do it; Node's own copying refuses the socket that a killed database leaves. */
function copyFolder(from: string, to: string): void {
  expect(spawnSync('cp', ['-a', from, to]).status).toBe(0)
}

async function putBack(copy: string): Promise<void> {
  await rm(dataDir, { recursive: true })
  copyFolder(copy, dataDir)
}

describe('a data directory restored from a plain copy', () => {
  it.each(inShort(1, ['killed', 'stopped'] as const))(
    'is followed by a device, its unsent work kept, when the server was %s',
    long,
    async (end) => {
      await write('vor der Kopie')
      await ends[end]()
      const copy = path.join(folder, 'copy')
      copyFolder(dataDir, copy)
      await start()
      await write('nach der Kopie')
      await ends[end]()
      await putBack(copy)
      device.setNetwork(() => 'lost')
      await start()
      device.journal.createEntry(note('noch nicht gesendet'))
      await partnerWrites('danach')
      goOnline()
      await agrees(['vor der Kopie', 'danach', 'noch nicht gesendet'])
      await addsWhatWasLost(['nach der Kopie'])
      await agrees(['vor der Kopie', 'nach der Kopie', 'danach', 'noch nicht gesendet'])
    },
  )

  it('is noticed too when it was copied while the server ran', long, async () => {
    await write('vor der Kopie')
    const hidden = device.journal.createEntry(note('geteilt und dann privat'))
    device.session.wake()
    await settled(device)
    await server.sql()`checkpoint`
    const copy = path.join(folder, 'copy')
    copyFolder(dataDir, copy)
    device.journal.write({
      action: 'edit-entry',
      entryId: hidden,
      edit: note('geteilt und dann privat', { isPrivate: true }),
    })
    await write('nach der Kopie')
    await server.stop()
    await putBack(copy)
    device.setNetwork(() => 'lost')
    await start()
    await partnerWrites('danach')
    goOnline()
    await agrees(['vor der Kopie', 'geteilt und dann privat', 'danach'])
    const isPrivate = async () =>
      server.sql()<{ id: string }[]>`select id::text from public.entries where is_private`
    await eventually(isPrivate, (rows) => rows.length === 1)
    expect(await isPrivate()).toEqual([{ id: hidden }])
    await addsWhatWasLost(['nach der Kopie'])
    await agrees(['vor der Kopie', 'geteilt und dann privat', 'nach der Kopie', 'danach'])
  })
})

describe('an ordinary start', () => {
  it.each(inShort(1, ['killed', 'stopped'] as const))(
    'makes no device read again, when the server was %s before',
    long,
    async (end) => {
      await write('vorher')
      await ends[end]()
      await start()
      await partnerWrites('nachher')
      await agrees(['vorher', 'nachher'])
      expect(firstPages).toBe(0)
    },
  )
})
