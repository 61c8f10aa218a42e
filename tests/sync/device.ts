import 'fake-indexeddb/auto'
import { WebSocket } from 'ws'

import type { PartnerId } from '../../src/domain/ids.ts'
import { createBackend, type Backend } from '../../src/web/backend/backend.ts'
import { sessionKey } from '../../src/web/backend/stored-session.ts'
import { openJournal, type JournalSession, type ShownJournal } from './open-journal.ts'
import type { EntryEdit } from '../../src/domain/entry.ts'
import type { JournalState, ShownEntry } from '../../src/web/replica/journal.ts'
import type { RowReader } from '../../src/web/replica/memory/journal-rows.ts'
import { systemTimers, type Timers } from '../../src/web/browser/timers.ts'
import { people, type PersonName, type UsedServer } from '../support/server.ts'

/** How a request fares on its way. */
export type Fate =
  | 'arrives'
  /** It never reaches the server. */
  | 'lost'
  /** The server carries it out, and its answer never comes back. */
  | 'answer-lost'
  /** The server carries it out at once; its answer is on the way until this has come to its end. */
  | { readonly whileAnswerTravels: () => Promise<unknown> }

interface Sent {
  readonly method: string
  readonly url: string
}
export type Network = (request: Sent) => Fate | Promise<Fate>

/** One person's browser, in Node: the real client code over a network that can fail. */
export interface Device {
  readonly id: PartnerId
  readonly backend: Backend
  /** The storage of the session. */
  readonly storage: ReturnType<typeof memoryStorage>
  readonly journal: ShownJournal
  readonly session: JournalSession
  /** The fate of the following requests; `arrives` for all until set. */
  setNetwork(network: Network): void
  /** The browser knows that it has no network. */
  unplug(state: boolean): void
  /** Closes the tab and opens it again. */
  /** `drawn` is what syncing of a copy with something to show may wait for. */
  reload(drawn?: Promise<unknown>): Promise<void>
  /** A second tab on the same storage; where a first drawing is given, it sends nothing before that. */
  openTab(drawn?: Promise<unknown>): Promise<JournalSession>
  close(): Promise<void>
}

/** Short pauses between tries, so that tests do not wait for real ones. */
export const hastyTimers: Timers = {
  ...systemTimers,
  after: (milliseconds, callback) => systemTimers.after(Math.min(milliseconds, 60), callback),
}

/** A clock of a tenth of the speed: on a busy machine, too, the time to undo is not over. */
export function unhurriedTimers(): Timers {
  const start = systemTimers.now()
  return {
    ...hastyTimers,
    now: () => start + (systemTimers.now() - start) / 10,
    after: (milliseconds, callback) =>
      milliseconds > 2000
        ? systemTimers.after(milliseconds * 10, callback)
        : hastyTimers.after(milliseconds, callback),
  }
}

export interface DeviceOptions {
  readonly timers?: Timers
  readonly pageSize?: number
  readonly realtime?: boolean
  /** The server's word that no pull need follow its frames; true unless given. */
  readonly sendsWholeRows?: boolean
  /** A sign-in of its own, for tests that end the session. */
  readonly freshSession?: boolean
  /** The promise for which syncing of a copy with something to show may wait. */
  readonly drawn?: Promise<unknown>
}

/** A storage of its own for each device. */
export function memoryStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

/** A socket that never gets through, for devices that live by pull alone. */
class DeadSocket extends WebSocket {
  constructor() {
    super('ws://127.0.0.1:9')
  }
}

/** One sign-in per server and person: its limit on attempts is not what these tests are about. */
const sessions = new Map<string, string>()

/** Signs in unless the device kept a session; returns the person's id. */
async function signIn(backend: Backend, name: PersonName): Promise<PartnerId> {
  if (backend.session().kind !== 'active') {
    const { identifier, password } = people[name]
    const result = await backend.signIn(identifier, password)
    if (!result.ok) throw new Error(`${name} could not sign in: ${result.reason}`)
  }
  const session = backend.session()
  if (session.kind !== 'active') throw new Error(`${name} is not signed in`)
  return session.person
}

export const offline: Network = () => 'lost'
export const fair: Network = () => 'arrives'

