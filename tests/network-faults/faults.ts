import type { Chance } from './chance.ts'
import type { FaultyDevice } from './device.ts'
import type { FaultyServer } from './server.ts'
import { fair } from './proxy.ts'
import type { Trace } from './trace.ts'

/** The faults, and how often each comes. */
const weights = {
  offline: 14,
  longOffline: 3,
  lossy: 12,
  slow: 8,
  deadSocket: 8,
  cutSocket: 6,
  crash: 14,
  openTab: 12,
  closeTab: 6,
  killServer: 8,
  killDatabase: 6,
  killBoth: 6,
}
type Fault = keyof typeof weights

export interface FaultyNetwork {
  readonly devices: readonly FaultyDevice[]
  readonly server: FaultyServer
  readonly chance: Chance
  readonly trace: Trace
  /** Milliseconds since 1970 after which nothing new comes up. */
  readonly until: number
}

const mostTabs = 3

/** Lets one fault after the other come up until the time is over, then clears up. */
export async function injectFaults(network: FaultyNetwork): Promise<void> {
  const { chance, until } = network
  const passing: Promise<void>[] = []
  while (Date.now() < until) {
    await rest(chance.between(2_000, 9_000), until)
    if (Date.now() >= until) break
    const fault = chance.weighted(weights)
    const device = chance.pick(network.devices)
    const passed = faults[fault](network, device).catch((cause: unknown) => {
      network.trace.note('faults', `${fault} failed: ${String(cause)}`)
    })
    // The server dies one death at a time; what meets a device passes beside the rest.
    if (fault.startsWith('kill')) await passed
    else passing.push(passed)
  }
  await Promise.all(passing)
  for (const device of network.devices) {
    device.proxy.set(fair)
    await device.setOffline(false)
  }
  await network.server.untilHealthy()
  network.trace.note('faults', 'ended')
}

const faults: Readonly<
  Record<Fault, (network: FaultyNetwork, device: FaultyDevice) => Promise<void>>
> = {
  offline: async (network, device) => stayOffline(network, device, [2_000, 25_000]),
  longOffline: async (network, device) => stayOffline(network, device, [60_000, 120_000]),
  async lossy(network, device) {
    const { chance } = network
    const way = { lostRequests: chance.between(0, 0.4), lostAnswers: chance.between(0.1, 0.6) }
    await during(network, device, 'lossy', [5_000, 20_000], way)
  },
  async slow(network, device) {
    await during(network, device, 'slow', [5_000, 20_000], {
      delay: network.chance.between(300, 4_000),
    })
  },
  async deadSocket({ trace }, device) {
    trace.note(device.name, 'the socket is dead')
    device.proxy.deadenSockets()
  },
  async cutSocket({ trace }, device) {
    trace.note(device.name, 'the socket is cut')
    device.proxy.cutSockets()
  },
  async crash({ trace }, device) {
    trace.note(device.name, `a tab of ${device.tabs().length} crashes`)
    await device.crashTab()
  },
  async openTab({ trace }, device) {
    if (device.tabs().length >= mostTabs) return
    trace.note(device.name, 'another tab opens')
    await device.openTab()
  },
  async closeTab({ trace }, device) {
    trace.note(device.name, 'a tab closes')
    await device.closeTab()
  },
  async killServer({ server, chance, trace, until }) {
    trace.note('faults', 'the server is killed')
    await server.killServer()
    await rest(chance.between(100, 8_000), until)
    await server.restart()
    trace.note('faults', 'the server runs again')
  },
  async killDatabase({ server, trace }) {
    trace.note('faults', 'the database is killed')
    server.killDatabase()
    await server.untilHealthy()
    trace.note('faults', 'the database runs again')
  },
  async killBoth({ server, chance, trace, until }) {
    trace.note('faults', 'database and server are killed')
    server.killDatabase()
    await server.killServer()
    await rest(chance.between(0, 4_000), until)
    await server.restart()
    trace.note('faults', 'database and server run again')
  },
}

async function stayOffline(
  network: FaultyNetwork,
  device: FaultyDevice,
  range: readonly [number, number],
): Promise<void> {
  // Half of the time the browser knows: then it says so, and again when it is over.
  const known = network.chance.happens(0.5)
  if (known) await device.setOffline(true)
  device.proxy.cutSockets()
  await during(network, device, known ? 'offline, and knows' : 'offline', range, { cut: true })
  if (known) await device.setOffline(false)
}

async function during(
  { chance, trace, until }: FaultyNetwork,
  device: FaultyDevice,
  what: string,
  [least, most]: readonly [number, number],
  way: Partial<typeof fair>,
): Promise<void> {
  trace.note(device.name, what)
  device.proxy.set({ ...fair, ...way })
  await rest(chance.between(least, most), until)
  device.proxy.set(fair)
  trace.note(device.name, `no longer ${what}`)
}

/** Waits, but not beyond the end of the run. */
export async function rest(milliseconds: number, until: number): Promise<void> {
  const time = Math.max(0, Math.min(milliseconds, until - Date.now()))
  await new Promise((resolve) => setTimeout(resolve, time))
}
