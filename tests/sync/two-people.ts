import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { UsedServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'
import {
  eventually,
  openDevice,
  settled,
  texts,
  type Device,
  type DeviceOptions,
} from './device.ts'

export let server: UsedServer
export let jonas: Device
export let zeljka: Device

/** Each test of the file begins with a device of each person over an empty journal, both with all there is. */
export function withBoth(options: DeviceOptions = {}): void {
  beforeAll(async () => {
    server = await sharedServer()
  })
  afterAll(async () => server.stop())
  beforeEach(async () => {
    await server.emptyJournal()
    await openJonas(options)
    zeljka = await openDevice(server, 'Željka', options)
    await Promise.all([settled(jonas), settled(zeljka)])
  })
  afterEach(async () => {
    await Promise.all([jonas.close(), zeljka.close()])
  })
}

/** Opens a device of Jonas's in place of the one before, which the test has closed. */
export async function openJonas(options: DeviceOptions): Promise<void> {
  jonas = await openDevice(server, 'Jonas', options)
}

/** Waits until each device shows these texts, in any order. */
export async function bothShow(
  devices: readonly Device[],
  wanted: readonly string[],
): Promise<void> {
  for (const device of devices)
    await eventually(
      async () => {
        device.session.wake()
        return (await texts(device.journal)).toSorted()
      },
      (shown) => JSON.stringify(shown) === JSON.stringify(wanted),
    )
}