/** `fetch` over a network that does to each request what `network` says. */
function fetchIn(network: Network): typeof fetch {
  return async (input, init) => {
    const fate = await network({ method: init?.method ?? 'GET', url: new Request(input).url })
    if (fate === 'lost') throw new TypeError('fetch failed')
    const answer = await fetch(input, init)
    if (fate === 'answer-lost') {
      await answer.arrayBuffer()
      throw new TypeError('fetch failed')
    }
    if (typeof fate === 'object') await fate.whileAnswerTravels()
    return answer
  }
}

/** Signs a person in on a device of their own and opens the journal there. */
export async function openDevice(
  server: UsedServer,
  name: PersonName,
  options: DeviceOptions = {},
): Promise<Device> {
  const { timers = hastyTimers, pageSize = 1000, realtime = true, sendsWholeRows = true } = options
  let network: Network = () => 'arrives'
  let unplugged = false
  const storage = memoryStorage()
  const known = sessions.get(`${server.url} ${name}`)
  if (known !== undefined && options.freshSession !== true) storage.setItem(sessionKey, known)
  const backend = createBackend({
    url: server.url,
    anonKey: server.anonKey,
    sendsWholeRows,
    storage,
    webSocket: (realtime ? WebSocket : DeadSocket) as never,
    fetch: fetchIn(async (request) => network(request)),
  })
  const person = { id: await signIn(backend, name) }
  if (options.freshSession !== true)
    sessions.set(`${server.url} ${name}`, storage.getItem(sessionKey) ?? '')
  const faults: unknown[] = []
  const openTab = async (drawn = options.drawn) =>
    openJournal({
      person,
      backend,
      timers,
      pageSize,
      isOffline: () => unplugged,
      onFault: (cause) => faults.push(cause),
      ...(drawn && { drawn }),
    })
  let session = await openTab()
  return {
    id: person.id,
    backend,
    storage,
    get journal() {
      return session.journal
    },
    get session() {
      return session
    },
    setNetwork: (next) => void (network = next),
    unplug: (state) => void (unplugged = state),
    async reload(drawn) {
      await session.stop()
      session = await openTab(drawn)
    },
    openTab,
    async close() {
      await session.wipe()
      await backend.close()
      if (faults.length > 0) throw new AggregateError(faults, 'the machinery failed')
    },
  }
}

/**
 * Waits until `check` holds; says what was last seen when it never does. Looks often at first and
 * then less so: each look costs the processor that the awaited work needs.
 */
export async function eventually<Value>(
  read: () => Promise<Value>,
  check: (value: Value) => boolean,
  timeoutMs = 50_000,
): Promise<Value> {
  const end = Date.now() + timeoutMs
  for (let pause = 5; ; pause = Math.min(2 * pause, 40)) {
    const value = await read()
    if (check(value)) return value
    if (Date.now() > end) throw new Error(`never came: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Everything sent and everything pulled. */
export async function settled(device: Device, timeoutMs?: number): Promise<void> {
  await eventually(
    async () => ({
      status: device.journal.status(),
      unsent: device.session.unsentCount(),
    }),
    ({ status, unsent }) => status.hasData && unsent === 0,
    timeoutMs,
  )
}

/** An entry's four fields, shared and without a date unless said otherwise. */
export function note(content: string, more: Partial<EntryEdit> = {}): EntryEdit {
  return { category: 'erzaehlen', content, isPrivate: false, scheduledDate: null, ...more }
}

/** The newest hundred entries as this journal's screen would show them. */
export async function feed(journal: ShownJournal): Promise<readonly ShownEntry[]> {
  return journal.entries().slice(0, 100)
}

/** Waits until the memory of a device's screens answers a question so. */
export async function shown<Value>(
  device: Device,
  question: (state: JournalState, rows: RowReader) => Value,
  check: (value: Value) => boolean,
  timeoutMs?: number,
): Promise<Value> {
  return eventually(
    async () => question(device.session.state(), device.journal.rows),
    check,
    timeoutMs,
  )
}

export async function texts(journal: ShownJournal): Promise<string[]> {
  return (await feed(journal)).map((entry) => entry.content)
}
