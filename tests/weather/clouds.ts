import type { Chance } from './chance.ts'
import type { WeatherDevice } from './device.ts'
import type { Ground } from './ground.ts'
import { fair } from './proxy.ts'
import type { Trace } from './trace.ts'

/** What the weather does, and how often. */
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
type Cloud = keyof typeof weights

export interface Sky {
  readonly devices: readonly WeatherDevice[]
  readonly ground: Ground
  readonly chance: Chance
  readonly trace: Trace
  /** Milliseconds since 1970 after which nothing new comes up. */
  readonly until: number
}

const mostTabs = 3

/** Lets one cloud after the other come up until the time is over, then clears up. */
export async function bringWeather(sky: Sky): Promise<void> {
  const { chance, until } = sky
  const passing: Promise<void>[] = []
  while (Date.now() < until) {
    await rest(chance.between(2_000, 9_000), until)
    if (Date.now() >= until) break
    const cloud = chance.weighted(weights)
    const device = chance.pick(sky.devices)
    const passed = clouds[cloud](sky, device).catch((cause: unknown) => {
      sky.trace.note('weather', `${cloud} failed: ${String(cause)}`)
    })
    // The server dies one death at a time; what meets a device passes beside the rest.
    if (cloud.startsWith('kill')) await passed
    else passing.push(passed)
  }
  await Promise.all(passing)
  for (const device of sky.devices) {
    device.proxy.set(fair)
    await device.setOffline(false)
  }
  await sky.ground.untilHealthy()
  sky.trace.note('weather', 'clear')
}

const clouds: Readonly<Record<Cloud, (sky: Sky, device: WeatherDevice) => Promise<void>>> = {
  offline: async (sky, device) => stayOffline(sky, device, [2_000, 25_000]),
  longOffline: async (sky, device) => stayOffline(sky, device, [60_000, 120_000]),
  async lossy(sky, device) {
    const { chance } = sky
    const way = { lostRequests: chance.between(0, 0.4), lostAnswers: chance.between(0.1, 0.6) }
    await during(sky, device, 'lossy', [5_000, 20_000], way)
  },
  async slow(sky, device) {
    await during(sky, device, 'slow', [5_000, 20_000], { delay: sky.chance.between(300, 4_000) })
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
  async killServer({ ground, chance, trace, until }) {
    trace.note('weather', 'the server is killed')
    await ground.killServer()
    await rest(chance.between(100, 8_000), until)
    await ground.restart()
    trace.note('weather', 'the server runs again')
  },
  async killDatabase({ ground, trace }) {
    trace.note('weather', 'the database is killed')
    ground.killDatabase()
    await ground.untilHealthy()
    trace.note('weather', 'the database runs again')
  },
  async killBoth({ ground, chance, trace, until }) {
    trace.note('weather', 'database and server are killed')
    ground.killDatabase()
    await ground.killServer()
    await rest(chance.between(0, 4_000), until)
    await ground.restart()
    trace.note('weather', 'database and server run again')
  },
}

async function stayOffline(
  sky: Sky,
  device: WeatherDevice,
  range: readonly [number, number],
): Promise<void> {
  // Half of the time the browser knows: then it says so, and again when it is over.
  const known = sky.chance.happens(0.5)
  if (known) await device.setOffline(true)
  device.proxy.cutSockets()
  await during(sky, device, known ? 'offline, and knows' : 'offline', range, { cut: true })
  if (known) await device.setOffline(false)
}

async function during(
  { chance, trace, until }: Sky,
  device: WeatherDevice,
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
